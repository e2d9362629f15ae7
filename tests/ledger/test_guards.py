"""Promise L19: what is written stays, on both databases, by whichever way somebody would change it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from casino_table.database import create_engine_for, transaction
from casino_table.database.engines import writing
from casino_table.ledger.journal import append
from casino_table.ledger.rounds import StoredRound, end_round
from casino_table.ledger.words import RoundStatus

ReadAll: TypeAlias = Callable[[], dict[str, list[str]]]

GUARDED = ("journal", "transfers", "paytable_versions", "table_settings_versions", "rounds")
START_US = 1_700_000_000_000_000
ZEROS = "0" * 64

UPDATES = (
    "journal SET payload = '{}'",
    "journal SET kind = 'x' WHERE sequence = 2",
    "journal SET at_us = at_us",
    "journal SET sequence = sequence + 10",
    "journal SET round_id = NULL",
    "transfers SET amount_minor = amount_minor + 1",
    "transfers SET debit_after_minor = 0",
    "paytable_versions SET source = 'x'",
    "table_settings_versions SET settings = '{}'",
    "rounds SET commitment = 'x'",
    "rounds SET settings_version = settings_version + 1 WHERE status = 'open'",
    "rounds SET opened_at_us = 5 WHERE status = 'open'",
    "rounds SET ended_at_us = 5 WHERE status = 'settled'",
    "rounds SET status = 'void' WHERE status = 'settled'",
    "rounds SET status = 'open', ended_at_us = NULL WHERE status = 'settled'",
)

JOURNAL = "sequence, at_us, gaming_day, kind, payload, previous_hash, hash"
TRANSFERS = "sequence, ordinal, debit, credit, amount_minor, kind, table_name, debit_after_minor, credit_after_minor"
PAYTABLES = "id, name, version, hash, document, source, created_at_us"
SETTINGS = "table_name, version, paytable_id, settings, created_at_us"
ROUNDS = "id, table_name, number, paytable_id, settings_version, commitment, status, opened_at_us"

# Rows that collide with one that is there, by each of its keys: {h} is a hash that is new, {z} that of no entry.
COLLIDING = (
    ("journal", JOURNAL, "1, 1, 'd', 'k', '{}', {h}, {h}", "sequence"),
    ("journal", JOURNAL, "99, 1, 'd', 'k', '{}', {z}, {h}", "previous_hash"),
    ("transfers", TRANSFERS, "1, 0, 'cage:house:PLAY', 'player:p1:PLAY', 5, 'buy_in', 'T1', 0, 0", "sequence, ordinal"),
    ("paytable_versions", PAYTABLES, f"'texas-poker@1', 'texas-poker', 1, '{ZEROS}', '{{}}', 's', 1", "id"),
    ("table_settings_versions", SETTINGS, "'T1', 1, 'texas-poker@1', 'x', 1", "table_name, version"),
    ("rounds", ROUNDS, f"'T1-1', 'T1', 1, 'texas-poker@1', 1, '{ZEROS}', 'open', 1", "id"),
    ("rounds", ROUNDS, f"'T1-9', 'T1', 9, 'texas-poker@1', 1, '{ZEROS}', 'open', 1", "id"),
)


# Rows that collide with none that is there by a key of theirs.
DECOYS = (
    ("journal", JOURNAL.removeprefix("sequence, "), "1, 'd', 'k', '{}', randomblob(32), randomblob(32)"),
    ("paytable_versions", PAYTABLES, f"'decoy@9', 'decoy', 9, '{ZEROS}', '{{}}', 's', 1"),
    ("table_settings_versions", SETTINGS, "'T1', 77, 'texas-poker@1', 'x', 1"),
    ("rounds", f"{ROUNDS}, ended_at_us", f"'T1-9', 'T1', 9, 'texas-poker@1', 1, '{ZEROS}', 'void', 1, 1"),
)


@pytest.fixture
def read_all(
    session: Session, create_player: Callable[[str, int], str], create_round: Callable[[], StoredRound]
) -> ReadAll:
    """Write rows into every guarded table and return what reads them all."""
    create_player("p1", 1_000)
    create_player("p2", 2_000)
    ended = create_round()
    with transaction(session):
        append(session, kind="round_opened", payload={}, at_us=START_US, round_id=ended.id)
        end_round(session, ended.id, RoundStatus.SETTLED, at_us=START_US + 1)
    create_round()

    def read() -> dict[str, list[str]]:
        rows = {
            table: sorted(repr(tuple(row)) for row in session.execute(text(f"SELECT * FROM {table}")))
            for table in (*GUARDED, "accounts")
        }
        session.rollback()  # or the reader's locks would keep TRUNCATE waiting
        return rows

    assert all(read().values())
    return read


def refuse(engine: Engine, statement: str, why: str = "is never changed") -> None:
    with pytest.raises(IntegrityError, match=why), writing(engine) as connection:
        connection.exec_driver_sql(statement)


def test_delete_is_refused(engine: Engine, read_all: ReadAll, subtests: pytest.Subtests) -> None:
    before = read_all()
    for table in GUARDED:
        with subtests.test(table):
            refuse(engine, f"DELETE FROM {table}")
            assert read_all() == before


def test_update_is_refused(engine: Engine, read_all: ReadAll, subtests: pytest.Subtests) -> None:
    before = read_all()
    for change in UPDATES:
        with subtests.test(change):
            refuse(engine, f"UPDATE {change}")
            assert read_all() == before


def test_replacing_a_row_is_refused(engine: Engine, read_all: ReadAll, subtests: pytest.Subtests) -> None:
    before = read_all()
    is_sqlite = engine.dialect.name == "sqlite"
    quote = "x'{}'" if is_sqlite else "'\\x{}'"
    for table, columns, row, keys in COLLIDING:
        values = row.replace("{h}", quote.format("ab" * 32)).replace("{z}", quote.format(ZEROS))
        insert = f"INTO {table} ({columns}) VALUES ({values})"
        first = columns.partition(",")[0]
        ways = [f"INSERT {insert}", f"INSERT {insert} ON CONFLICT ({keys}) DO UPDATE SET {first} = excluded.{first}"]
        if is_sqlite:
            ways += [f"INSERT OR REPLACE {insert}", f"REPLACE {insert}"]
        for statement in ways:
            with subtests.test(statement):
                refuse(engine, statement, why="is never changed|unique constraint")
                assert read_all() == before


@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize("rowid", ["rowid", "oid", "_rowid_"])
def test_a_row_that_names_the_hidden_number_of_another_is_refused(
    engine: Engine, read_all: ReadAll, rowid: str, subtests: pytest.Subtests
) -> None:
    before = read_all()
    for table, columns, row in DECOYS:
        with subtests.test(table):
            number = f"(SELECT min(rowid) FROM {table})"
            refuse(engine, f"INSERT OR REPLACE INTO {table} ({rowid}, {columns}) VALUES ({number}, {row})")
            assert read_all() == before


@pytest.mark.parametrize("database_kind", ["sqlite"])
@pytest.mark.parametrize("number", ["(SELECT rowid FROM rounds WHERE status = 'settled')", "77"])
def test_an_open_round_does_not_take_another_hidden_number(engine: Engine, read_all: ReadAll, number: str) -> None:
    before = read_all()
    refuse(engine, f"UPDATE OR REPLACE rounds SET rowid = {number} WHERE status = 'open'")
    assert read_all() == before


def test_truncate_is_refused(engine: Engine, read_all: ReadAll, subtests: pytest.Subtests) -> None:
    before = read_all()
    for table in (*GUARDED, "accounts"):
        with subtests.test(table):
            if engine.dialect.name == "sqlite":
                with pytest.raises(DBAPIError, match="syntax error"), writing(engine) as connection:
                    connection.exec_driver_sql(f"TRUNCATE {table}")
            else:
                refuse(engine, f"TRUNCATE {table} CASCADE")
            assert read_all() == before


def test_checks_hold_what_the_program_promises(engine: Engine, read_all: ReadAll, subtests: pytest.Subtests) -> None:
    before = read_all()
    for change in (
        "accounts SET balance_minor = -1 WHERE kind = 'player'",
        "accounts SET balance_minor = 9007199254740992 WHERE kind = 'cage'",
        "accounts SET name = 'player:p9:PLAY' WHERE owner = 'p1'",
        "rounds SET status = 'settled' WHERE status = 'open'",
        "rounds SET ended_at_us = 5 WHERE status = 'open'",
    ):
        with subtests.test(change):
            refuse(engine, f"UPDATE {change}", why="(?i)constraint")
            assert read_all() == before


@pytest.mark.parametrize("balance", ["1.5", "'abc'", "'12x'", "x'31'"])
def test_a_balance_is_a_whole_number_on_sqlite_too(sqlite_url: str, balance: str) -> None:
    engine = create_engine_for(sqlite_url)
    row = f"'cage:house:PLAY', 'cage', 'house', 'PLAY', {balance}"
    refuse(engine, f"INSERT INTO accounts VALUES ({row})", why="balance_minor_whole")
    engine.dispose()
