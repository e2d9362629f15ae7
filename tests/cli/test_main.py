"""What every command shares: wrong usage is one line on standard error that says where to look, and exit 2."""

from __future__ import annotations

import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand
from tests.record_factories import REFERENCE, create_line


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["settle"], "casino-table settle: Missing argument 'FILE'. Try 'casino-table settle --help'."),
        (["audit", "--json"], "casino-table audit: Missing argument 'FILE...'. Try 'casino-table audit --help'."),
        (["settle", "a", "b"],
         "casino-table settle: Got unexpected extra argument (b). Try 'casino-table settle --help'."),
        (["hand", "--nope"], "casino-table hand: No such option '--nope'. Try 'casino-table hand --help'."),
        (["deck"], "casino-table deck: Missing option '--server-seed'. Try 'casino-table deck --help'."),
        (["nosuch"], "casino-table: No such command 'nosuch'. Try 'casino-table --help'."),
        (["no\nsuch"], r"casino-table: No such command 'no\nsuch'. Try 'casino-table --help'."),
        (["paytable", "nope"], "casino-table paytable: No such command 'nope'. Try 'casino-table paytable --help'."),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_line(run_command: RunCommand, arguments: list[str], line: str) -> None:
    ran = run_command(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, b"", line + "\n")


@pytest.mark.parametrize(
    "arguments", [["design", "texas-poker"], ["serve", "--port", "x"], ["deck", "--server-seed"], ["--json"]]
)
def test_whatever_click_says_of_wrong_usage_stays_on_one_line(run_command: RunCommand, arguments: list[str]) -> None:
    ran = run_command(*arguments)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("casino-table")


@pytest.mark.parametrize("path", ["", " paytable", " user", " db", " table"])
def test_a_group_alone_says_where_its_help_is(run_command: RunCommand, path: str) -> None:
    ran = run_command(*path.split())
    said = f"casino-table{path}: Missing command. Try 'casino-table{path} --help'.\n"
    assert (ran.code, ran.out, ran.err) == (2, b"", said)


def test_the_examples_of_deck_and_hand_run_as_shown(run_command: RunCommand) -> None:
    for name in ("deck", "hand"):
        examples = run_command(name, "--help").text.partition("Example")[2].replace("\\\n", " ").splitlines()[1:]
        for example in filter(None, map(str.strip, examples)):
            ran = run_command(*shlex.split(example)[1:])
            assert (ran.code, ran.err) == (0, ""), example


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here that is always full")
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
@pytest.mark.parametrize(
    ("arguments", "code", "lines"),
    [("hand As", 2, 0), ("settle nowhere", 2, 0), ("nosuch", 2, 0), ("", 2, 0), ("settle -", 1, 1)],
)
def test_messages_that_cannot_be_written_change_nothing(
    redirection: str, arguments: str, code: int, lines: int
) -> None:
    command = f"{sys.executable} -m casino_table {arguments} {redirection}"
    records = b"{\n" * 3 + create_line() + b"\n"
    ran = subprocess.run(["/bin/sh", "-c", command], input=records, capture_output=True, check=False)
    assert (ran.returncode, ran.stdout.count(b"\n"), ran.stderr) == (code, lines, b"")


def test_ctrl_c_while_the_program_is_read_is_silent() -> None:
    program = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from casino_table.__main__ import main\n"
        "main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")


def test_the_command_begins_there() -> None:
    (command,) = [script for script in entry_points(group="console_scripts") if script.name == "casino-table"]
    assert command.value == "casino_table.__main__:main"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["hand", "AsKsQsJsTs"],
        ["settle", str(REFERENCE / "settlement_cases.jsonl")],
        ["audit", "--json", str(REFERENCE / "settlement_cases.jsonl")],
    ],
)
def test_a_full_disk_is_told_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "casino_table", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (2, "casino-table: [Errno 28] No space left on device\n")


@pytest.mark.parametrize(
    ("redirection", "arguments", "code", "told"),
    [
        (">&-", "hand AsKsQsJsTs", 0, ""),
        (">&-", f"settle {REFERENCE / 'settlement_cases.jsonl'}", 0, ""),
        ("<&-", "settle -", 2, "casino-table: standard input: there is no record in it\n"),
    ],
)
def test_closed_streams_are_no_traceback(redirection: str, arguments: str, code: int, told: str) -> None:
    command = f"{sys.executable} -m casino_table {arguments} {redirection}"
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", told)
