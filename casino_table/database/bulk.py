"""Many rows of one table in one statement, without the cost of preparing each as a statement of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from sqlalchemy import Connection, Table

# SQLite takes 32,766 values a statement since 2020, and 999 before; no act comes near either.
_MOST_ROWS: Final = 64


def insert_rows(
    connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[object, ...]]
) -> None:
    """Insert rows whose values stand in the order of `columns` and are what the driver takes as they are."""
    for start in range(0, len(rows), _MOST_ROWS):
        part = rows[start : start + _MOST_ROWS]
        statement = _insert(table.name, tuple(columns), len(part), connection.dialect.paramstyle)
        connection.exec_driver_sql(statement, tuple(chain.from_iterable(part)))


@lru_cache(maxsize=256)
def _insert(table: str, columns: tuple[str, ...], count: int, paramstyle: str) -> str:
    row = ", ".join(["?" if paramstyle == "qmark" else "%s"] * len(columns))
    values = ", ".join([f"({row})"] * count)
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES {values}"  # noqa: S608 - names of our own tables
