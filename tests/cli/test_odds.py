"""The command `odds`: the reference values through the command line, and how it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import RunCommand
from tests.record_factories import REFERENCE

EXACT = {case["id"]: case for case in json.loads((REFERENCE / "exact_values.json").read_text())["paytables"]}


def write_paytable(folder: Path, case: dict[str, Any]) -> str:
    paytable = case["paytable"]
    lines = [f"{key} = {json.dumps(value)}" for key, value in paytable.items() if not isinstance(value, dict)]
    for key, table in paytable.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{row} = {json.dumps(value)}" for row, value in table.items())]
    path = folder / f"{paytable['name']}.toml"
    path.write_text("\n".join(lines))
    return str(path)


def assert_holds_all(document: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_holds_all(document[key], value)
    else:
        assert document == (pytest.approx(expected, rel=1e-13) if isinstance(expected, float) else expected)


def test_json_of_a_shipped_paytable(run_command: RunCommand, shared_folder: Path) -> None:
    ran = run_command("odds", "texas-poker", "--json", "--cache", str(shared_folder / "counts"))
    assert (ran.code, ran.err) == (0, "")
    assert_holds_all(json.loads(ran.out), EXACT["texas-poker"]["values"])


@pytest.mark.parametrize("case_id", ["capped", "bonus-lost-with-fold"])
def test_json_at_stakes(case_id: str, run_command: RunCommand, shared_folder: Path, tmp_path: Path) -> None:
    case = EXACT[case_id]
    options = [f"--{key.replace('_', '-')}={value}" for key, value in case["stakes"].items()]
    path = write_paytable(tmp_path, case)
    ran = run_command("odds", path, *options, "--json", "--cache", str(shared_folder / "counts"))
    assert (ran.code, ran.err) == (0, "")
    assert_holds_all(json.loads(ran.out), case["values"])


def test_an_edge_for_the_player_is_said_and_not_refused(
    run_command: RunCommand, shared_folder: Path, tmp_path: Path
) -> None:
    path = write_paytable(tmp_path, EXACT["bet-by-table"])
    ran = run_command("odds", path, "--cache", str(shared_folder / "counts"))
    assert ran.code == 0
    assert "-4.7258%" in ran.text
    assert ran.err == "casino-table: an open box played best has an edge of 4.7258% over the house\n"


def test_a_table_for_people(run_command: RunCommand, shared_folder: Path) -> None:
    options = ("--rounds", "10000", "--sensitivity", "--cache", str(shared_folder / "counts"))
    ran = run_command("odds", "by-table-aces", *options)
    assert (ran.code, ran.err) == (0, "")
    for text in ("2.1576%", "0.8173%", "6.2583%", "win: full house", "589,504,757,724", "two pair", "10,000 rounds"):
        assert text in ran.text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("no-such-table",), "no-such-table"),
        (("texas-poker", "--bonus", "5"), "need --ante"),
        (("texas-poker", "--ante", "0"), "--ante"),
        (("texas-poker", "--ante", "1.5"), "--ante"),
        (("texas-poker", "--ante", "1" + 400 * "0", "--worst-case"), "--ante: must be a whole number from 1 to"),
        (
            ("texas-poker", "--ante", str(2**53 // 101 + 1)),
            "the ante of 89180190641000 is too large: it could return 9",
        ),
        (("texas-poker", "--ante", "1", "--bonus", str(2**53 - 1)), "the bonus of 9007199254740991 is too large"),
        (("texas-poker", "--ante", "1", "--payout-unit", str(2**53)), "--payout-unit: must be a whole number from 1"),
        (("texas-poker", "--ante", "1", "--max-payout", str(2**53)), "--max-payout: must be a whole number from 1 to"),
        (("texas-poker", "--rounds", "1" + 309 * "0"), "--rounds: must be a whole number from 1 to 1000000000000000"),
        (("texas-poker", "--rounds", str(10**15 + 1)), "--rounds: must be a whole number from 1 to 1000000000000000"),
    ],
)
def test_refuses_by_name(arguments: tuple[str, ...], sentence: str, run_command: RunCommand) -> None:
    ran = run_command("odds", *arguments)
    assert (ran.code, ran.out) == (2, b"")
    assert sentence in ran.err


def test_a_bonus_lost_with_a_fold_asks_for_stakes(run_command: RunCommand, shared_folder: Path, tmp_path: Path) -> None:
    path = write_paytable(tmp_path, EXACT["bonus-lost-with-fold"])
    ran = run_command("odds", path, "--cache", str(shared_folder / "counts"))
    assert (ran.code, ran.out) == (2, b"")
    assert ran.err == (
        "casino-table: bonus-lost-with-fold loses the bonus with a fold, so what is right depends on ante and bonus: "
        "give both\n"
    )


def test_a_cache_that_cannot_be_written_costs_no_result(run_command: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    ran = run_command("odds", "texas-poker", "--json", "--cache", str(tmp_path / "file" / "below"))
    assert ran.code == 0
    assert json.loads(ran.out)["open"]["net_sum"] == "-858799769176"
    assert "could not be kept" in ran.err


def test_asking_for_help_brings_no_numba_in() -> None:
    code = (
        "import sys\n"
        "from casino_table.cli import group\n"
        "for name in ('odds', 'decide', 'design'):\n"
        "    group.main([name, '--help'], standalone_mode=False)\n"
        "assert 'numba' not in sys.modules and 'rich' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Examples:") == 3
