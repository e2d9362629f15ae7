from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus

import pytest
from flask import Flask
from sqlalchemy import Engine, select, text
from sqlalchemy.orm import Session

from casino_table.database import (
    BusyError,
    create_engine_for,
    db,
    in_transaction,
    open_session,
    require_transaction,
    transaction,
)
from casino_table.database.engines import writing
from casino_table.ledger.models import GameTable


def write(session: Session, name: str) -> None:
    session.add(GameTable(name=name, currency="PLAY", created_at_us=1))
    session.flush()


@pytest.fixture
def names(engine: Engine) -> Iterator[Callable[[], set[str]]]:
    """Yield what reads the names of the tables that are committed."""
    with open_session(engine) as other:

        def read() -> set[str]:
            found = set(other.scalars(select(GameTable.name)))
            other.rollback()
            return found

        yield read


def test_what_is_done_inside_is_committed(session: Session, names: Callable[[], set[str]]) -> None:
    with transaction(session) as same:
        assert same is session
        write(session, "A")
        assert names() == set()
    assert names() == {"A"}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_nothing_is_kept_after_an_exception(
    session: Session, names: Callable[[], set[str]], error: type[BaseException]
) -> None:
    with suppress(error), transaction(session):
        write(session, "A")
        raise error
    assert names() == set()
    assert not in_transaction(session)
    with transaction(session):
        write(session, "B")
    assert names() == {"B"}


def test_an_inner_one_joins_the_outer(session: Session, names: Callable[[], set[str]]) -> None:
    with transaction(session):
        with transaction(session):
            write(session, "A")
        assert names() == set()
        write(session, "B")
    assert names() == {"A", "B"}


def test_the_outer_one_cannot_commit_half_of_a_failed_one(session: Session, names: Callable[[], set[str]]) -> None:
    def outer() -> None:
        with transaction(session):
            with suppress(ZeroDivisionError), transaction(session):
                write(session, "A")
                raise ZeroDivisionError
            write(session, "B")

    with pytest.raises(RuntimeError, match="cannot commit half"):
        outer()
    assert names() == set()


def test_what_was_read_before_is_read_again_under_the_lock(session: Session, engine: Engine) -> None:
    with transaction(session):
        write(session, "A")
    table = session.get_one(GameTable, "A")
    with writing(engine) as connection:
        connection.execute(text("UPDATE game_tables SET currency = 'EUR'"))
    with transaction(session):
        assert table.currency == "EUR"


def test_what_an_object_held_from_the_last_transaction_is_read_again_too(session: Session, engine: Engine) -> None:
    table = GameTable(name="A", currency="PLAY", created_at_us=1)
    with transaction(session):
        session.add(table)
    with writing(engine) as connection:
        connection.execute(text("UPDATE game_tables SET currency = 'EUR'"))
    with transaction(session):
        assert table.currency == "EUR"


def test_changes_made_outside_are_a_mistake_and_not_lost_silently(session: Session) -> None:
    session.add(GameTable(name="A", currency="PLAY", created_at_us=1))
    with pytest.raises(RuntimeError, match="outside transaction"), transaction(session):
        pass


def test_who_writes_says_so(session: Session) -> None:
    with pytest.raises(RuntimeError):
        require_transaction(session)
    with transaction(session):
        require_transaction(session)


def test_waiting_too_long_is_a_refusal_that_may_be_tried_again(session: Session, database_url: str) -> None:
    impatient = create_engine_for(database_url, busy_timeout_ms=50)
    with open_session(impatient) as other:
        with transaction(session), pytest.raises(BusyError, match="Please try again") as refusal, transaction(other):
            pass
        assert refusal.value.status == HTTPStatus.SERVICE_UNAVAILABLE
        with transaction(other):
            write(other, "A")
    impatient.dispose()


def test_threads_of_one_process_wait_for_each_other_too(engine: Engine, database_url: str) -> None:
    impatient = create_engine_for(database_url, busy_timeout_ms=50)
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with open_session(impatient) as session, transaction(session):
            inside.set()
            done.wait()

    with ThreadPoolExecutor(1) as pool, open_session(impatient) as session:
        holding = pool.submit(hold)
        inside.wait()
        with pytest.raises(BusyError), transaction(session):
            pass
        done.set()
        holding.result()
        with transaction(session):
            write(session, "A")
    impatient.dispose()
    with open_session(engine) as session:
        assert session.scalars(select(GameTable.name)).all() == ["A"]


def test_no_update_is_lost_between_threads(engine: Engine) -> None:
    with open_session(engine) as session, transaction(session):
        write(session, "A")

    def add_one(times: int) -> None:
        with open_session(engine) as session:
            for _ in range(times):
                with transaction(session):
                    session.get_one(GameTable, "A").created_at_us += 1

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add_one, [15] * 4))
    with open_session(engine) as session:
        assert session.get_one(GameTable, "A").created_at_us == 61


def test_flask_gives_the_session_of_its_context(database_url: str) -> None:
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url
    db.init_app(app)
    with app.app_context():
        with transaction() as session:
            assert session is db.session()
            write(session, "A")
        db.session.rollback()
        assert db.session.scalars(select(GameTable.name)).all() == ["A"]
        db.session.remove()
        db.engine.dispose()
