from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError, OperationalError

from casino_table.database import DatabaseUnusableError, create_engine_for
from casino_table.database.engines import WRITES
from casino_table.database.transactions import is_busy


def test_every_sqlite_connection_keeps_what_it_acknowledged(sqlite_url: str) -> None:
    engine = create_engine_for(sqlite_url)
    with engine.connect() as one, engine.connect() as other:
        for connection in (one, other):
            settings = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    engine.dispose()


def test_a_postgresql_connection_keeps_it_even_where_the_database_would_not(engine: Engine, database_url: str) -> None:
    if engine.dialect.name != "postgresql":
        return
    with engine.connect() as connection:
        name = connection.scalar(text("SELECT current_database()"))
        connection.exec_driver_sql(f"ALTER DATABASE {name} SET synchronous_commit = off")
        connection.exec_driver_sql(f"ALTER DATABASE {name} SET timezone = 'Asia/Tokyo'")
        connection.commit()
    again = create_engine_for(database_url)
    with again.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"
        assert connection.scalar(text("SHOW timezone")) == "UTC"
        assert connection.scalar(text("SHOW lock_timeout")) == "10s"
    again.dispose()


def test_an_insert_that_fails_tells_nothing_of_what_was_to_be_written(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE guarded (n INTEGER, seed TEXT NOT NULL, CHECK (n < 5))")
    row = {"n": 7, "seed": "secret"}
    with pytest.raises(IntegrityError) as refusal, engine.begin() as connection:
        connection.execute(text("INSERT INTO guarded VALUES (:n, :seed)"), row)
    logging.getLogger("test").error("a request failed", exc_info=refusal.value)
    assert "guarded" in caplog.text
    for told in (str(refusal.value), repr(refusal.value), str(refusal.value.orig), caplog.text):
        assert "secret" not in told


def test_references_are_checked(engine: Engine) -> None:
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO round_seeds (round_id, sealed) VALUES ('T9-9', '0')")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_refused(url: str) -> None:
    with pytest.raises(DatabaseUnusableError, match="keeps nothing"):
        create_engine_for(url)


@pytest.mark.parametrize("url", ["", "casino.db", "://", "mysql://localhost/casino"])
def test_another_database_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(DatabaseUnusableError, match="sqlite"):
        create_engine_for(url)


def test_a_postgresql_url_needs_no_driver_in_it() -> None:
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        assert create_engine_for(f"{scheme}://localhost/casino").url.drivername == "postgresql+psycopg"


def test_a_file_that_cannot_be_turned_to_wal_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "readonly.sqlite3"
    made = sqlite3.connect(file)
    made.execute("CREATE TABLE x (a)")
    made.close()
    engine = create_engine_for(f"sqlite:///file:{file}?mode=ro&immutable=1&uri=true")
    with pytest.raises(DatabaseUnusableError, match="journal_mode must be WAL"):
        engine.connect()


def test_a_writer_takes_its_lock_before_it_reads(engine: Engine, database_url: str) -> None:
    impatient = create_engine_for(database_url, busy_timeout_ms=50)
    writing = {WRITES: True}
    with engine.connect().execution_options(**writing) as writer, writer.begin():
        with impatient.connect() as reader:
            assert reader.scalar(text("SELECT count(*) FROM journal")) == 0
        with impatient.connect().execution_options(**writing) as other, pytest.raises(OperationalError) as refusal:
            other.begin()
    assert is_busy(refusal.value)
    impatient.dispose()
