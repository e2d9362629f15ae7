"""The command `casino-table audit`: settle round records again and say what is wrong in them."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import click

from casino_table import __version__
from casino_table.audit.progress import progress_bar
from casino_table.audit.record_files import RecordFile, nothing_in, refuse_empty, size_of_all
from casino_table.audit.report import AuditReport
from casino_table.audit.summary import summary_lines
from casino_table.cli import EXIT_CANNOT
from casino_table.cli._values import FileName
from casino_table.game.record import RecordReader
from casino_table.resources import paytable_folder
from casino_table.text import message

_EXAMPLES = """\b
Examples:
  casino-table audit rounds.jsonl
  casino-table audit --json march.jsonl april.jsonl > findings.json
"""


@click.command(name="audit", epilog=_EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=FileName(), metavar="FILE...")
@click.option("--paytables", type=FileName(), metavar="DIR", help="the folder in which records find paytables by name")
@click.option("--json", "as_json", is_flag=True, help="print totals and findings as one JSON document")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], paytables: str | None, *, as_json: bool) -> None:
    """Settle every round record of the FILEs again (- is standard input) and check everything in it.

    Compared are what was paid and why, and, where a record names its seeds, every card with the deck that follows from
    them; bets, stakes and plays are held against the table's limits. Then comes a summary that can be handed on. The
    exit status is 0 if nothing was found, 1 with findings, 2 if the audit could not be done: a file that cannot be
    read, no record at all, or no record that could be used, one for want of its paytable.
    """
    reader = RecordReader(paytable_folder(paytables))
    report = AuditReport()
    with progress_bar(str(message("auditing")), size_of_all(files)) as progress:
        for name in files:
            report.add_file(RecordFile(name), reader, on_bad=progress.say, on_bytes=progress.advance)
    refuse_empty(report.files)
    for file in report.files:
        if not file.records:
            click.echo(f"casino-table: {nothing_in([file])}", err=True)
    if as_json:
        click.echo(json.dumps(report.to_document(), indent=2))
    else:
        made_at = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        for line in summary_lines(report, made_at=made_at, program=f"casino-table {__version__}"):
            click.echo(line)
    if report.findings:
        ctx.exit(EXIT_CANNOT if report.could_use_nothing else 1)
