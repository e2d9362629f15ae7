"""The command `audit`."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from casino_table.audit.findings import Kind
from tests.cli.conftest import RunCommand
from tests.record_factories import REFERENCE, REMOVED, create_line
from tests.record_mutations import mutated_line

CASES = REFERENCE / "settlement_cases.jsonl"


def write(folder: Path, text: bytes, name: str = "rounds.jsonl") -> str:
    path = folder / name
    path.write_bytes(text)
    return str(path)


def test_worked_cases_are_right(run_command: RunCommand) -> None:
    ran = run_command("audit", "--json", str(CASES))
    assert (ran.code, ran.err) == (0, "")
    report = json.loads(ran.out)
    assert list(report) == [
        "rounds", "lines", "staked", "returned", "right", "overpaid", "underpaid", "findings",
    ]  # fmt: skip
    assert (report["rounds"], report["findings"]) == (44, [])
    assert report["returned"] == report["right"]
    assert report["overpaid"] == report["underpaid"] == {"EUR": 0}


def test_the_summary_can_be_handed_on(run_command: RunCommand) -> None:
    ran = run_command("audit", str(CASES))
    assert (ran.code, ran.err) == (0, "")
    assert sha256(CASES.read_bytes()).hexdigest() in ran.text
    assert "none: every line of every record is right" in ran.text


def test_what_settle_writes_audit_finds_right(run_command: RunCommand, tmp_path: Path) -> None:
    settled = run_command("settle", str(CASES)).out
    assert run_command("audit", write(tmp_path, settled)).code == 0


def test_findings_have_their_keys(run_command: RunCommand, tmp_path: Path) -> None:
    first = write(tmp_path, create_line() + b"\n\n" + create_line(payouts__3__returned=1), "a.jsonl")
    second = write(tmp_path, b"{", "b.jsonl")
    ran = run_command("audit", "--json", first, second)
    assert ran.code == 1
    report = json.loads(ran.out)
    assert report["findings"] == [
        {"file": first, "line": 3, "round": "T1-42", "box": 4, "wager": "ante", "kind": "wrong_amount", "paid": 1,
         "right": 40_000, "row": "full_house", "reason": "win"},
        {"file": second, "line": 1, "round": None, "box": None, "wager": None, "kind": "bad_record", "paid": None,
         "right": None, "row": None,
         "reason": "is not JSON at character 2: expecting property name enclosed in double quotes"},
    ]  # fmt: skip
    assert (report["rounds"], report["lines"]) == (2, 10)
    assert report["underpaid"] == {"PLAY": 39_999}
    assert ran.err.startswith(f"{second}:1: record: is not JSON")


@pytest.mark.parametrize("as_json", [[], ["--json"]])
@pytest.mark.parametrize(
    ("stdin", "code"),
    [
        (create_line(), 0),
        (create_line(payouts__0__returned=1), 1),
        (create_line(payouts=REMOVED), 1),
        (create_line(limits__ante_max=1), 1),
        (create_line() + b"\n{", 1),
        (b"{", 1),
        (b"", 2),
        (create_line(paytable="nope"), 2),
        (create_line(paytable="nope") + b"\n" + create_line(), 1),
    ],
)
def test_exit_codes(run_command: RunCommand, stdin: bytes, code: int, as_json: list[str]) -> None:
    assert run_command("audit", "-", *as_json, stdin=stdin).code == code


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (["nowhere.jsonl"], "casino-table: nowhere.jsonl: cannot be read: No such file or directory"),
        ([str(CASES), "nowhere.jsonl"], "casino-table: nowhere.jsonl: cannot be read: No such file or directory"),
        ([str(CASES), str(CASES)], f"casino-table: {CASES}: is given twice"),
        ([str(CASES), str(CASES.parent / "." / ".." / CASES.parent.name / CASES.name)],
         f"casino-table: {CASES.parent}/../{CASES.parent.name}/{CASES.name}: is the same file as {CASES}"),
        (["."], "casino-table: .: cannot be read: Is a directory"),
        (["a\x1b[31m"], "casino-table: a\\x1b[31m: cannot be read: No such file or directory"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read(run_command: RunCommand, files: list[str], why: str) -> None:
    ran = run_command("audit", *files)
    assert (ran.code, ran.out, ran.err.strip()) == (2, b"", why)


def test_a_link_to_a_file_is_the_file(run_command: RunCommand, tmp_path: Path) -> None:
    for name, make in (("symbolic", Path.symlink_to), ("hard", Path.hardlink_to)):
        link = tmp_path / name
        own = Path(write(tmp_path, create_line()))
        make(link, own)
        ran = run_command("audit", str(own), str(link))
        assert (ran.code, ran.err) == (2, f"casino-table: {link}: is the same file as {own}\n")


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_an_empty_file_among_others_is_said(run_command: RunCommand, tmp_path: Path, as_json: list[str]) -> None:
    empty = write(tmp_path, b"\n", "empty.jsonl")
    ran = run_command("audit", str(CASES), empty, *as_json)
    assert (ran.code, ran.err) == (0, f"casino-table: {empty}: there is no record in it\n")


def test_spoilt_records_never_give_a_traceback(run_command: RunCommand, tmp_path: Path) -> None:
    chance = random.Random(7)
    lines = [mutated_line(chance) for _ in range(3_000)]
    name = write(tmp_path, b"\n".join(lines))
    ran = run_command("audit", "--json", name)
    assert ran.code == 1
    report = json.loads(ran.out)
    bad = [finding for finding in report["findings"] if finding["kind"] == "bad_record"]
    assert report["rounds"] + len(bad) == sum(1 for line in lines if line.strip())
    assert len(ran.err.splitlines()) == len(bad)
    for currency in report["right"]:
        balance = report["right"][currency] + report["overpaid"][currency] - report["underpaid"][currency]
        assert report["returned"][currency] == balance
    assert {finding["kind"] for finding in report["findings"]} <= {kind.value for kind in Kind}
    assert run_command("audit", name).code == 1


def test_a_bar_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    name = write(tmp_path, b"\n".join([create_line(), b"{", create_line()]), "a:100:[red]")
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "casino_table", "audit", "--json", name]
    ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, check=False, env=os.environ | {"TERM": "xterm"})
    os.close(end)
    shown = os.read(terminal, 100_000).decode()
    os.close(terminal)
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["rounds"] == 2
    assert f"{name}:2: record: is not JSON" in shown.replace("\r\n", "")
    assert "\x1b[" in shown


def test_the_summary_says_that_a_paytable_has_no_name(run_command: RunCommand, tmp_path: Path) -> None:
    paytable = {"format": "casino-table/paytable/1", "ante": {"otherwise": "1:1"}, "bonus": {"flush": "5:1"}}
    name = write(tmp_path, create_line(paytable=paytable, payouts__3__returned=20_000))
    ran = run_command("audit", name)
    assert (ran.code, ran.err) == (0, "")
    # The digest of the canonical form, by an implementation of docs/formats.md written apart from this project.
    digest = "3f3e787a63bbe6926a258578f04524dd9430ad4d8653afb5be7303b76f1c08d0"
    assert f"  {digest}       1  (written out in the records, without a name)\n" in ran.text
