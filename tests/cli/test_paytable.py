"""The command `paytable check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from casino_table.resources import paytable_folder
from tests.cli.conftest import Ran, RunCommand
from tests.record_factories import REFERENCE

FOLDER = paytable_folder()
VECTORS = json.loads((REFERENCE / "paytable_vectors.json").read_text())["cases"]


@pytest.fixture
def check(run_command: RunCommand, shared_folder: Path) -> RunCommand:
    """Return a function that runs `paytable check` with the counts that all tests share."""

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        return run_command("paytable", "check", "--cache", str(shared_folder / "counts"), *arguments, stdin=stdin)

    return run


def as_toml(paytable: dict[str, Any]) -> str:
    lines = [f"{key} = {json.dumps(value)}" for key, value in paytable.items() if not isinstance(value, dict)]
    for key, table in paytable.items():
        if isinstance(table, dict):
            lines += [f"[{key}]", *(f"{row} = {json.dumps(value)}" for row, value in table.items())]
    return "\n".join(lines)


def test_the_shipped_paytables(check: RunCommand) -> None:
    ran = check(*FOLDER.names())
    assert (ran.code, ran.err) == (0, "")
    assert ran.text.splitlines() == [f"{FOLDER.get(name).hash}  {name}" for name in FOLDER.names()]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["about"])
def test_the_hash_of_a_file(check: RunCommand, tmp_path: Path, vector: dict[str, Any]) -> None:
    path = tmp_path / f"{vector['paytable']['name']}.toml"
    path.write_text(as_toml(vector["paytable"]))
    ran = check("--json", str(path))
    assert ran.code == 0
    checked = json.loads(ran.out)
    assert list(checked) == ["file", "name", "hash", "warnings"]
    assert (checked["file"], checked["hash"]) == (str(path), vector["sha256"])


def test_warnings_are_no_errors(check: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = "casino-table/paytable/1"\nname = "mine"\n[ante]\notherwise = "0:1"\n[bonus]\npair = "9:1"\n'
    )
    ran = check(str(path))
    assert ran.code == 0
    assert "  warning: ante.otherwise: 0:1 wins nothing\n" in ran.text
    assert "  warning: bonus: the player has the edge, 322.5690% of the stake\n" in ran.text
    assert check("mine", "--paytables", str(tmp_path)).out == ran.out


def test_what_is_refused_is_named_and_the_rest_goes_on(check: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "minsk.toml"
    path.write_text((FOLDER.path / "minsk.toml").read_text().replace('flush = "2:1"', 'flush = "2:0"'))
    ran = check(str(path), "nope", "minsk@2", "minsk", str(tmp_path / "none.toml"))
    assert ran.code == 2
    assert ran.text == f"{FOLDER.get('minsk').hash}  minsk\n"
    first, second, third, fourth = ran.err.splitlines()
    assert first.startswith(f"casino-table: {path}:19: ante.flush: must be odds")
    assert '"nope" is not in' in second
    assert '"minsk@2" is a version in a database' in third
    assert fourth == f"casino-table: {tmp_path}/none.toml: cannot be read: No such file or directory"


def test_wrong_usage(run_command: RunCommand) -> None:
    assert run_command("paytable", "check").code == 2
    assert run_command("paytable", "nothing").code == 2


def test_an_edge_for_the_player_is_counted_exactly(check: RunCommand, tmp_path: Path) -> None:
    # The case is `bet-by-table` of the exact values: an edge of -0.04725750703229151.
    exact = json.loads((REFERENCE / "exact_values.json").read_text())
    (case,) = [case for case in exact["paytables"] if case["id"] == "bet-by-table"]
    path = tmp_path / f"{case['paytable']['name']}.toml"
    path.write_text(as_toml(case["paytable"]))
    ran = check(str(path))
    assert ran.code == 0
    assert "  warning: ante and bet: the player has the edge, 4.7258% of the ante\n" in ran.text
