"""The command `casino-table paytable`: check paytable files."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from casino_table.cli import EXIT_CANNOT
from casino_table.cli._odds import counts_of, open_cache
from casino_table.cli._values import FileName
from casino_table.errors import CasinoTableError
from casino_table.game.paytable import Paytable, warnings
from casino_table.resources import paytable_folder
from casino_table.text import message

if TYPE_CHECKING:
    from casino_table.odds.cache import CountsCache

_EXAMPLES = """\b
Examples:
  casino-table paytable check paytables/*.toml
  casino-table paytable check texas-poker --json
"""


@click.group(name="paytable", epilog=_EXAMPLES)
def command() -> None:
    """Check paytables."""


@command.command(epilog=_EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=FileName(), metavar="FILE...")
@click.option(
    "--paytables", type=FileName(), metavar="DIR", help="the folder in which a FILE without .toml is looked up by name"
)
@click.option(
    "--cache", type=FileName(), metavar="DIR", help="where exact counts are kept (default: the user's cache folder)"
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON document a paytable, each on its line")
@click.pass_context
def check(
    ctx: click.Context, files: tuple[str, ...], paytables: str | None, cache: str | None, *, as_json: bool
) -> None:
    """Validate paytables, and print the hash and the warnings of each.

    Warnings are no errors: a row that pays nothing or cannot be won, a ladder out of order, an edge for the player,
    which is counted exactly. The exit status is 2 if a paytable is refused.
    """
    folder = paytable_folder(paytables)
    counts_cache = open_cache(cache)
    is_any_refused = False
    for file in files:
        try:
            paytable = folder.find(file)
        except CasinoTableError as refusal:
            is_any_refused = True
            click.echo(f"casino-table: {refusal}", err=True)
            continue
        found = [str(warning) for warning in warnings(paytable, main_net=_main_net(paytable, counts_cache))]
        if as_json:
            click.echo(json.dumps({"file": file, "name": paytable.name, "hash": paytable.hash, "warnings": found}))
        else:
            click.echo(f"{paytable.hash}  {paytable.name}")
            for warning in found:
                click.echo(str(message("  warning: {warning}", warning=warning)))
    if is_any_refused:
        ctx.exit(EXIT_CANNOT)


def _main_net(paytable: Paytable, cache: CountsCache) -> Fraction:
    """Return what a player gains by ante and bet over all deals, in antes: exact, as `casino-table odds` has it."""
    from casino_table.odds.analysis import main_net  # noqa: PLC0415 - brings numba in

    return main_net(paytable, counts_of(paytable, cache))
