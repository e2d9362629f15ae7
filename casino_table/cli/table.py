"""The command `casino-table table`: which tables there are, and the void of a round by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from casino_table.cli._house import ask_password, database_option, open_house
from casino_table.cli._values import Text, WholeNumber
from casino_table.text import message

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_EPILOG: Final = """\b
Examples:
  casino-table table list
  casino-table table void T1 42 --reason exposed_card --pit-boss "Petra Petrova" --approver "Adam Adamov"
"""


@click.group(name="table", epilog=_EPILOG)
def command() -> None:
    """List the tables, or void a round that is under way."""


@command.command(name="list")
@database_option
def list_(database: str | None) -> None:
    """List the tables with the round under way and the paytable that settles it."""
    from casino_table.ledger.versions import table_currencies  # noqa: PLC0415 - so that --help needs no database
    from casino_table.tables.live import read_open_round  # noqa: PLC0415

    with open_house(database) as (session, _):
        for name, currency in sorted(table_currencies(session).items()):
            state = read_open_round(session, name)
            paytable = f"{state.opened.paytable}@{state.opened.paytable_version}"
            number = message("round {number}", number=state.number)
            click.echo(f"{name}\t{currency}\t{number}\t{state.phase.value}\t{paytable}")


@command.command()
@click.argument("table", type=Text())
@click.argument("number", type=WholeNumber(1))
@click.option("--reason", type=Text(), required=True, help="The code of the reason, such as exposed_card.")
@click.option(
    "--pit-boss", type=Text(), required=True, metavar="NAME", help="Who voids the round; the password is asked for."
)
@click.option(
    "--approver", type=Text(), required=True, metavar="NAME", help="Who approves it; the password is asked for."
)
@database_option
def void(table: str, number: int, reason: str, pit_boss: str, approver: str, database: str | None) -> None:
    """Void a round under way: stakes go back, and the seed is revealed.

    It takes two people. A bonus that was settled as won stays paid. The next round opens at once.
    """
    from casino_table.people.models import Role  # noqa: PLC0415
    from casino_table.people.staff import confirm  # noqa: PLC0415

    with open_house(database) as (session, dealer):
        first = confirm(session, name=pit_boss, password=ask_password(pit_boss), role=Role.PIT_BOSS)
        second = confirm(session, name=approver, password=ask_password(approver), role=Role.APPROVER)
        state = dealer.void(
            session, table=table, number=number, reason=reason, pit_boss=first.public_id, approver=second.public_id
        )
        amount = _went_back(session, state.name)
    said = message(
        "Round {round} is void; {amount} minor units of {currency} went back to the accounts of its players.",
        round=state.name,
        amount=amount,
        currency=state.settings.currency,
    )
    click.echo(str(said))


def _went_back(session: Session, round_id: str) -> int:
    """Return what a void gave back: stakes and bets that were only reserved, and no bonus that stays paid."""
    from casino_table.game.operations import Voided  # noqa: PLC0415
    from casino_table.ledger.journal import entries, transfers_of  # noqa: PLC0415

    voided = {entry.sequence for entry in entries(session, round_id=round_id) if entry.kind == Voided.kind}
    moves = transfers_of(session, round_id=round_id)
    return sum(move["amount_minor"] for move in moves if move["sequence"] in voided)
