"""The command `casino-table settle`: fill the payouts of round records."""

from __future__ import annotations

import sys

import click

from casino_table.audit.progress import progress_bar
from casino_table.audit.record_files import RecordFile, refuse_empty, size_of_all
from casino_table.audit.report import bad_line
from casino_table.cli import EXIT_CANNOT
from casino_table.cli._values import FileName
from casino_table.game.fields import FieldError
from casino_table.game.paytable_folder import UnknownPaytableError
from casino_table.game.record import RecordReader, with_payouts
from casino_table.resources import paytable_folder
from casino_table.text import message

_EXAMPLES = """\b
Examples:
  casino-table settle rounds.jsonl > settled.jsonl
  casino-table settle - --paytables ./paytables < rounds.jsonl
"""


@click.command(name="settle", epilog=_EXAMPLES)
@click.argument("file", type=FileName())
@click.option("--paytables", type=FileName(), metavar="DIR", help="the folder in which records find paytables by name")
@click.option("--json", "_as_json", is_flag=True, help="nothing changes: records are JSON, one a line")
@click.pass_context
def command(ctx: click.Context, file: str, paytables: str | None, *, _as_json: bool) -> None:
    """Settle every round record in FILE (- is standard input) and write it out again with its payouts.

    A record is one JSON object on a line. Payouts that stand in it are replaced, cards are written canonically, and
    everything else comes out as it went in. A record that cannot be used is named on standard error as
    FILE:LINE: KEY: reason and left out; the rest goes on.

    The exit status is 0 if every record was settled, 1 if some or even all were left out, and 2 if settling could not
    be done: a file that cannot be read or holds no record, or no record that could be used, one for want of its
    paytable.
    """
    reader = RecordReader(paytable_folder(paytables))
    records = RecordFile(file)
    out = sys.stdout.buffer
    is_paytable_missing = False
    size = size_of_all([file])
    # Where the records themselves run over the terminal, a bar would only tear them apart.
    with progress_bar(str(message("settling")), None if sys.stdout.isatty() else size) as progress:
        for number, text in records.lines(progress.advance):
            try:
                out.write(with_payouts(text, reader.read(text)))
            except FieldError as refusal:
                records.bad_records += 1
                is_paytable_missing |= isinstance(refusal, UnknownPaytableError)
                progress.say(bad_line(records, number, refusal))
    out.flush()
    refuse_empty([records])
    if records.bad_records:
        could_use_nothing = records.bad_records == records.records
        ctx.exit(EXIT_CANNOT if could_use_nothing and is_paytable_missing else 1)
