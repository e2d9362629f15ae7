"""The running result of an audit: totals by currency, findings, and what else an auditor hands on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from casino_table.audit.findings import Finding, Kind
from casino_table.audit.record_files import RecordFile
from casino_table.audit.records import findings_in
from casino_table.errors import CasinoTableError
from casino_table.game.fields import FieldError
from casino_table.game.paytable_folder import UnknownPaytableError
from casino_table.game.record import RecordReader, RoundRecord
from casino_table.game.settlement import Line
from casino_table.game.strict_json import decode_exactly
from casino_table.text import Message, message

MONEY_KINDS: Final = frozenset(
    {Kind.WRONG_AMOUNT, Kind.MISSING_LINE, Kind.EXTRA_LINE, Kind.DUPLICATE_LINE, Kind.NO_PAYOUTS}
)
"""The kinds of finding that say something of how much was paid."""


@dataclass(slots=True)
class Money:
    """Hold the sums of one currency in minor units; `returned` plus `underpaid` is `right` plus `overpaid`."""

    staked: int = 0
    returned: int = 0
    right: int = 0
    overpaid: int = 0
    underpaid: int = 0


@dataclass(slots=True)
class Shuffles:
    """Count rounds that were dealt by what their record says of the shuffle.

    `house_alone` are rounds to whose deck no player contributed, so that the house could have known it; `withheld` are
    rounds in which somebody did not reveal his seed. Both are among the `derived`.
    """

    derived: int = 0
    not_stated: int = 0
    house_alone: int = 0
    withheld: int = 0


@dataclass(slots=True)
class AuditReport:
    """Gather what an audit finds. A record without payouts counts as one in which nothing was paid."""

    files: list[RecordFile] = field(default_factory=list)
    rounds: int = 0
    void_rounds: int = 0
    lines: int = 0
    money: dict[str, Money] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    shuffles: Shuffles = field(default_factory=Shuffles)
    paytables: Counter[tuple[str, str]] = field(default_factory=Counter)
    is_paytable_missing: bool = False

    def add_file(
        self,
        file: RecordFile,
        reader: RecordReader,
        *,
        on_bad: Callable[[Message], None],
        on_bytes: Callable[[int], None] | None = None,
    ) -> None:
        """Audit one file; `on_bad` is told of each record that could not be used, as `FILE:LINE: KEY: reason`."""
        self.files.append(file)
        for number, text in file.lines(on_bytes):
            try:
                self.add(reader.read(text), file=file.name, line=number)
            except FieldError as refusal:
                file.bad_records += 1
                self.is_paytable_missing |= isinstance(refusal, UnknownPaytableError)
                self.findings.append(bad_record(file.name, number, text, refusal))
                on_bad(bad_line(file, number, refusal))

    def add(self, record: RoundRecord, *, file: str, line: int) -> None:
        """Audit one record that stands on a line of a file."""
        lines = record.settled()
        self.rounds += 1
        self.lines += len(lines)
        self._count(record)
        money = self.money.get(record.currency)
        if money is None:
            money = self.money[record.currency] = Money()
        _add_money(money, record, lines)
        for finding in findings_in(record, lines, file=file, line=line):
            self.findings.append(finding)
            if finding.kind in MONEY_KINDS:
                excess = (finding.paid or 0) - (finding.right or 0)
                money.overpaid += max(excess, 0)
                money.underpaid += max(-excess, 0)

    def _count(self, record: RoundRecord) -> None:
        self.void_rounds += record.is_void
        self.paytables[record.paytable.hash, record.paytable.name] += 1
        if record.deal is None:
            return  # void before the deal: there is no deck that anybody could have known or withheld a seed from
        if record.shuffle is None:
            self.shuffles.not_stated += 1
            return
        self.shuffles.derived += 1
        self.shuffles.house_alone += not record.shuffle.clients
        self.shuffles.withheld += any(client.client_seed is None for client in record.shuffle.clients)

    @property
    def could_use_nothing(self) -> bool:
        """Say whether every record failed, and some for want of its paytable: then the audit could not be done."""
        return self.rounds == 0 and self.is_paytable_missing

    def by_kind(self) -> Iterator[tuple[Kind, list[Finding]]]:
        """Yield the findings of each kind that occurs, in the order of the kinds."""
        for kind in Kind:
            found = [finding for finding in self.findings if finding.kind is kind]
            if found:
                yield kind, found

    def to_document(self) -> dict[str, object]:
        """Return the report as `audit --json` writes it."""
        sums = {
            name: {currency: getattr(money, name) for currency, money in sorted(self.money.items())}
            for name in ("staked", "returned", "right", "overpaid", "underpaid")
        }
        findings = [finding.to_document() for finding in self.findings]
        return {"rounds": self.rounds, "lines": self.lines, **sums, "findings": findings}


def _add_money(money: Money, record: RoundRecord, lines: tuple[Line, ...]) -> None:
    for line in lines:
        money.staked += line.stake
        money.right += line.returned
    for paid in record.payouts or ():
        money.returned += paid.returned


def bad_line(file: RecordFile, number: int, refusal: CasinoTableError) -> Message:
    """Return the sentence on a record that cannot be used: `FILE:LINE: KEY: reason`."""
    if isinstance(refusal, FieldError) and not refusal.key:
        refusal = FieldError("record", refusal.reason)
    return message("{file}:{line}: {refusal}", file=file.title, line=number, refusal=refusal.sentence)


def bad_record(file: str, number: int, text: bytes, refusal: FieldError) -> Finding:
    """Return the finding on a record that cannot be used, with the round if that much can be read."""
    try:
        document = decode_exactly(text)
    except FieldError:
        document = None
    name = document.get("round") if isinstance(document, dict) else None
    return Finding(file, number, Kind.BAD_RECORD, name if type(name) is str else None, sentence=refusal.sentence)
