"""The command `casino-table odds`: what a paytable is worth, exactly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click

from casino_table.cli import _odds as shared
from casino_table.cli._values import WholeNumber
from casino_table.game.deal import DEALS
from casino_table.text import Message, message

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from casino_table.odds.analysis import Analysis, BoxAnalysis
    from casino_table.odds.cache import CountsCache

MOST_ROUNDS: Final = 10**15
"""More than any house plays, and few enough for floating point."""

_ENDS: Final = {
    "unqualified": message("unqualified"),
    "unqualified_below_minimum": message("unqualified below minimum"),
    "win": message("win"),
    "tie": message("tie"),
    "lose": message("lose"),
}
_WAGERS: Final = {"open": message("open"), "blind": message("blind"), "bonus": message("bonus")}
_EXAMPLES = """\b
Examples:
  casino-table odds texas-poker
  casino-table odds texas-poker --ante 20000 --bonus 20000 --max-payout 500000
  casino-table odds my-table.toml --sensitivity --worst-case --rounds 10000 --json
"""


@click.command(name="odds", epilog=_EXAMPLES)
@click.argument("paytable")
@shared.stake_options
@click.option("--sensitivity", is_flag=True, help="what one more unit on each row does to the edges")
@click.option("--worst-case", is_flag=True, help="the deal that costs the house most, for 1 to 7 boxes")
@click.option(
    "--rounds", type=WholeNumber(1, MOST_ROUNDS), metavar="N", help="what the house wins on one box in N rounds"
)
@shared.common_options
def command(paytable: str, **options: Any) -> None:
    """Analyse a paytable exactly: all 27,813,810,024,000 deals counted, none sampled.

    Amounts are in minor units. Stakes are needed where a cap, rounding, or a bonus that is lost with a fold matters;
    without them every value is per ante.
    """
    from casino_table.odds.analysis import analyse, player_edges, to_document  # noqa: PLC0415 - brings numba in

    table, stakes, cache = shared.prepare(paytable, options)
    analysis = analyse(table, shared.counts_of(table, cache), stakes, threads=shared.THREADS)
    document = to_document(analysis) | _extras(analysis, cache, options)
    warnings = [str(edge) for edge in player_edges(analysis)]
    if options["as_json"]:
        click.echo(json.dumps(document))
    else:
        _show(analysis, document)
    for warning in warnings:
        click.echo(f"casino-table: {warning}", err=True)


def _extras(analysis: Analysis, cache: CountsCache, options: dict[str, Any]) -> dict[str, object]:
    from casino_table.odds.exposure import worst_deals  # noqa: PLC0415 - brings numba in
    from casino_table.odds.hold import expected_result  # noqa: PLC0415
    from casino_table.odds.sensitivity import sensitivities  # noqa: PLC0415

    extras: dict[str, object] = {}
    if options["sensitivity"]:
        counts = shared.counts_of(analysis.paytable, cache)
        rows = sensitivities(analysis.paytable, counts, analysis.stakes, threads=shared.THREADS)
        extras["sensitivity"] = [row.to_document() for row in rows]
    if options["worst_case"]:
        deals = worst_deals(analysis.paytable, analysis.stakes, threads=shared.THREADS)
        extras["worst_case"] = {str(boxes): deal.to_document() for boxes, deal in deals.items()}
    if options["rounds"]:
        stakes, rounds = analysis.stakes, options["rounds"]
        parts = {"open": (analysis.open, 1 if stakes is None else stakes.ante)}
        parts["blind"] = (analysis.blind, parts["open"][1])
        found = {name: expected_result(box.edge, box.sd, rounds, stake=stake) for name, (box, stake) in parts.items()}
        if analysis.bonus is not None:
            stake = 1 if stakes is None else stakes.bonus
            found["bonus"] = expected_result(analysis.bonus.edge, analysis.bonus.sd, rounds, stake=stake)
        extras["expected"] = {
            name: {"rounds": rounds, "mean": result.mean, "sd": result.sd, "low": result.low, "high": result.high}
            for name, result in found.items()
        }
    return extras


def _show(analysis: Analysis, document: dict[str, Any]) -> None:
    console = shared.open_console()
    console.print(_values_table(analysis))
    console.print(_outcome_table(analysis))
    if "sensitivity" in document:
        console.print(_sensitivity_table(document["sensitivity"]))
    if "worst_case" in document:
        _show_worst_case(console, document["worst_case"], is_staked=analysis.stakes is not None)
    if "expected" in document:
        console.print(_expected_table(document["expected"]))


def _values_table(analysis: Analysis) -> Table:
    from rich.table import Table  # noqa: PLC0415 - heavy

    title = message("{paytable}: {deals} deals", paytable=analysis.paytable.name, deals=f"{DEALS:,}")
    table = Table(title=str(title), title_justify="left")
    shared.add_columns(table, None, message("open box, best play"), message("blind box"), message("bonus"))
    boxes, bonus = (analysis.open, analysis.blind), analysis.bonus

    def row(name: Message, box_value: shared.Shown[BoxAnalysis], bonus_value: str) -> None:
        table.add_row(str(name), *(box_value(box) for box in boxes), bonus_value if bonus is not None else "")

    def antes(box: BoxAnalysis) -> str:
        return str(message("{number:.4f} antes", number=box.average_wager))

    net_sum = message("player's net sum, minor units")
    if analysis.stakes is None:
        net_sum = message("player's net sum, antes")
    row(message("house edge"), lambda box: f"{box.edge:.4%}", "" if bonus is None else f"{bonus.edge:.4%}")
    row(message("element of risk"), lambda box: f"{box.element_of_risk:.4%}", "")
    row(message("standard deviation"), lambda box: f"{box.sd:.4f}", "" if bonus is None else f"{bonus.sd:.4f}")
    row(message("average wager"), antes, str(message("1 stake")))
    row(message("folded"), lambda box: f"{box.fold_deals / DEALS:.2%}", "")
    row(message("hit rate"), lambda _: "", "" if bonus is None else f"{bonus.hit_rate:.4%}")
    row(net_sum, lambda box: f"{box.net_sum}", "" if bonus is None else f"{bonus.net_sum}")
    if bonus is not None and bonus.open_box_edge is not None:
        table.add_row(str(message("bonus of an open box, house edge")), f"{bonus.open_box_edge:.4%}", "", "")
    return table


def _outcome_table(analysis: Analysis) -> Table:
    from rich.table import Table  # noqa: PLC0415 - heavy

    from casino_table.game.paytable import ANY_HAND  # noqa: PLC0415
    from casino_table.hands.ranking import Category  # noqa: PLC0415
    from casino_table.odds.analysis import outcome_table  # noqa: PLC0415 - brings numba in

    has_minimum = analysis.paytable.rules.player_minimum != ANY_HAND
    labels = {category.key: category.label for category in Category}

    def flat(box: BoxAnalysis) -> list[tuple[Message, int]]:
        rows: list[tuple[Message, int]] = []
        for key, value in outcome_table(box.outcomes, has_minimum=has_minimum).items():
            if isinstance(value, dict):
                by_hand = value.items()
                rows += ((message("{what}: {hand}", what=_ENDS[key], hand=labels[hand]), n) for hand, n in by_hand)
            else:
                rows.append((_ENDS[key], value))
        return rows

    opens = [*flat(analysis.open), (message("fold"), analysis.open.fold_deals)]
    blinds = [*flat(analysis.blind), (message("fold"), 0)]
    table = Table(title=str(message("how the deals end")), title_justify="left")
    shared.add_columns(table, None, message("open box, best play"), message("blind box"))
    for (what, count), (_, blind) in zip(opens, blinds, strict=True):
        table.add_row(str(what), f"{count:,}", f"{blind:,}")
    return table


def _sensitivity_table(rows: list[dict[str, Any]]) -> Table:
    from rich.table import Table  # noqa: PLC0415 - heavy

    table = Table(title=str(message("what one more unit on a row does to the house edge")), title_justify="left")
    texts = (message("wager"), message("row"), message("odds"))
    shared.add_columns(table, *texts, message("open box"), message("blind box"), message("bonus"), left=len(texts))
    for row in rows:
        changes = ("" if row[key] is None else f"{row[key]:+.4%}" for key in ("open", "blind", "bonus"))
        table.add_row(row["wager"], row["row"].replace("_", " "), f"{row['odds']} -> {row['raised']}", *changes)
    return table


def _show_worst_case(console: Console, deals: dict[str, Any], *, is_staked: bool) -> None:
    from rich.table import Table  # noqa: PLC0415 - heavy

    title = message("the worst deal for the house (antes; bonus 1 ante)")
    if is_staked:
        title = message("the worst deal for the house (minor units)")
    table = Table(title=str(title), title_justify="left")
    headings = (message("flop, turn, river"), message("dealer"), message("hole cards"))
    shared.add_columns(table, message("boxes"), message("costs"), *headings, left=5)
    for boxes, deal in deals.items():
        board = " ".join([*deal["flop"], deal["turn"], deal["river"]])
        holes = "  ".join(" ".join(hole) for hole in deal["boxes"])
        table.add_row(boxes, deal["net_payout"], board, " ".join(deal["dealer"]), holes)
    console.print(table)


def _expected_table(expected: dict[str, Any]) -> Table:
    from rich.table import Table  # noqa: PLC0415 - heavy

    rounds = next(iter(expected.values()))["rounds"]
    title = message("what the house wins in {rounds:,} rounds, with 95 of 100 chances", rounds=rounds)
    table = Table(title=str(title), title_justify="left")
    shared.add_columns(table, message("one wager a round"), message("expected"), message("from"), message("to"))
    for name, result in expected.items():
        table.add_row(str(_WAGERS[name]), *(f"{result[key]:,.2f}" for key in ("mean", "low", "high")))
    return table
