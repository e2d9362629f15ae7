"""The files that a simulation is written to: looked at before anything is played, written when all is."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from casino_table.errors import CasinoTableError
from casino_table.game.fields import printable
from casino_table.odds.simulation import chart, parquet, pictures
from casino_table.odds.simulation.rounds import round_document, simulated_rounds
from casino_table.resources import paytable_folder
from casino_table.text import message

if TYPE_CHECKING:
    from casino_table.game.paytable import Paytable
    from casino_table.odds.simulation.estimates import Estimates
    from casino_table.odds.simulation.plan import Plan
    from casino_table.odds.simulation.running import Simulation

_RECORDS_OF_A_STEP: Final = 64

Bar = Callable[[int, str], AbstractContextManager[Callable[[int], None] | None]]


class UnwritableFileError(CasinoTableError):
    """Refuse a file or folder that cannot be written."""

    code = "unwritable_file"


def check_files(plan: Plan, options: dict[str, Any]) -> None:
    """Refuse what could not be written in the end: hours of play should not end in that."""
    if options["pictures"]:
        pictures.refuse_too_few(plan.rounds)
        if options["png"]:
            chart.load_matplotlib()
        _make_folder(Path(options["pictures"]))
        for name in pictures.NAMES:
            _try_to_write(_picture(options, name))
    if options["parquet"]:
        parquet.load_pyarrow()
        _try_to_write(Path(options["parquet"]))
    if options["records"]:
        _try_to_write(Path(options["records"]))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableFileError(
            message("{folder} cannot be made: {reason}", folder=folder, reason=error.strerror)
        ) from None


def _try_to_write(path: Path) -> None:
    """Open a file for writing and leave it as it was; whoever reads from a pipe would take that for its end."""
    try:
        is_new = not path.exists()
        if is_new or path.is_file() or path.is_dir():
            path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> UnwritableFileError:
    return UnwritableFileError(message("{file} cannot be written: {reason}", file=path, reason=error.strerror))


def _picture(options: dict[str, Any], name: str) -> Path:
    return Path(options["pictures"]) / f"{name}{'.png' if options['png'] else '.svg'}"


def write_files(
    simulation: Simulation, estimates: Estimates | None, paytable: str, options: dict[str, Any], *, bar: Bar
) -> None:
    """Write what the options name; `bar` shows how far a file is."""
    plan = simulation.plan
    if options["pictures"] and estimates is not None:
        for name, drawn in pictures.pictures(simulation, estimates).items():
            path = _picture(options, name)
            chart.write_chart(drawn, path)
            click.echo(str(message("casino-table: drew {file}", file=printable(str(path)))), err=True)
    if options["records"]:
        _write_records(plan, Path(options["records"]), options["currency"], paytable, bar)
    if options["parquet"]:
        with bar(plan.rounds, str(message("writing Parquet"))) as progress:
            parquet.write_parquet(plan, Path(options["parquet"]), rounds=plan.rounds, progress=progress)


def _write_records(plan: Plan, path: Path, currency: str, paytable: str, bar: Bar) -> None:
    name = _known_name(plan.paytable, paytable)
    try:
        with path.open("w", encoding="utf-8") as file, bar(plan.rounds, str(message("writing records"))) as progress:
            for simulated in simulated_rounds(plan):
                file.write(json.dumps(round_document(plan, simulated, currency=currency, paytable=name)) + "\n")
                if progress is not None and simulated.number % _RECORDS_OF_A_STEP == 0:
                    progress(simulated.number)
    except OSError as error:
        raise _unwritable(path, error) from None


def _known_name(paytable: Paytable, argument: str) -> str | None:
    """Return the name under which any reader knows a paytable: that of one that ships, or None."""
    folder = paytable_folder()
    return argument if argument in folder.names() and folder.get(argument).hash == paytable.hash else None
