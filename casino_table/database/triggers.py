"""Triggers that refuse to change what has been written, on both databases.

Migrations call these builders too, so what they return is history: a new guard is a new function, not an edit here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Table, event

_REFUSE: Final = "casino_table_refuse"

# SQLite's rows have a hidden number, unless their key is a whole number or the table is WITHOUT ROWID, and a new row
# that names the number of an old one replaces it like one that has its key. An insert that names none has -1 here.
SAME_ROWID: Final = "rowid = NEW.rowid"

# Class 23 is that of broken constraints, so that both drivers raise the same IntegrityError.
POSTGRESQL_FUNCTION: Final = f"""
CREATE OR REPLACE FUNCTION {_REFUSE}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING
        MESSAGE = TG_TABLE_NAME || ' is never changed, ' || TG_OP || ' is refused', ERRCODE = '23000';
END
$$
""".strip()
DROP_POSTGRESQL_FUNCTION: Final = f"DROP FUNCTION IF EXISTS {_REFUSE}()"


@dataclass(frozen=True, slots=True)
class Trigger:
    """Name a trigger, the database that has it, and the statement that makes it."""

    dialect: str
    table: str
    name: str
    create: str


def append_only(table: str, *, keys: Iterable[str]) -> list[Trigger]:
    """Return the triggers under which rows of `table` are written once and stay.

    `keys` are conditions, each true of a row that a new row would collide with: SQLite's INSERT OR REPLACE deletes
    such rows without asking the DELETE trigger, and PostgreSQL's TRUNCATE passes the row triggers.
    """
    return [
        _sqlite(table, "update", "UPDATE"),
        *_kept(table, keys=keys),
        _postgresql(table, "update", "UPDATE", "ROW"),
    ]


def frozen_once(table: str, *, ended: str, fixed: Iterable[str], keys: Iterable[str]) -> list[Trigger]:
    """Return the triggers under which rows stay, their `fixed` columns too, and all of a row once `ended` holds.

    `ended` is a condition on OLD; the fixed columns must be NOT NULL.
    """
    condition = " OR ".join([f"({ended})", *(f"NEW.{column} <> OLD.{column}" for column in fixed)])
    return [
        _sqlite(table, "update", "UPDATE", condition),
        *_kept(table, keys=keys),
        _postgresql(table, "update", "UPDATE", "ROW", condition),
    ]


def keep_rowids(table: str) -> list[Trigger]:
    """Return the trigger under which SQLite's hidden number of a row stays.

    Where rows may be updated, UPDATE OR REPLACE with the number of another row would delete that row without asking the
    DELETE trigger.
    """
    return [_sqlite(table, "renumber", "UPDATE", "NEW.rowid <> OLD.rowid")]


def attach(table: Table, triggers: list[Trigger]) -> None:
    """Make the triggers part of the table, so that create_all() makes them with it."""

    def make(_table: Table, connection: Connection, **_options: object) -> None:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(POSTGRESQL_FUNCTION)
        for trigger in triggers:
            if trigger.dialect == connection.dialect.name:
                connection.exec_driver_sql(trigger.create)

    event.listen(table, "after_create", make)


def _kept(table: str, *, keys: Iterable[str]) -> list[Trigger]:
    collides = " OR ".join(f"({key})" for key in keys)
    return [
        _sqlite(table, "delete", "DELETE"),
        _sqlite(table, "replace", "INSERT", f"EXISTS (SELECT 1 FROM {table} WHERE {collides})"),  # noqa: S608 - names of our own tables
        _postgresql(table, "delete", "DELETE", "ROW"),
        _postgresql(table, "truncate", "TRUNCATE", "STATEMENT"),
    ]


def _sqlite(table: str, word: str, operation: str, condition: str | None = None) -> Trigger:
    name = f"{table}_refuse_{word}"
    when = f" WHEN {condition}" if condition else ""
    text = f"{table} is never changed, {word.upper()} is refused"
    create = f"CREATE TRIGGER {name} BEFORE {operation} ON {table}{when} BEGIN SELECT RAISE(ABORT, '{text}'); END"
    return Trigger("sqlite", table, name, create)


def _postgresql(table: str, word: str, operation: str, each: str, condition: str | None = None) -> Trigger:
    name = f"{table}_refuse_{word}"
    when = f" WHEN ({condition})" if condition else ""
    create = f"CREATE TRIGGER {name} BEFORE {operation} ON {table} FOR EACH {each}{when} EXECUTE FUNCTION {_REFUSE}()"
    return Trigger("postgresql", table, name, create)
