"""What every command shares: wrong usage is one line on standard error that says where to look, and exit 2."""

from __future__ import annotations

import pytest

from tests.cli.conftest import RunCommand


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


@pytest.mark.parametrize("arguments", [[], ["paytable"]])
def test_a_group_alone_shows_its_help(run_command: RunCommand, arguments: list[str]) -> None:
    ran = run_command(*arguments)
    assert ran.code == 2
    assert "Commands:" in ran.err
