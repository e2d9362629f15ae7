"""The command `casino-table decide`: the exact value of betting and folding one box."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from casino_table.cards import parse_cards
from casino_table.cli import _odds as shared
from casino_table.game.settlement_types import Decision
from casino_table.text import message

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

    title = message("{hole} on {flop}", hole=hole, flop=flop)
    if seen:
        title = message("{hole} on {flop}, {seen} seen", hole=hole, flop=flop, seen=seen)
    caption = message("{count:,} continuations, all counted", count=value.continuations)
    table = Table(title=str(title), title_justify="left", caption=str(caption))
    shared.add_columns(table, message("play"), message("value per ante"), message("net sum"))
    is_bet_better = value.best is Decision.BET
    bet = message("bet (better)") if is_bet_better else message("bet")
    fold = message("fold") if is_bet_better else message("fold (better)")
    table.add_row(str(bet), f"{value.bet:+.6f}", str(value.bet_net_sum))
    table.add_row(str(fold), f"{value.fold:+.6f}", str(value.fold_net_sum))
    shared.open_console().print(table)
