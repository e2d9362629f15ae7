"""The command `decide`: the reference values through the command line, and how it refuses."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import RunCommand
from tests.record_factories import REFERENCE

CASES = json.loads((REFERENCE / "decide_values.json").read_text())["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['hole']}-{case['flop']}-{case['seen']}")
def test_reference_values(case: dict[str, object], run_command: RunCommand) -> None:
    seen = ["--seen", str(case["seen"])] if case["seen"] else []
    ran = run_command("decide", str(case["hole"]), str(case["flop"]), str(case["paytable"]), *seen, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert list(document) == ["bet", "fold", "best", "bet_net_sum", "fold_net_sum", "continuations"]
    assert document["bet"] == pytest.approx(case["bet"], rel=1e-14)
    for key in ("best", "bet_net_sum", "continuations"):
        assert document[key] == case[key]
    assert document["fold_net_sum"] == f"-{case['continuations']}"


def test_a_table_for_people(run_command: RunCommand) -> None:
    ran = run_command("decide", "TcQc", "6s2sKs", "texas-poker", "--seen", "Qd7d")
    assert ran.code == 0
    for text in ("-1.022031", "-913665", "fold (better)", "893,970 continuations"):
        assert text in ran.text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("AsKd", "2c3d4x", "texas-poker"), "is not a card"),
        (("AsKd", "2c3dAs", "texas-poker"), "As stands twice"),
        (("AsKd", "2c3d4h", "texas-poker", "--seen", "AsQd"), "As stands twice"),
        (("AsKdQd", "2c3d4h", "texas-poker"), "a box has two cards, not 3"),
        (("AsKd", "2c3d4h", "nothing-like-it"), "nothing-like-it"),
    ],
)
def test_refuses_in_one_line(arguments: tuple[str, ...], sentence: str, run_command: RunCommand) -> None:
    ran = run_command("decide", *arguments)
    assert (ran.code, ran.out) == (2, b"")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_a_terminal_is_told_that_the_first_use_compiles(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino_table.hands.batch.tell_of_compiling", lambda tell: tell())
    arguments = ("decide", "AsKd", "2c3d4h", "texas-poker")
    assert run_command(*arguments).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = "casino-table: compiling once for this machine, up to half a minute; the next time starts at once\n"
    assert run_command(*arguments).err == told
