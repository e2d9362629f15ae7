"""The command `casino-table decide`: the exact value of betting and folding one box."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from casino_table.cards import parse_cards
from casino_table.cli import _odds as shared

if TYPE_CHECKING:
    from casino_table.odds.decision import DecisionValue

_EXAMPLES = """\b
Examples:
  casino-table decide AsKd 2c3d4h texas-poker
  casino-table decide TcQc 6s2sKs texas-poker --seen Qd7d --json
"""


@click.command(name="decide", epilog=_EXAMPLES)
@click.argument("hole")
@click.argument("flop")
@click.argument("paytable")
@click.option("--seen", default="", metavar="CARDS", help="cards known to be in other boxes; they are counted out")
@shared.stake_options
@shared.common_options
def command(hole: str, flop: str, paytable: str, seen: str, **options: Any) -> None:
    """Say what betting and folding HOLE on FLOP come to, exactly, and which is better.

    Values are means per ante over all turns, rivers and dealer hands; equal values fold.
    """
    from casino_table.odds.decision import decide  # noqa: PLC0415 - brings numba in

    table, stakes, _ = shared.prepare(paytable, options)
    value = decide(table, parse_cards(hole), parse_cards(flop), seen=parse_cards(seen), stakes=stakes)
    if options["as_json"]:
        click.echo(json.dumps(_document(value)))
    else:
        _show(value, hole, flop, seen)


def _document(value: DecisionValue) -> dict[str, object]:
    return {
        "bet": value.bet,
        "fold": value.fold,
        "best": value.best.value,
        "bet_net_sum": str(value.bet_net_sum),
        "fold_net_sum": str(value.fold_net_sum),
        "continuations": value.continuations,
    }


def _show(value: DecisionValue, hole: str, flop: str, seen: str) -> None:
    from rich.table import Table  # noqa: PLC0415 - heavy

    title = f"{hole} on {flop}" + (f", {seen} seen" if seen else "")
    table = Table(title=title, title_justify="left", caption=f"{value.continuations:,} continuations, all counted")
    table.add_column("play")
    table.add_column("value per ante", justify="right")
    table.add_column("net sum", justify="right")
    for name, mean, net in (("bet", value.bet, value.bet_net_sum), ("fold", value.fold, value.fold_net_sum)):
        mark = " (better)" if value.best.value == name else ""
        table.add_row(name + mark, f"{mean:+.6f}", str(net))
    shared.open_console().print(table)
