"""The summary of an audit as plain text: what was read, what it came to, and every finding, to be handed on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from casino_table.audit.findings import KIND_TITLES, Finding, Kind
from casino_table.audit.report import AuditReport
from casino_table.game.fields import printable
from casino_table.game.settlement import Reason, reason_sentence
from casino_table.text import Message, message


def summary_lines(report: AuditReport, *, made_at: str, program: str) -> Iterator[str]:
    """Yield the summary line by line; `made_at` and `program` say when and by what it was made."""
    yield str(message("Audit of round records"))
    yield str(message("made {at} by {program}; amounts are in minor units", at=made_at, program=program))
    yield from _section(message("Files"), _files(report))
    yield from _section(message("Rounds"), _rounds(report))
    yield from _section(message("Money"), _money(report))
    yield from _section(message("Paytables"), _paytables(report))
    yield from _section(message("Findings"), _counts(report))
    for kind, found in report.by_kind():
        yield from _section(message("{kind}: {title}", kind=kind, title=KIND_TITLES[kind]), map(_finding, found))


def _section(title: Message, lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield str(title)
    yield from (f"  {line}" for line in lines)


def _columns(rows: Sequence[Sequence[str]], *, left: frozenset[int]) -> Iterator[str]:
    """Yield rows in columns, figures to the right; the numbers in `left` are columns of text."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _heads(*names: Message) -> list[str]:
    return [str(name) for name in names]


def _files(report: AuditReport) -> Iterator[str]:
    head = _heads(message("SHA-256"), message("bytes"), message("records"), message("not usable"), message("file"))
    rows = [
        [file.digest, str(file.size), str(file.records), str(file.bad_records), file.title] for file in report.files
    ]
    return _columns([head, *rows], left=frozenset({0, 4}))


def _rounds(report: AuditReport) -> Iterator[str]:
    shuffles = report.shuffles
    counts = (
        (report.rounds, message("rounds settled again")),
        (report.void_rounds, message("of them void")),
        (report.lines, message("settlement lines")),
        (shuffles.derived, message("decks derived again and compared")),
        (shuffles.not_stated, message("rounds whose record names no shuffle, so that their deck was not checked")),
        (shuffles.house_alone, message("rounds to whose deck no player contributed: the house could have known it")),
        (shuffles.withheld, message("rounds in which a player's seed was promised and not revealed")),
    )
    return _columns([[str(count), str(text)] for count, text in counts], left=frozenset({1}))


def _money(report: AuditReport) -> Iterator[str]:
    head = _heads(
        message("currency"),
        message("staked"),
        message("returned"),
        message("right"),
        message("overpaid"),
        message("underpaid"),
    )
    rows = [
        [printable(currency), *map(str, (sums.staked, sums.returned, sums.right, sums.overpaid, sums.underpaid))]
        for currency, sums in sorted(report.money.items())
    ]
    return _columns([head, *rows], left=frozenset({0}))


def _paytables(report: AuditReport) -> Iterator[str]:
    head = _heads(message("hash"), message("rounds"), message("name"))
    unnamed = str(message("(written out in the records, without a name)"))
    rows = [[digest, str(rounds), name or unnamed] for (digest, name), rounds in sorted(report.paytables.items())]
    return _columns([head, *rows], left=frozenset({0, 2}))


def _counts(report: AuditReport) -> Iterator[str]:
    if not report.findings:
        yield str(message("none: every line of every record is right"))
        return
    rows = [[str(len(found)), kind.value, str(KIND_TITLES[kind])] for kind, found in report.by_kind()]
    rows.append([str(len(report.findings)), str(message("in all")), ""])
    yield from _columns(rows, left=frozenset({1, 2}))


def _finding(finding: Finding) -> str:
    """Return one finding as a line: where, what was paid, what is right, and why."""
    place = f"{printable(finding.file)}:{finding.line}"
    if finding.round is not None:
        place += " " + str(message("round {round}", round=printable(finding.round)))
    if finding.box is not None:
        place += " " + str(message("box {box}", box=finding.box))
    if finding.wager is not None:
        place += f" {finding.wager}"
    return f"{place}: {_words(finding)}"


def _words(finding: Finding) -> Message:
    if finding.sentence is not None:
        return finding.sentence
    if finding.kind in (Kind.EXTRA_LINE, Kind.DUPLICATE_LINE):
        return message("paid {paid}, which should not be there", paid=finding.paid)
    paid = message("nothing stated") if finding.paid is None else message("paid {paid}", paid=finding.paid)
    if finding.reason is None:
        return message("{paid}, right is {right}", paid=paid, right=finding.right)
    why = reason_sentence(Reason(finding.reason))
    if finding.row is None:
        return message("{paid}, right is {right}. {why}", paid=paid, right=finding.right, why=why)
    return message(
        "{paid}, right is {right} by row {row}. {why}", paid=paid, right=finding.right, row=finding.row, why=why
    )
