"""Every hand of six and of seven cards, one by one, and a million hands against the best of their fives."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from casino_table.cards import DECK
from casino_table.hands.ranking import category_of, rank
from tests.hands.best_of_21 import CATEGORIES, best_of_all_fives, kinds, numbers

EXACT = json.loads((Path(__file__).parents[1] / "reference" / "exact_values.json").read_text())


@pytest.mark.parametrize("count", [6, 7])
def test_each_rank_has_as_many_hands_as_the_rule_book_gives_it(count: int) -> None:
    ranks = Counter(map(rank, combinations(DECK, count)))
    expected: Counter[int] = Counter()
    for hand, weight in kinds(count):
        expected[numbers()[best_of_all_fives(hand)]] += weight
    assert ranks.total() == comb(52, count)
    assert ranks == expected
    if count == 7:
        reference = EXACT["seven_card_hands"]
        totals: Counter[str] = Counter()
        for number, hands in ranks.items():
            totals[category_of(number).key] += hands
        assert totals == {key: reference[key] for key in CATEGORIES}
        assert len(ranks) == reference["distinct_values"]


def test_a_million_hands_are_worth_their_best_five() -> None:
    chance = random.Random(20_260_131)
    for _ in range(1_000_000):
        hand = chance.sample(DECK, chance.choice((5, 6, 7)))
        assert rank(hand) == numbers()[best_of_all_fives(hand)], hand
