"""The clock of the house turns on whatever happens in one of its turns, and stops when it is told to."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event
from threading import enumerate as threads
from typing import cast

import pytest
from sqlalchemy import Engine

from casino_table.database import BusyError
from casino_table.tables.clock import start_clock
from casino_table.tables.operations import Dealer
from casino_table.text import message


class Turns:
    """Stand in for a dealer: do one thing after another, and say when the last is done."""

    def __init__(self, *turns: Callable[[], None]) -> None:
        self.turns = list(turns)
        self.is_done = Event()

    def advance_all(self, _session: object) -> None:
        if self.turns:
            self.turns.pop(0)()
        if not self.turns:
            self.is_done.set()


def fail_with(error: Exception) -> Callable[[], None]:
    def turn() -> None:
        raise error

    return turn


def run_clock(engine: Engine, dealer: Turns) -> bool:
    """Run a clock until its dealer is done, and say whether it came to that."""
    stop = start_clock(engine, cast("Dealer", dealer), period_seconds=0.001)
    is_done = dealer.is_done.wait(timeout=10)
    stop.set()
    for thread in threads():
        if thread.name == "clock":
            thread.join(timeout=10)
            assert not thread.is_alive()
    return is_done


@pytest.fixture
def database_kind() -> str:
    return "sqlite"


def test_a_turn_that_fails_is_logged_and_the_next_one_comes(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert run_clock(engine, Turns(fail_with(ZeroDivisionError("broken")), lambda: None))
    assert [record.getMessage() for record in caplog.records] == ["the clock could not do its turn"]
    assert caplog.records[0].exc_info is not None


def test_a_busy_database_is_nothing_to_log(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert run_clock(engine, Turns(fail_with(BusyError(message("busy"))), lambda: None))
    assert caplog.records == []
