"""What the commands of the mathematics share: options, stakes, and the counts from the user's cache folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from casino_table.cli._values import FileName, WholeNumber
from casino_table.game.fields import printable
from casino_table.game.limits import Limits
from casino_table.resources import paytable_folder
from casino_table.text import message

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from casino_table.game.paytable import Paytable
    from casino_table.odds.cache import CountsCache
    from casino_table.odds.enumeration import Counts
    from casino_table.odds.payouts import Stakes
    from casino_table.text import Message

THREADS: Final = min(8, os.cpu_count() or 1)

Value = TypeVar("Value")
Shown = Callable[[Value], str]
Command = Callable[..., None]


def stake_options(command: Command) -> Command:
    """Add the options that say what is staked, and under which limits."""
    amount = WholeNumber(1)
    for name, kind, text in reversed(
        (
            ("--ante", amount, "the ante, in minor units"),
            ("--bonus", WholeNumber(), "the bonus stake, in minor units"),
            ("--max-payout", amount, "most won by a box, by ante and bet and by the bonus; for all boxes: simulate"),
            ("--payout-unit", amount, "the amount that winnings are rounded to a multiple of"),
        )
    ):
        command = click.option(name, type=kind, metavar="N", help=text)(command)
    return command


def common_options(command: Command) -> Command:
    """Add the options that every command of the mathematics has."""
    command = click.option("--json", "as_json", is_flag=True, help="print one JSON document")(command)
    command = click.option(
        "--cache", type=FileName(), metavar="DIR", help="where exact counts are kept (default: the user's cache folder)"
    )(command)
    return click.option(
        "--paytables", type=FileName(), metavar="DIR", help="the folder in which PAYTABLE is looked up by name"
    )(command)


def prepare(paytable: str, options: dict[str, Any]) -> tuple[Paytable, Stakes | None, CountsCache]:
    """Return the paytable, the stakes if any were given, and the cache of counts."""
    table = paytable_folder(options["paytables"]).find(paytable)
    announce_compiling()
    stakes = _stakes(options)
    if stakes is not None:
        from casino_table.odds.payouts import check_stakes  # noqa: PLC0415 - brings numba in

        check_stakes(table, stakes)  # before anything is counted
    return table, stakes, open_cache(options["cache"])


def open_console() -> Console:
    """Return the console for tables, which prints a name in brackets or colons as it is."""
    from rich.console import Console  # noqa: PLC0415 - heavy

    return Console(highlight=False, markup=False, emoji=False)


def add_columns(table: Table, *headings: Message | None, left: int = 1) -> None:
    """Add columns with headings (None: without), the first ones to the left and those with figures to the right."""
    for place, heading in enumerate(headings):
        table.add_column("" if heading is None else str(heading), justify="left" if place < left else "right")


def announce_compiling() -> None:
    """Have a terminal told why the very first use takes longer, should anything have to be compiled."""
    if sys.stderr.isatty():
        from casino_table.hands.batch import tell_of_compiling  # noqa: PLC0415 - brings numba in

        tell_of_compiling(
            lambda: _say(message("compiling once for this machine, up to half a minute; the next time starts at once"))
        )


def open_cache(folder: str | None) -> CountsCache:
    """Return the cache of counts in a folder, or in that of the user."""
    from platformdirs import user_cache_path  # noqa: PLC0415 - only these commands need it

    from casino_table.odds.cache import CountsCache  # noqa: PLC0415 - brings numba in

    return CountsCache(Path(folder) if folder else user_cache_path("casino-table"), threads=THREADS, warn=_say)


def _stakes(options: dict[str, Any]) -> Stakes | None:
    from casino_table.odds.payouts import Stakes  # noqa: PLC0415 - brings numba in

    names = ("ante", "bonus", "max_payout", "payout_unit")
    if all(options[name] is None for name in names):
        return None
    if options["ante"] is None:
        raise click.UsageError(
            str(message("--bonus, --max-payout and --payout-unit need --ante: what they do depends on the stake"))
        )
    limits = Limits(max_payout=options["max_payout"], payout_unit=options["payout_unit"] or 1)
    return Stakes(ante=options["ante"], bonus=options["bonus"] or 0, limits=limits)


def counts_of(paytable: Paytable, cache: CountsCache) -> Counts:
    """Return the exact counts of a paytable, with a bar on a terminal while they are made."""
    bounds = (paytable.rules.dealer_qualifies.rank, paytable.rules.player_minimum.rank)
    if not sys.stderr.isatty():
        return cache.counts(*bounds)
    bar = click.progressbar(length=100, label=str(message("counting every deal")), file=sys.stderr)
    started: list[Any] = []

    def progress(done: float) -> None:
        # The bar appears only when there is something to count.
        if not started:
            started.append(bar.__enter__())
        bar.update(round(100 * done) - bar.pos)

    try:
        return cache.counts(*bounds, progress=progress)
    finally:
        if started:
            bar.__exit__(None, None, None)


def _say(sentence: Message) -> None:
    click.echo(f"casino-table: {printable(str(sentence))}", err=True)
