"""The command `design`: answers with exact edges, and how it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand


def test_finds_the_published_bonus_row_again(run_command: RunCommand) -> None:
    # 2.1875% is the edge of the shipped bonus, whose flush wins 40:1 (56,852 of 2,598,960 stakes).
    ran = run_command(
        "design", "texas-poker", "--wager", "bonus", "--target-edge", "2.1875", "--rows", "flush", "--json"
    )
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    best = document["answers"][0]
    assert best["odds"] == {"flush": "40:1"}
    assert Fraction(best["edge_exact"]) == Fraction(56852, 2598960)
    assert best["exact"] is False  # 2.1875% is what it is rounded
    assert document["wager"] == "bonus"
    ran = run_command("design", "texas-poker", "--wager", "bonus", "--target-edge", "3", "--rows", "flush,straight")
    row = next(line for line in ran.text.splitlines() if "35:1" in line)
    assert row.split()[1:6:2] == ["36:1", "35:1", "2.973651%"]


def test_a_table_for_people(run_command: RunCommand, shared_folder: Path) -> None:
    ran = run_command(
        "design", "texas-poker", "--wager", "main", "--target-edge", "2.5%", "--rows", "full_house",
        "--cache", str(shared_folder / "counts"),
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert "wanted: 2.5000%" in ran.text
    assert "full house" in ran.text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--wager", "bonus", "--target-edge", "2,5", "--rows", "flush"), "number of percent"),
        (("--wager", "bonus", "--target-edge", "2.5", "--rows", ""), "name the rows"),
        (("--wager", "bonus", "--target-edge", "2.5", "--rows", "jokers"), "no row jokers"),
        (("--wager", "bonus", "--target-edge", "9", "--rows", "flush", "--ante", "9", "--bonus", "9", "--payout-unit",
          "99999999999"), "a cap or the payout unit hides what they win"),
        (("--wager", "side", "--target-edge", "2.5", "--rows", "flush"), "--wager"),
        (("--wager", "bonus", "--rows", "flush"), "--target-edge"),
    ],
)  # fmt: skip
def test_refuses_by_name(options: tuple[str, ...], sentence: str, run_command: RunCommand) -> None:
    ran = run_command("design", "texas-poker", *options)
    assert (ran.code, ran.out) == (2, b"")
    assert sentence in ran.err
