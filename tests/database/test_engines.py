from __future__ import annotations

import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError, InternalError, OperationalError

from casino_table.database import DatabaseUnusableError, create_engine_for
from casino_table.database.engines import WRITES, warn_of_forgetting, writing
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


def test_a_postgresql_connection_keeps_it_even_where_the_database_would_not(postgresql_url: str) -> None:
    set_defaults(postgresql_url, synchronous_commit="off", timezone="Asia/Tokyo")
    engine = create_engine_for(postgresql_url)
    with engine.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"
        assert connection.scalar(text("SHOW timezone")) == "UTC"
        assert connection.scalar(text("SHOW lock_timeout")) == "10s"
    engine.dispose()


def set_defaults(url: str, **settings: str) -> None:
    """Set what every later connection to a database of PostgreSQL begins with."""
    engine = create_engine_for(url)
    with writing(engine) as connection:
        name = connection.scalar(text("SELECT current_database()"))
        for setting, value in settings.items():
            connection.exec_driver_sql(f"ALTER DATABASE {name} SET {setting} = '{value}'")
    engine.dispose()


@pytest.mark.parametrize("off", ["fsync", "full_page_writes"])
def test_a_server_that_forgets_on_a_power_cut_is_named_in_the_log(off: str, caplog: pytest.LogCaptureFixture) -> None:
    class Server:
        def execute(self, _statement: str, asked: list[str]) -> Server:
            self.answer = ("off" if asked == [off] else "on",)
            return self

        def fetchone(self) -> tuple[str]:
            return self.answer

    warn_of_forgetting(Server())  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records] == [
        f"this server may lose what it confirmed when the power fails: its {off} is off"
    ]


def count_tables(connection: Connection) -> object:
    return connection.scalar(text("SELECT count(*) FROM game_tables"))


NEW_TABLE = text("INSERT INTO game_tables VALUES ('A', 'PLAY', 1)")


def test_who_reads_sees_one_state_in_all_statements(engine: Engine) -> None:
    with engine.connect() as reader:
        assert count_tables(reader) == 0
        with writing(engine) as writer:
            writer.execute(NEW_TABLE)
        assert count_tables(reader) == 0
    with engine.connect() as reader:
        assert count_tables(reader) == 1


def test_who_reads_on_postgresql_cannot_write_by_mistake(postgresql_url: str) -> None:
    engine = create_engine_for(postgresql_url)
    with pytest.raises(InternalError, match="read-only"), engine.begin() as connection:
        connection.execute(NEW_TABLE)
    engine.dispose()


def test_who_waited_for_the_lock_sees_what_was_committed_meanwhile(postgresql_url: str) -> None:
    set_defaults(postgresql_url, default_transaction_isolation="repeatable read")
    engine = create_engine_for(postgresql_url)

    def count_under_the_lock() -> object:
        with writing(engine) as connection:
            return count_tables(connection)

    with ThreadPoolExecutor(1) as pool:
        with writing(engine) as first:
            second = pool.submit(count_under_the_lock)
            while not first.scalar(text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")):
                first.execute(text("SELECT pg_sleep(0.01)"))
            first.execute(NEW_TABLE)
        assert second.result() == 1
    engine.dispose()


def test_an_insert_that_fails_tells_nothing_of_what_was_to_be_written(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    with writing(engine) as connection:
        connection.exec_driver_sql("CREATE TABLE guarded (n INTEGER, seed TEXT NOT NULL, CHECK (n < 5))")
    row = {"n": 7, "seed": "secret"}
    with pytest.raises(IntegrityError) as refusal, writing(engine) as connection:
        connection.execute(text("INSERT INTO guarded VALUES (:n, :seed)"), row)
    logging.getLogger("test").error("a request failed", exc_info=refusal.value)
    assert "guarded" in caplog.text
    for told in (str(refusal.value), repr(refusal.value), str(refusal.value.orig), caplog.text):
        assert "secret" not in told


def test_references_are_checked(engine: Engine) -> None:
    with pytest.raises(IntegrityError), writing(engine) as connection:
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
