"""Strategies: the best play of the reference, the published rule hand by hand, and files with every way to be wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casino_table.cards import parse_cards
from casino_table.odds.simulation.strategy import Strategy, StrategyError, never_fold, read_strategy, simple
from casino_table.odds.states import find_state
from tests.odds.simulation.conftest import CreatePlan


def bets(strategy: Strategy, hole: str, flop: str) -> bool:
    return bool(strategy.bets[find_state(parse_cards(hole), parse_cards(flop))])


def test_the_best_play_folds_what_the_reference_folds(create_plan: CreatePlan, exact: dict[str, Any]) -> None:
    folds = next(case for case in exact["paytables"] if case["id"] == "texas-poker")["values"]["open"]["fold_deals"]
    assert create_plan().strategy.fold_share == pytest.approx(folds / 27_813_810_024_000, rel=1e-12)
    assert never_fold().fold_share == 0


@pytest.mark.parametrize(
    ("hole", "flop", "is_bet"),
    [
        ("2c2d", "7h9sKc", True),  # a pair in the hand
        ("2c7d", "7h9sKc", True),  # a pair with the flop
        ("2c3d", "9h9sKc", True),  # a pair on the flop
        ("Ac3d", "7h9sKc", True),
        ("Kc3d", "7h9sQc", True),
        ("QcJd", "7h9sKc", True),
        ("Qc3d", "7h9sKc", False),
        ("JcTd", "7h9s2c", True),  # both above the flop
        ("Jc8d", "2h9s3c", False),
        ("3c5c", "7c9cKd", True),  # four to a flush
        ("3c5c", "7c9dKd", False),
        ("4c5d", "6h7sKc", True),  # four to a straight
        ("4c5d", "6h8sKc", True),  # with a gap
        ("2c3d", "4hAsKc", True),  # with the ace below
        ("2c4d", "7h9sKc", False),
    ],
)
def test_the_simple_rule(hole: str, flop: str, is_bet: bool) -> None:  # noqa: FBT001 - a column of the table above
    assert bets(simple(), hole, flop) is is_bet


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_what_to_do_up_to_the_names_of_suits(tmp_path: Path) -> None:
    path = write(tmp_path, "# mine\n\notherwise simple\nTcQc 6s2sKs bet\n10hQh 6d2dKd bet\n2c2d 7h9sKc fold\n")
    strategy = read_strategy(path, lambda name: {"simple": simple}[name]())
    assert strategy.name == "mine.txt"
    assert bets(strategy, "TdQd", "6h2hKh")
    assert not bets(strategy, "2s2h", "7d9cKs")
    assert int((strategy.bets != simple().bets).sum()) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("TcQc 6s2sKs fold\n", "mine.txt: a line that begins with otherwise is missing"),
        ("otherwise bet\notherwise bet\n", "mine.txt:2: otherwise is said twice"),
        ("otherwise raise\n", "mine.txt:1: otherwise takes one of bet, fold, optimal"),
        ("TcQc 6s2sKs raise\n", "mine.txt:1: a line is a hand, a flop, and bet or fold"),
        ("TcQc fold\n", "mine.txt:1: a line is"),
        ("TcQx 6s2sKs fold\n", "mine.txt:1: "),
        ("TcQc 6s2s fold\n", "mine.txt:1: a hand is two cards and a flop of three, all different"),
        ("TcQc Tc2sKs fold\n", "mine.txt:1: "),
        ("TcQc 6s2sKs fold\nTdQd 6h2hKh bet\n", "mine.txt:2: line 1 says otherwise of the same hand"),
    ],
)
def test_a_wrong_file_is_refused_by_its_line(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(StrategyError) as refused:
        read_strategy(write(tmp_path, text), lambda _: never_fold())
    assert sentence in str(refused.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="cannot be read: No such file"):
        read_strategy(tmp_path / "none", lambda _: never_fold())
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StrategyError, match="is no text file"):
        read_strategy(tmp_path / "binary", lambda _: never_fold())


def test_a_file_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino_table.odds.simulation.strategy.MOST_BYTES", 20)
    path = tmp_path / "long.txt"
    path.write_text("otherwise bet\n# and more")
    with pytest.raises(StrategyError, match="is larger than 20 bytes, too large"):
        read_strategy(path, lambda _: never_fold())
