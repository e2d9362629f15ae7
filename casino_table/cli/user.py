"""The command `casino-table user`: accounts of the people of the house."""

from __future__ import annotations

from typing import Final

import click

from casino_table.cli._house import ask_password, database_option, open_house
from casino_table.cli._values import Text
from casino_table.game.fields import printable
from casino_table.text import message

ROLES: Final = {
    "operator": message("operator"),
    "approver": message("approver"),
    "pit_boss": message("pit boss"),
    "auditor": message("auditor"),
    "administrator": message("administrator"),
}

_EPILOG: Final = """\b
Examples:
  casino-table user add "Petra Petrova" --role pit_boss
  casino-table user add "Adam Adamov" --role approver
  casino-table user list
"""


@click.group(name="user", epilog=_EPILOG)
def command() -> None:
    """Make and list accounts of the people of the house.

    Players need none: they sit down as guests at the table. Everybody has one role, and nobody with a role plays.
    """


@command.command()
@click.argument("name", type=Text())
@click.option("--role", type=click.Choice(tuple(ROLES)), required=True, help="What the person may do.")
@database_option
def add(name: str, role: str, database: str | None) -> None:
    """Make an account; the password is asked for, or read from standard input."""
    from casino_table.database import now_us, transaction  # noqa: PLC0415 - so that --help needs no database
    from casino_table.people.models import Role  # noqa: PLC0415
    from casino_table.people.staff import add_staff  # noqa: PLC0415

    password = ask_password(name, is_new=True)
    with open_house(database) as (session, _), transaction(session) as opened:
        person = add_staff(opened, name=name, role=Role(role), password=password, at_us=now_us())
    click.echo(str(message("{name} is {role}.", name=printable(person.name), role=ROLES[role])))


@command.command(name="list")
@database_option
def list_(database: str | None) -> None:
    """List the people of the house."""
    from casino_table.people.staff import staff  # noqa: PLC0415

    with open_house(database) as (session, _):
        people = staff(session)
    for person in people:
        click.echo(f"{printable(person.name)}\t{ROLES[person.role.value]}")
    if not people:
        said = message("Nobody yet; begin with: {command}", command='casino-table user add "NAME" --role pit_boss')
        click.echo(str(said), err=True)
