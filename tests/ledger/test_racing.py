"""Writers of several processes at once: no stake beyond the balance, no fork in the chain."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from sqlalchemy.orm import Session

from casino_table.ledger.accounts import rebuild_balances, stored_balances
from casino_table.ledger.chain import FIRST_PREVIOUS_HASH, entry_hash
from casino_table.ledger.journal import entries

RACING = Path(__file__).with_name("racing.py")
STAKE_MINOR = 500


def race(action: str, url: str, *, processes: int, times: int) -> list[int]:
    command = [sys.executable, str(RACING), action, url, str(processes), str(times)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path.cwd())
    counts: list[int] = json.loads(done.stdout)["done"]
    return counts


def assert_one_chain(session: Session, length: int) -> None:
    previous = FIRST_PREVIOUS_HASH
    at_us = 0
    for expected, row in enumerate(entries(session), start=1):
        assert row.sequence == expected
        assert row.previous_hash == previous
        assert row.at_us >= at_us
        assert row.hash == entry_hash(
            sequence=row.sequence, previous_hash=previous, at_us=row.at_us, kind=row.kind, payload=row.payload
        )
        previous, at_us = row.hash, row.at_us
    assert expected == length


def test_exactly_the_affordable_stakes_are_accepted(
    database_url: str, session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 100 * STAKE_MINOR)
    session.rollback()

    accepted = race("stake", database_url, processes=6, times=60)

    assert len(accepted) == 6
    assert -1 not in accepted
    assert sum(accepted) == 100
    assert (
        stored_balances(session)
        == rebuild_balances(session)
        == {
            "cage:house:PLAY": -100 * STAKE_MINOR,
            "in_play:T1:PLAY": 100 * STAKE_MINOR,
            "player:p1:PLAY": 0,
        }
    )
    assert_one_chain(session, 101)


def test_four_writers_make_one_chain(database_url: str, session: Session) -> None:
    assert race("append", database_url, processes=4, times=50) == [50] * 4
    assert_one_chain(session, 200)
