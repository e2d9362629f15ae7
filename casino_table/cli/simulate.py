"""The command `casino-table simulate`: whole rounds played, estimates beside the exact values."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino_table.cli import EXIT_INTERRUPTED
from casino_table.cli import _odds as shared
from casino_table.cli._values import FileName, Text, WholeNumber
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.text import message

if TYPE_CHECKING:
    from rich.console import Console

    from casino_table.game.paytable import Paytable
    from casino_table.odds.cache import CountsCache
    from casino_table.odds.simulation.estimates import Estimates
    from casino_table.odds.simulation.plan import Plan
    from casino_table.odds.simulation.running import Simulation
    from casino_table.odds.simulation.strategy import Strategy

_EXAMPLES = """\b
Examples:
  casino-table simulate texas-poker --rounds 10000000 --boxes 6
  casino-table simulate texas-poker --rounds 1000000 --open 1 --strategy simple --seed 7 --json
  casino-table simulate minsk --rounds 5000 --records rounds.jsonl --pictures pictures
  casino-table simulate texas-poker --rounds 1000000 --max-payout 5000000 --max-payout-scope deal
  casino-table simulate texas-poker --rounds 1000000000 --scheduler tcp://10.0.0.1:8786

\b
A strategy file says what an open box does with a hand on a flop, up to the names of suits, and with all others:
  otherwise optimal
  TcQc 6s2sKs fold
"""
_SEED_BITS = 53  # so that any reader of JSON keeps the seed whole


@click.command(name="simulate", epilog=_EXAMPLES)
@click.argument("paytable")
@click.option("--rounds", type=WholeNumber(1), required=True, metavar="N", help="how many rounds to play")
@click.option(
    "--boxes", type=WholeNumber(1, 7), default=6, show_default=True, metavar="K", help="boxes in play, 1 to 7"
)
@click.option(
    "--open", "open_boxes", type=WholeNumber(0, 7), metavar="K", help="how many of them are open  [default: 2, or all]"
)
@click.option(
    "--strategy",
    type=FileName(),
    default="optimal",
    show_default=True,
    metavar="NAME|FILE",
    help="how open boxes play: optimal, never-fold, simple, or a file, see below",
)
@click.option(
    "--seed",
    type=WholeNumber(0, 2**64 - 1),
    metavar="N",
    help="repeats a simulation, whatever the workers  [default: drawn]",
)
@click.option("--workers", type=WholeNumber(1, 1024), metavar="N", help="processes to use  [default: one a core]")
@click.option("--scheduler", metavar="ADDRESS", help="the Dask scheduler whose workers play, such as tcp://host:8786")
@click.option(
    "--ante", type=WholeNumber(1), default=10_000, show_default=True, metavar="N", help="the ante, in minor units"
)
@click.option(
    "--bonus", type=WholeNumber(), metavar="N", help="the bonus stake  [default: the ante, where one is offered]"
)
@click.option("--max-payout", type=WholeNumber(1), metavar="N", help="the most that is won, see the scope")
@click.option(
    "--max-payout-scope",
    type=click.Choice([scope.value for scope in MaxPayoutScope]),
    default=MaxPayoutScope.BOX.value,
    show_default=True,
    help="what the maximum holds for",
)
@click.option("--payout-unit", type=WholeNumber(1), default=1, metavar="N", help="what winnings are rounded to")
@click.option(
    "--rounds-per-hour", type=WholeNumber(1), default=40, show_default=True, metavar="N", help="for results by the hour"
)
@click.option("--check", type=WholeNumber(), default=500, show_default=True, metavar="N", help="rounds to settle again")
@click.option("--records", type=FileName(), metavar="FILE", help="write the rounds as records that audit reads")
@click.option(
    "--currency", type=Text(), metavar="C", default="PLAY", show_default=True, help="the currency that the records name"
)
@click.option("--parquet", type=FileName(), metavar="FILE", help="write the rounds as Parquet, a row a box")
@click.option("--pictures", type=FileName(), metavar="DIR", help="draw distribution, bankroll and convergence there")
@click.option("--png", is_flag=True, help="draw PNG instead of SVG")
@shared.common_options
@click.pass_context
def command(context: click.Context, /, paytable: str, **options: Any) -> None:
    """Play whole rounds as the table does, and show estimates beside the exact values.

    The first boxes are open and play by the strategy, the others are blind. A seed gives the same rounds to the last
    card on any number of processes or machines. Ctrl-C shows what is known so far.
    """
    from casino_table.cli._simulation_files import write_files  # noqa: PLC0415 - brings numba in

    plan, cache = _plan(paytable, options)
    simulation = _simulate(plan, options)
    estimates, document = _results(simulation, cache, options["check"])
    if options["as_json"]:
        click.echo(json.dumps(document))
    else:
        _show(shared.open_console(), simulation, estimates, document)
    if not simulation.is_complete:
        said = message(
            "casino-table: interrupted after {done:,} of {rounds:,} rounds",
            done=simulation.tally.rounds,
            rounds=plan.rounds,
        )
        click.echo(str(said), err=True)
        context.exit(EXIT_INTERRUPTED)
    write_files(simulation, estimates, paytable, options, bar=_bar)


def _plan(paytable: str, options: dict[str, Any]) -> tuple[Plan, CountsCache]:
    from casino_table.cli._simulation_files import check_files  # noqa: PLC0415 - brings numba in
    from casino_table.odds.simulation.cluster import check_address  # noqa: PLC0415
    from casino_table.odds.simulation.plan import Plan, box_stakes  # noqa: PLC0415

    table, _, cache = shared.prepare(paytable, options | dict.fromkeys(("ante", "bonus", "max_payout", "payout_unit")))
    limits = Limits(
        max_payout=options["max_payout"],
        max_payout_scope=MaxPayoutScope(options["max_payout_scope"]),
        payout_unit=options["payout_unit"],
    )
    bonus = options["bonus"]
    if bonus is None:
        bonus = 0 if table.bonus is None else options["ante"]
    boxes, open_boxes = options["boxes"], options["open_boxes"]
    blank = Plan(
        paytable=table,
        strategy=_never_fold(),
        rounds=options["rounds"],
        boxes=boxes,
        open_boxes=min(2, boxes) if open_boxes is None else open_boxes,
        ante=options["ante"],
        bonus=bonus,
        limits=limits,
        seed=secrets.randbits(_SEED_BITS) if options["seed"] is None else options["seed"],
        rounds_per_hour=options["rounds_per_hour"],
    )
    check_files(blank, options)
    if options["scheduler"] is not None:
        check_address(options["scheduler"])
    # Only once everything else is right: the best play needs the exact counts.
    strategy = _strategy(options["strategy"], table, cache, lambda: box_stakes(blank.ante, blank.bonus, limits))
    return replace(blank, strategy=strategy), cache


def _never_fold() -> Strategy:
    from casino_table.odds.simulation.strategy import never_fold  # noqa: PLC0415 - brings numba in

    return never_fold()


def _strategy(name: str, paytable: Paytable, cache: CountsCache, stakes: Callable[[], Any]) -> Strategy:
    from casino_table.odds.simulation import strategy  # noqa: PLC0415 - brings numba in

    def named(word: str) -> Strategy:
        if word == strategy.SIMPLE:
            return strategy.simple()
        if word == strategy.NEVER_FOLD:
            return strategy.never_fold()
        return strategy.optimal(paytable, shared.counts_of(paytable, cache), stakes(), threads=shared.THREADS)

    return named(name) if name in strategy.NAMES else strategy.read_strategy(Path(name), named)


def _simulate(plan: Plan, options: dict[str, Any]) -> Simulation:
    from casino_table.odds.simulation.running import simulate  # noqa: PLC0415 - brings numba in

    workers = options["workers"] or os.cpu_count() or 1
    with _bar(plan.rounds, str(message("playing"))) as progress:
        return simulate(plan, workers=workers, scheduler=options["scheduler"], progress=progress)


@contextmanager
def _bar(length: int, label: str) -> Iterator[Callable[[int], None] | None]:
    """Give a function that moves a bar on a terminal, and None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


def _results(simulation: Simulation, cache: CountsCache, checks: int) -> tuple[Estimates | None, dict[str, Any]]:
    from casino_table.odds.simulation.document import to_document  # noqa: PLC0415 - brings numba in
    from casino_table.odds.simulation.estimates import estimate  # noqa: PLC0415
    from casino_table.odds.simulation.exact import exact_results  # noqa: PLC0415
    from casino_table.odds.simulation.rounds import check  # noqa: PLC0415

    plan, played = simulation.plan, simulation.tally.rounds
    if played < 2:  # noqa: PLR2004 - a deviation needs two rounds
        return None, to_document(simulation, None, checked=check(plan, checks, played_rounds=played))
    estimates = estimate(simulation, exact_results(plan, shared.counts_of(plan.paytable, cache)))
    # After Ctrl-C on several processes the rounds played need not be the first ones; any round of the seed will do.
    checked = check(plan, checks, played_rounds=played)
    return estimates, to_document(simulation, estimates, checked=checked)


def _show(console: Console, simulation: Simulation, estimates: Estimates | None, document: dict[str, Any]) -> None:
    from casino_table.cli._simulation_tables import house_table, wager_table  # noqa: PLC0415 - brings numba in

    plan = simulation.plan
    said = message(
        "{rounds:,} rounds of {paytable}, {boxes} boxes, {open} open, strategy {strategy}, ante {ante:,}, "
        "bonus {bonus:,}, seed {seed}",
        rounds=simulation.tally.rounds,
        paytable=plan.paytable.name,
        boxes=plan.boxes,
        open=plan.open_boxes,
        strategy=plan.strategy.name,
        ante=plan.ante,
        bonus=plan.bonus,
        seed=plan.seed,
    )
    console.print(str(said))
    if estimates is not None:
        console.print(wager_table(plan, estimates))
        console.print(house_table(plan, estimates))
    checked = document["checked_rounds"]
    if checked:
        said = message(
            "{rounds:,} rounds were settled again by the table's own settlement: all the same.", rounds=checked
        )
    else:
        said = message("No round was settled again by the table's own settlement.")
    console.print(str(said))
