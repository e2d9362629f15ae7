"""`casino-table hand`: a hand in words and as JSON, and bad input in one line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "casino_table", "hand", *arguments], capture_output=True, text=True, check=False
    )


def test_prints_name_category_and_best_five() -> None:
    ran = run("3s", "3d", "6c", "Td", "Ts", "3h", "As")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines() == [
        "name      full house, threes over tens",
        "category  full house",
        "best      3s 3d 3h Td Ts",
        "rank      7160 of 7462",
    ]


@pytest.mark.parametrize("cards", [["As", "Ks", "Qs", "Js", "Ts"], ["asksqsjs10s"], ["A♠K♠", "Q♠", "J♠T♠"]])
def test_prints_one_json_document_of_cards_apart_or_together(cards: list[str]) -> None:
    ran = run("--json", *cards)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == {
        "category": "royal_flush",
        "name": "royal flush",
        "best": ["As", "Ks", "Qs", "Js", "Ts"],
        "rank": 7462,
    }


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([], "a hand is 5 to 7 cards, not 0"),
        (["AsKdQh"], "a hand is 5 to 7 cards, not 3"),
        (["2c2d2h2s", "3c3d3h3s"], "a hand is 5 to 7 cards, not 8"),
        (["As", "Kd", "Qh", "Jc", "As"], "As stands twice"),
        (["As", "Kd", "Qh", "Jc", "1s"], '"1s" is not a card'),
        (["As", "Kd", "Qh", "Jc", "9"], '"9" is not a card'),
        (["As", "Kd", "Qh", "Jc", "9c", ""], '"" is not a card'),
        (["As,Ks,Qs", "Js", "Ts"], '"As,Ks,Qs" is not a card'),
        (["Ks", "Qs", "Js", "Ts", "A♠\ufe0f"], '"A♠\ufe0f" is not a card'),
        (["Ks", "Qs", "\x1b[31m"], r'"\x1b[31m" is not a card'),
    ],
)
def test_refuses_bad_input_in_one_line(cards: list[str], sentence: str) -> None:
    ran = run("--json", *cards)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"casino-table: {sentence}")
    assert ran.stderr.count("\n") == 1


def test_help_shows_an_example() -> None:
    ran = run("--help")
    assert ran.returncode == 0
    assert "casino-table hand 3s 3d 6c Td Ts 3h As" in ran.stdout
