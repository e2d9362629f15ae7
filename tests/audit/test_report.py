"""Files of records, the running report, and the summary that an auditor hands on."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from casino_table.audit.record_files import RecordFile, UnreadableFileError, refuse_empty, size_of_all
from casino_table.audit.report import AuditReport
from casino_table.audit.summary import summary_lines
from tests.record_factories import REMOVED, create_line, create_reader

MARK = b"\xef\xbb\xbf"
BETTER = "The dealer qualifies, and the player's hand is better."
EQUAL = "The dealer qualifies, and the hands are equal."
NO_ROW = "The box's two cards and the flop make no hand that the bonus pays."


def write(folder: Path, text: bytes, name: str = "rounds.jsonl") -> str:
    path = folder / name
    path.write_bytes(text)
    return str(path)


def audit(*names: str) -> tuple[AuditReport, list[str]]:
    report = AuditReport()
    said: list[str] = []
    for name in names:
        report.add_file(RecordFile(name), create_reader(), on_bad=lambda sentence: said.append(str(sentence)))
    return report, said


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", []),
        (b"\n \r\n\t\n", []),
        (b"a\nb", [(1, b"a"), (2, b"b")]),
        (b"a\r\n\r\n\nb\r\n", [(1, b"a"), (4, b"b")]),
        (b"  a\t\n", [(1, b"a")]),
        (MARK + b"a\n" + MARK + b"b\n", [(1, b"a"), (2, MARK + b"b")]),
        (MARK, []),
        (b"\x00\n\x0b\n", [(1, b"\x00"), (2, b"\x0b")]),
        (b"x" * 3_000_000 + b"\ny", [(1, b"x" * 3_000_000), (2, b"y")]),
    ],
)
def test_lines_of_a_file(tmp_path: Path, text: bytes, lines: list[tuple[int, bytes]]) -> None:
    name = write(tmp_path, text)
    file = RecordFile(name)
    taken: list[int] = []
    assert list(file.lines(taken.append)) == lines
    assert (file.size, file.records, sum(taken)) == (len(text), len(lines), len(text))
    assert file.digest == sha256(text).hexdigest()
    assert size_of_all([name]) == len(text)


@pytest.mark.parametrize("name", ["none.jsonl", ".", "a\0b", "x" * 5_000])
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    with pytest.raises(UnreadableFileError, match="cannot be read"):
        size_of_all([path])
    with pytest.raises(UnreadableFileError, match="cannot be read"):
        list(RecordFile(path).lines())


def test_a_file_given_twice_would_count_twice(tmp_path: Path) -> None:
    name = write(tmp_path, b"")
    with pytest.raises(UnreadableFileError, match="is given twice"):
        size_of_all([name, name])


def test_the_size_of_standard_input_is_not_known() -> None:
    assert size_of_all(["-"]) is None


def test_no_record_in_any_file_is_refused(tmp_path: Path) -> None:
    report, _ = audit(write(tmp_path, b"\n"), write(tmp_path, b"", "other.jsonl"))
    with pytest.raises(UnreadableFileError, match=r"rounds.jsonl, .*other.jsonl: there is no record in it"):
        refuse_empty(report.files)
    report, _ = audit(write(tmp_path, b"\n"), write(tmp_path, create_line(), "other.jsonl"))
    refuse_empty(report.files)


def test_totals_are_kept_by_currency(tmp_path: Path) -> None:
    text = b"\n".join(
        [
            create_line(),
            create_line(currency="EUR", payouts__0__returned=10_001),
            create_line(currency="EUR", payouts__3__returned=39_000, payouts__2=REMOVED),
        ]
    )
    report, said = audit(write(tmp_path, text))
    document = report.to_document()
    findings = document.pop("findings")
    assert document == {
        "rounds": 3,
        "lines": 15,
        "staked": {"EUR": 130_000, "PLAY": 65_000},
        "returned": {"EUR": 219_001, "PLAY": 110_000},
        "right": {"EUR": 220_000, "PLAY": 110_000},
        "overpaid": {"EUR": 1, "PLAY": 0},
        "underpaid": {"EUR": 1_000, "PLAY": 0},
    }
    assert isinstance(findings, list)
    assert [(finding["line"], finding["kind"]) for finding in findings] == [
        (2, "wrong_amount"), (3, "missing_line"), (3, "wrong_amount"),
    ]  # fmt: skip
    assert said == []


def test_a_bad_record_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    name = write(tmp_path, b"\n".join([b"{", create_line(boxes__1__ante=1.0), b"", create_line(), b"[1]"]))
    report, said = audit(name)
    assert said == [
        f"{name}:1: record: is not JSON at character 2: expecting property name enclosed in double quotes",
        f"{name}:2: boxes[1].ante: must be a whole number, not 1.0",
        f"{name}:5: record: must be an object, not a list",
    ]
    assert [finding.to_document() for finding in report.findings][1] == {
        "file": name, "line": 2, "round": "T1-42", "box": None, "wager": None, "kind": "bad_record", "paid": None,
        "right": None, "row": None, "reason": "boxes[1].ante: must be a whole number, not 1.0",
    }  # fmt: skip
    assert [finding.round for finding in report.findings] == [None, "T1-42", None]
    assert (report.rounds, report.files[0].records, report.files[0].bad_records) == (1, 4, 3)
    assert not report.could_use_nothing


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([create_line(paytable="nope")], True),
        ([create_line(paytable="a@2"), b"{"], True),
        ([create_line(paytable="nope"), create_line()], False),
        ([b"{"], False),
    ],
)
def test_an_audit_without_a_paytable_could_not_be_done(tmp_path: Path, lines: list[bytes], *, expected: bool) -> None:
    report, _ = audit(write(tmp_path, b"\n".join(lines)))
    assert report.could_use_nothing is expected


def summary_of(report: AuditReport) -> str:
    return "\n".join(summary_lines(report, made_at="2026-01-31 12:00:00 UTC", program="casino-table 1"))


def test_the_summary_of_a_clean_audit(tmp_path: Path) -> None:
    back = {"payouts__0__returned": 10_000, "payouts__2__returned": 5_000}
    back |= {"payouts__3__returned": 10_000, "payouts__4__returned": 20_000}
    text = create_line() + b"\n" + create_line(status="void", cards=REMOVED, **back) + b"\n"
    name = write(tmp_path, text)
    report, _ = audit(name)
    summary = summary_of(report)
    assert summary.startswith(
        "Audit of round records\nmade 2026-01-31 12:00:00 UTC by casino-table 1; amounts are in minor units\n\nFiles\n"
    )
    for part in (
        f"{sha256(text).hexdigest()}  {len(text):>5}        2           0  {name}",
        "   2  rounds settled again",
        "   1  of them void",
        "  10  settlement lines",
        "  currency  staked  returned   right  overpaid  underpaid",
        "  PLAY      130000    175000  175000         0          0",
        "  99d7700e2fc58a728eeff5a88faa7146176e8535fd4b54c13fd7f699403b7eaf       2  texas-poker",
        "  none: every line of every record is right",
    ):
        assert part in summary


def test_the_summary_lists_findings_by_kind(tmp_path: Path) -> None:
    lines = [
        create_line(payouts__3__returned=39_000),
        create_line(round="evil\x1b[31m", payouts__2=REMOVED, payouts__1__won=7),
        b"nonsense",
        create_line(payouts__0__returned=0, limits__ante_max=500),
    ]
    name = write(tmp_path, b"\n".join(lines))
    report, _ = audit(name)
    tail = summary_of(report).partition("Findings\n")[2]
    assert tail == "\n".join(
        [
            "  2  wrong_amount  Paid another amount than is right",
            "  1  missing_line  A wager had a stake, but no line says what it returned",
            "  1  wrong_detail  The amount is right, but something else in the line is not",
            "  2  limit         A stake off the table's limits",
            "  1  bad_record    A record that could not be used",
            "  7  in all",
            "",
            "wrong_amount: Paid another amount than is right",
            f"  {name}:1 round T1-42 box 4 ante: paid 39000, right is 40000 by row full_house. {BETTER}",
            f"  {name}:4 round T1-42 box 1 ante: paid 0, right is 10000. {EQUAL}",
            "",
            "missing_line: A wager had a stake, but no line says what it returned",
            f"  {name}:2 round evil\\x1b[31m box 1 bonus: nothing stated, right is 0. {NO_ROW}",
            "",
            "wrong_detail: The amount is right, but something else in the line is not",
            f"  {name}:2 round evil\\x1b[31m box 1 bet: won is 7, but 0 is right",
            "",
            "limit: A stake off the table's limits",
            f"  {name}:4 round T1-42 box 1 ante: the ante of 10000 is above the maximum of 500",
            f"  {name}:4 round T1-42 box 4 ante: the ante of 10000 is above the maximum of 500",
            "",
            "bad_record: A record that could not be used",
            f"  {name}:3: is not JSON at character 1: expecting value",
        ]
    )


def test_lines_that_should_not_be_there_are_told_as_such(tmp_path: Path) -> None:
    name = write(tmp_path, create_line(payouts__2__box=2))
    report, _ = audit(name)
    assert "box 2 bonus: paid 0, which should not be there" in summary_of(report)
