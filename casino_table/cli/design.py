"""The command `casino-table design`: odds that bring an edge as near as possible to a wanted one."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from casino_table.cli import _odds as shared
from casino_table.cli._values import WholeNumber
from casino_table.game.fields import shown
from casino_table.text import message

if TYPE_CHECKING:
    from casino_table.odds.designing import Design

_PERCENT = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,12})?%?", re.ASCII)
_EXAMPLES = """\b
Examples:
  casino-table design texas-poker --wager bonus --target-edge 3 --rows flush,straight
  casino-table design texas-poker --wager main --target-edge 2.5 --rows full_house
"""


@click.command(name="design", epilog=_EXAMPLES)
@click.argument("paytable")
@click.option(
    "--wager", type=click.Choice(["main", "ante", "bet", "bonus"]), required=True, help="main: the ante's rows"
)
@click.option("--target-edge", required=True, metavar="PCT", help="the wanted house edge in percent, like 2.5")
@click.option("--rows", required=True, metavar="A,B", help="the rows that may change, like flush,straight")
@click.option("--answers", type=WholeNumber(1, 50), default=5, show_default=True, metavar="N", help="how many, 1 to 50")
@shared.stake_options
@shared.common_options
def command(paytable: str, wager: str, target_edge: str, rows: str, answers: int, **options: Any) -> None:
    """Find odds for some rows that come nearest to a wanted house edge, whole numbers first, each edge exact.

    For ante and bet it is the edge of an open box played best, per ante; for the bonus its own. Fractions such as 7:2
    follow only where they come nearer. Rows that are in order stay in order.
    """
    from casino_table.odds.designing import design  # noqa: PLC0415 - brings numba in
    from casino_table.odds.rows import Part  # noqa: PLC0415

    table, stakes, cache = shared.prepare(paytable, options)
    target = _percent(target_edge)
    part = Part.ANTE if wager == "main" else Part(wager)
    counts = None if part is Part.BONUS else shared.counts_of(table, cache)
    names = [row.strip() for row in rows.split(",") if row.strip()]
    found = design(table, part, names, target, counts=counts, stakes=stakes, answers=answers, threads=shared.THREADS)
    if options["as_json"]:
        documents = [answer.to_document() for answer in found]
        click.echo(json.dumps({"paytable": table.name, "wager": wager, "target": float(target), "answers": documents}))
    else:
        _show(found, target)


def _percent(text: str) -> Fraction:
    if _PERCENT.fullmatch(text) is None:
        raise click.UsageError(
            str(message("--target-edge must be a number of percent, like 2.5, not {text}", text=shown(text)))
        )
    return Fraction(text.removesuffix("%")) / 100


def _show(answers: tuple[Design, ...], target: Fraction) -> None:
    from rich.table import Table  # noqa: PLC0415 - heavy

    table = Table(title=str(message("wanted: {edge:.4%}", edge=float(target))), title_justify="left")
    for row, _ in answers[0].odds:
        table.add_column(row.replace("_", " "), justify="right")
    shared.add_columns(table, message("house edge"), message("off"), left=0)
    for answer in answers:
        odds = (str(value) for _, value in answer.odds)
        off = str(message("exact")) if answer.is_exact else f"{float(answer.edge - target):+.6%}"
        table.add_row(*odds, f"{float(answer.edge):.6%}", off)
    shared.open_console().print(table)
