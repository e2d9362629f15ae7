"""What the commands on a running house share: its database, its session, and how a password is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from casino_table.text import message

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from casino_table.tables.operations import Dealer

database_option = click.option(
    "--database", metavar="URL", help="sqlite:///FILE or postgresql://...; without it the one that `serve` uses."
)


@contextmanager
def open_house(database: str | None) -> Iterator[tuple[Session, Dealer]]:
    """Open the database that `serve` would open, migrated, with the vault of its seeds."""
    # Read here so that --help needs no database.
    from casino_table.config import load_config  # noqa: PLC0415
    from casino_table.database import create_engine_for, open_session  # noqa: PLC0415
    from casino_table.database.migrating import upgrade  # noqa: PLC0415
    from casino_table.ledger.seeds import open_vault  # noqa: PLC0415
    from casino_table.tables.operations import Dealer  # noqa: PLC0415

    config = load_config(database=database)
    upgrade(config.database)
    engine = create_engine_for(config.database)
    try:
        with open_session(engine) as session:
            yield session, Dealer(open_vault(session, config.seed_key_file, key=config.seed_key))
    finally:
        engine.dispose()


def ask_password(whose: str, *, is_new: bool = False) -> str:
    """Ask for a password on the terminal without showing it; from a pipe, read the next line."""
    if sys.stdin.isatty():
        answer: str = click.prompt(
            str(message("Password of {name}", name=whose)), hide_input=True, confirmation_prompt=is_new, err=True
        )
        return answer
    return sys.stdin.readline().rstrip("\n")
