"""What every command takes as a value: a number is digits, a name is not empty, and a refusal names the option."""

from __future__ import annotations

import pytest

from tests.cli.conftest import RunCommand

WRITTEN = ["1_000", "٣", "+5", " 5", "0x10", "1.0", "-1", "1e3", "9" * 5_000]
COMMANDS = {
    "--ante": ["odds", "texas-poker"],
    "--answers": ["design", "texas-poker", "--wager", "bonus", "--target-edge", "1", "--rows", "flush"],
    "--rounds": ["simulate", "texas-poker"],
    "--port": ["serve"],
    "--round": ["deck", "--server-seed", "00" * 32, "--table", "T"],
}


@pytest.mark.parametrize("number", WRITTEN)
@pytest.mark.parametrize("option", COMMANDS)
def test_a_number_is_digits(option: str, number: str, run_command: RunCommand) -> None:
    ran = run_command(*COMMANDS[option], option, number)
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err.startswith(f"casino-table: {option}: must be a whole number from ")
    assert ran.err.count("\n") == 1


def test_an_argument_is_named_too(run_command: RunCommand) -> None:
    ran = run_command("table", "void", "T1", "x", "--reason", "r", "--pit-boss", "a", "--approver", "b")
    assert ran.err == 'casino-table: NUMBER: must be a whole number from 1 to 9007199254740991, not "x"\n'


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["settle", ""], "FILE: must not be empty"),
        (["audit", "a", ""], "FILE: must not be empty"),
        (["paytable", "check", ""], "FILE: must not be empty"),
        (["settle", "-", "--paytables", ""], "--paytables: must not be empty"),
        (["odds", "texas-poker", "--cache", ""], "--cache: must not be empty"),
        (["simulate", "texas-poker", "--rounds", "5", "--records", ""], "--records: must not be empty"),
        (["simulate", "texas-poker", "--rounds", "5", "--strategy", ""], "--strategy: must not be empty"),
        (["db", "upgrade", "--revision", ""], "--revision: must not be empty"),
        (["db", "upgrade", "--revision", "head+1"], '--revision: must be letters and digits, not "head+1"'),
        (["user", "add", "\udcff", "--role", "auditor"], "NAME: is not UTF-8"),
        (["serve", "--host", ""], "--host: must not be empty"),
        (["serve", "--host", "\udcff"], "--host: is not UTF-8"),
    ],
)
def test_a_value_that_is_none_is_refused_by_name(arguments: list[str], why: str, run_command: RunCommand) -> None:
    ran = run_command(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, b"", f"casino-table: {why}\n")
