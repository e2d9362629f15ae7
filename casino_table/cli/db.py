"""The command `casino-table db`: bring a database to this program's schema, back, or say where it stands."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import click

from casino_table.cli._house import database_option
from casino_table.cli._values import Text
from casino_table.game.fields import FieldError, shown
from casino_table.text import message

_EXAMPLES = """\b
Examples:
  casino-table db current
  casino-table db upgrade --database postgresql://casino@localhost/casino
  casino-table db downgrade --revision 0001 --database sqlite:///copy.sqlite3

Without --database it is the one that `casino-table serve` uses, which upgrades it by itself at every start.
"""


class _Revision(Text):
    """Read a revision; what Alembic reckons with, such as head+1, is none."""

    name = "r"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the revision as it is."""
        if not super().convert(value, param, ctx).isalnum():
            raise FieldError("--revision", message("must be letters and digits, not {value}", value=shown(value)))
        return str(value)


@click.group(name="db", epilog=_EXAMPLES)
def command() -> None:
    """Migrate a database, or say at which revision it stands."""


@command.command()
@click.option("--revision", type=_Revision(), default="head", show_default="the newest", help="The revision to reach.")
@database_option
def upgrade(database: str | None, revision: str) -> None:
    """Bring a database up to this program's schema; make it where there is none."""
    url = _url(database)
    _migrating().upgrade(url, revision)
    _say_current(url)


@command.command()
@click.option(
    "--revision", type=_Revision(), default="base", show_default="nothing", help="The revision to go back to."
)
@click.confirmation_option(prompt="What the dropped tables hold is lost. Go on?", help="Do not ask.")
@database_option
def downgrade(database: str | None, revision: str) -> None:
    """Take a database back to an older schema; what the dropped tables held is lost."""
    url = _url(database)
    _migrating().downgrade(url, revision)
    _say_current(url)


@command.command()
@database_option
def current(database: str | None) -> None:
    """Print the revision a database is at, and the newest that this program knows."""
    _say_current(_url(database))


def _say_current(url: str) -> None:
    migrating = _migrating()
    revision, newest = migrating.current(url), migrating.newest()
    said = message("revision {revision}, newest {newest}", revision=revision, newest=newest)
    if revision is None:
        said = message("revision none, newest {newest}", newest=newest)
    click.echo(str(said))


def _url(database: str | None) -> str:
    from casino_table.config import load_config  # noqa: PLC0415 - it makes the data folder, which --help need not

    return load_config(database=database).database


def _migrating() -> ModuleType:
    from casino_table.database import migrating  # noqa: PLC0415 - so that --help needs no SQLAlchemy

    return migrating
