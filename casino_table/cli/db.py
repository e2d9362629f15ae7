"""The command `casino-table db`: bring a database to this program's schema, back, or say where it stands."""

from __future__ import annotations

from types import ModuleType

import click

_EXAMPLES = """\b
Examples:
  casino-table db current --database sqlite:///casino.db
  casino-table db upgrade --database postgresql://casino@localhost/casino
"""

_database = click.option("--database", metavar="URL", required=True, help="sqlite:///FILE or postgresql://...")


@click.group(name="db", epilog=_EXAMPLES)
def command() -> None:
    """Migrate a database, or say at which revision it stands."""


@command.command()
@_database
@click.option("--revision", default="head", show_default="the newest", help="the revision to reach")
def upgrade(database: str, revision: str) -> None:
    """Bring a database up to this program's schema; make it where there is none."""
    _migrating().upgrade(database, revision)
    _say_current(database)


@command.command()
@_database
@click.option("--revision", default="base", show_default="nothing", help="the revision to go back to")
@click.confirmation_option(prompt="What the dropped tables hold is lost. Go on?", help="do not ask")
def downgrade(database: str, revision: str) -> None:
    """Take a database back to an older schema; what the tables dropped held is lost."""
    _migrating().downgrade(database, revision)
    _say_current(database)


@command.command()
@_database
def current(database: str) -> None:
    """Print the revision a database is at, and the newest that this program knows."""
    _say_current(database)


def _say_current(database: str) -> None:
    migrating = _migrating()
    click.echo(f"revision {migrating.current(database) or 'none'}, newest {migrating.newest()}")


def _migrating() -> ModuleType:
    from casino_table.database import migrating  # noqa: PLC0415 - so that --help needs no SQLAlchemy

    return migrating
