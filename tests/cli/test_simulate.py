"""The command `simulate`: its document, its tables, its files, how it refuses, and Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand


@pytest.fixture
def cache(shared_folder: Path) -> tuple[str, ...]:
    return ("--cache", str(shared_folder / "counts"), "--workers", "1")


def test_json_holds_estimates_beside_exact_values(run_command: RunCommand, cache: tuple[str, ...]) -> None:
    arguments = ("simulate", "texas-poker", "--rounds", "20000", "--seed", "4", "--json", *cache)
    ran = run_command(*arguments)
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert (document["complete"], document["rounds_played"], document["checked_rounds"]) == (True, 20_000, 500)
    # From reference/exact_values.json.
    for wager, edge in (("open", 0.030876739592), ("blind", 0.088641999138), ("bonus", 0.0218749038)):
        assert document[wager]["edge"]["exact"] == pytest.approx(edge, rel=1e-9)
        low, high = document[wager]["edge"]["interval_99.9"]
        assert low < edge < high
    assert run_command(*arguments).out == ran.out


def test_tables_for_people(run_command: RunCommand, cache: tuple[str, ...]) -> None:
    ran = run_command("simulate", "minsk", "--rounds", "500", "--strategy", "never-fold", "--bonus", "0", *cache)
    assert (ran.code, ran.err) == (0, "")
    for text in ("500 rounds of minsk", "strategy never-fold", "blind box", "an hour of 40 rounds", "settled again"):
        assert text in ran.text
    assert "bonus " not in ran.text.partition("\n")[2].partition("the house")[0]


def test_records_pass_the_audit_and_pictures_are_drawn(
    run_command: RunCommand, cache: tuple[str, ...], tmp_path: Path
) -> None:
    records, strategy = tmp_path / "rounds.jsonl", tmp_path / "my[bold]:100:\x1b.txt"
    strategy.write_text("otherwise fold\n", encoding="utf-8-sig")
    options = ("--max-payout", "50000", "--max-payout-scope", "deal", "--strategy", str(strategy), "--boxes", "7")
    files = ("--records", str(records), "--pictures", str(tmp_path / "pictures"))
    ran = run_command("simulate", "texas-poker", "--rounds", "200", "--open", "3", *options, *files, *cache)
    assert ran.code == 0, ran.err
    assert "no exact values with a cap on the deal" in ran.text
    assert r"strategy my[bold]:100:\x1b.txt, " in " ".join(ran.text.split())
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == [
        "bankroll.svg",
        "convergence.svg",
        "distribution.svg",
    ]
    audited = run_command("audit", str(records), "--json")
    assert audited.code == 0
    report = json.loads(audited.out)
    assert (report["rounds"], report["findings"]) == (200, [])
    assert '"decision": "bet"' not in records.read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("no-such-table", "--rounds", "5"), "no-such-table"),
        (("texas-poker",), "--rounds"),
        (("texas-poker", "--rounds", "0"), "--rounds: must be a whole number from 1 to"),
        (("texas-poker", "--rounds", "5", "--boxes", "8"), "--boxes: must be a whole number from 1 to 7, not"),
        (("texas-poker", "--rounds", "5", "--open", "7"), "the number of open boxes is 7"),
        (("texas-poker", "--rounds", "5", "--seed", "-1"), "--seed: must be a whole number from 0 to"),
        (("texas-poker", "--rounds", "5", "--currency", ""), "--currency: must not be empty"),
        (("texas-poker", "--rounds", "5", "--currency", "\udcff"), "--currency: is not UTF-8"),
        (("texas-poker", "--rounds", "5", "--max-payout", str(2**53)), "--max-payout: must be a whole number"),
        (("texas-poker", "--rounds", "5", "--strategy", "perfect"), "perfect cannot be read: No such file"),
        (("texas-poker", "--rounds", "5", "--max-payout-scope", "table"), "--max-payout-scope"),
        (("texas-poker", "--rounds", "5", "--records", "/no/such/r"), "/no/such/r cannot be written: No such file"),
        (("texas-poker", "--rounds", "5", "--parquet", "/no/such/r"), "/no/such/r cannot be written: No such file"),
        (("texas-poker", "--rounds", "5", "--records", "/"), "/ cannot be written: Is a directory"),
        (("texas-poker", "--rounds", "127", "--pictures", "p"), "pictures need at least 128 rounds"),
        (("texas-poker", "--rounds", "128", "--pictures", "/dev/null/p"), "/dev/null/p cannot be made: Not a dir"),
        (
            ("texas-poker", "--rounds", "5", "--scheduler", "nope"),
            '8786, not "nope"',
        ),
    ],
)
def test_refuses_in_a_sentence_before_anything_is_played(
    arguments: tuple[str, ...],
    sentence: str,
    run_command: RunCommand,
    cache: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("casino_table.odds.simulation.running.simulate", None)
    ran = run_command("simulate", *arguments, *cache)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, b"", 1)
    assert sentence in ran.err


@pytest.mark.parametrize("before", [None, b"what was there"])
def test_files_are_as_they_were_when_something_else_is_wrong(
    before: bytes | None, run_command: RunCommand, cache: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "r.jsonl"
    if before is not None:
        file.write_bytes(before)
    wrong = ("--strategy", str(tmp_path / "nowhere"))
    assert run_command("simulate", "texas-poker", "--rounds", "5", "--records", str(file), *wrong, *cache).code == 2
    assert (file.read_bytes() if file.exists() else None) == before


def test_no_round_settled_again_is_not_all_the_same(run_command: RunCommand, cache: tuple[str, ...]) -> None:
    ran = run_command("simulate", "minsk", "--rounds", "50", "--strategy", "simple", "--check", "0", *cache)
    assert ran.code == 0
    assert "No round was settled again" in ran.text
    assert "all the same" not in ran.text


def test_ctrl_c_prints_what_is_known(cache: tuple[str, ...]) -> None:
    arguments = ("texas-poker", "--rounds", "100000000000", "--strategy", "simple", "--json", "--workers", "2")
    command = [sys.executable, "-m", "casino_table", "simulate", *arguments, *cache[:2]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        for _ in range(300):
            time.sleep(0.2)
            if _has_children(process.pid):
                break
        time.sleep(6)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to the command and its workers
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    document = json.loads(out)
    assert not document["complete"]
    assert document["rounds_played"] < document["rounds"] == 100_000_000_000
    assert "Traceback" not in err.decode()
    assert "interrupted after" in err.decode()


def _has_children(pid: int) -> bool:
    return any(Path(f"/proc/{pid}/task/{pid}/children").read_text().split())


def test_help_needs_no_numba() -> None:
    code = (
        "import sys\n"
        "from casino_table.cli import group\n"
        "group.main(['simulate', '--help'], standalone_mode=False)\n"
        "assert 'numba' not in sys.modules and 'rich' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Examples:" in done.stdout
