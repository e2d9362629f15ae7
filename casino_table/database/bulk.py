"""Many rows of one table in one call, without the cost of preparing each as a statement of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sqlalchemy import Connection, Table


def insert_rows(
    connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[object, ...]]
) -> None:
    """Insert rows whose values stand in the order of `columns` and are what the driver takes as they are."""
    if rows:
        connection.exec_driver_sql(_insert(table.name, tuple(columns), connection.dialect.paramstyle), list(rows))


@lru_cache(maxsize=32)
def _insert(table: str, columns: tuple[str, ...], paramstyle: str) -> str:
    marks = ", ".join(["?" if paramstyle == "qmark" else "%s"] * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 - names of our own tables
