"""Single decisions: every reference value, counted out afresh and read from the counts."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casino_table.cards import CardError, parse_cards
from casino_table.game.paytable import Paytable
from casino_table.odds.decision import decide
from casino_table.odds.decisions import decide_all
from casino_table.odds.enumeration import Counts
from casino_table.odds.payouts import Stakes, main_payouts
from casino_table.odds.states import build_states

INPUTS = ("hole", "flop", "seen", "paytable")
CASES: list[dict[str, Any]] = json.loads(Path("tests/reference/decide_values.json").read_text())["cases"]


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['hole']}-{case['flop']}-{case['seen']}-{case['paytable']}"
)
def test_reference_values(
    case: dict[str, Any], paytables: dict[str, Paytable], counts_for: Callable[..., Counts]
) -> None:
    hole, flop, seen = (parse_cards(case[key]) for key in ("hole", "flop", "seen"))
    for counts in (None, counts_for()):
        value = decide(paytables[case["paytable"]], hole, flop, seen=seen, counts=counts)
        assert str(value.bet_net_sum) == case["bet_net_sum"]
        assert value.continuations == case["continuations"]
        assert value.bet == pytest.approx(case["bet"], rel=1e-14)
        assert (value.fold, value.best) == (-1.0, case["best"])


def test_stakes_scale_the_sums_and_not_the_values(paytables: dict[str, Paytable]) -> None:
    hole, flop = parse_cards("JhTs"), parse_cards("Qd9c9h")
    plain = decide(paytables["texas-poker"], hole, flop)
    staked = decide(paytables["texas-poker"], hole, flop, stakes=Stakes(ante=500))
    assert staked.bet_net_sum == 500 * plain.bet_net_sum
    assert (staked.bet, staked.fold) == (plain.bet, plain.fold)


def test_a_bonus_lost_with_a_fold_weighs_in(paytables: dict[str, Paytable]) -> None:
    paytable = paytables["bonus-lost-with-fold"]
    hole, flop = parse_cards("2c3d"), parse_cards("AsAdQh")
    stakes = Stakes(ante=100, bonus=100)
    without, with_bonus = (decide(paytable, hole, flop, stakes=some) for some in (Stakes(ante=100), stakes))
    assert (without.best, with_bonus.best) == ("fold", "bet")
    assert with_bonus.bet_net_sum - without.bet_net_sum == 700 * with_bonus.continuations
    assert with_bonus.fold == -2.0


def test_an_exactly_indifferent_hand_folds(paytables: dict[str, Paytable], counts_for: Callable[..., Counts]) -> None:
    counts, main = counts_for(), main_payouts(paytables["texas-poker"])
    keener = dataclasses.replace(main, fold=main.fold - Fraction(1, 10**9))
    state = int(np.flatnonzero(decide_all(counts, main).bets != decide_all(counts, keener).bets)[0])
    hand = build_states().cards[state].tolist()
    value = decide(paytables["texas-poker"], hand[:2], hand[2:])
    assert value.bet_net_sum == value.fold_net_sum
    assert value.best == "fold"


@pytest.mark.parametrize(
    ("hole", "flop", "seen", "sentence"),
    [
        ("AsKs", "QsJsAs", "", "As stands twice"),
        ("AsKs", "QsJsTs", "Ks", "Ks stands twice"),
        ("As", "QsJsTs", "", "a box has two cards, not 1"),
        ("AsKs", "QsJs", "", "the flop has three cards, not 2"),
        ("AsKs", "QsJsTs", "2c2d2h2s3c3d3h3s4c4d4h4s5c", "13 cards seen are too many"),
    ],
)
def test_refuses_wrong_cards(hole: str, flop: str, seen: str, sentence: str, paytables: dict[str, Paytable]) -> None:
    with pytest.raises(CardError, match=sentence):
        decide(paytables["texas-poker"], *map(parse_each, (hole, flop)), seen=parse_each(seen))


def parse_each(text: str) -> tuple[int, ...]:
    return tuple(card for place in range(0, len(text), 2) for card in parse_cards(text[place : place + 2]))
