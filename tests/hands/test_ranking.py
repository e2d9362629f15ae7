"""The readable evaluator: order, totals, invariance, against poker as the rule book tells it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from array import array
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_table.cards import DECK, RANKS, parse_cards
from casino_table.hands.ranking import (
    CATEGORY_BY_KEY,
    LOWEST_ACE_HIGH,
    LOWEST_ACE_KING_HIGH,
    STRONGEST_RANK,
    WEAKEST_RANK,
    Category,
    category_of,
    lowest_rank_of,
    lowest_rank_of_pair,
    rank,
    rank7,
)
from tests.hands.best_of_21 import (
    CATEGORIES,
    DECK_RANKS,
    DECK_SUITS,
    best_of_all_fives,
    hand_without_flush,
    kinds,
    numbers,
    rank_multisets,
    strength_of_five,
)

EXACT = json.loads((Path(__file__).parents[1] / "reference" / "exact_values.json").read_text())
HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)
SEVENS = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)


@cache
def ranks_of_all_fives() -> array[int]:
    """Return the ranks of all five-card hands, in the order of `itertools.combinations`."""
    return array("H", map(rank, combinations(DECK, 5)))


def by_category(ranks: Counter[int]) -> dict[str, int]:
    totals: Counter[str] = Counter()
    for number, count in ranks.items():
        totals[category_of(number).key] += count
    return dict(totals)


def expected_totals(reference: dict[str, Any]) -> dict[str, int]:
    return {key: reference[key] for key in CATEGORIES}


def test_all_five_card_hands_stand_in_the_order_of_the_rule_book() -> None:
    of_one_suit = {5 * (suit,) for suit in range(4)}
    flushes = {ranks: numbers()[strength_of_five(ranks, one_suit=True)] for ranks in combinations(range(13), 5)}
    others = {ranks: numbers()[strength_of_five(ranks, one_suit=False)] for ranks in rank_multisets(5)}
    expected = array(
        "H",
        (
            (flushes if suits in of_one_suit else others)[ranks]
            for ranks, suits in zip(combinations(DECK_RANKS, 5), combinations(DECK_SUITS, 5), strict=True)
        ),
    )
    assert len(expected) == EXACT["five_card_hands"]["total"]
    assert sha256(ranks_of_all_fives()).hexdigest() == sha256(expected).hexdigest()


def test_five_card_hands_count_what_is_published() -> None:
    ranks = Counter(ranks_of_all_fives())
    reference = EXACT["five_card_hands"]
    assert by_category(ranks) == expected_totals(reference)
    assert set(ranks) == set(range(WEAKEST_RANK, STRONGEST_RANK + 1))
    assert len(ranks) == reference["distinct_values"]
    aces = range(lowest_rank_of_pair(12), lowest_rank_of(Category.TWO_PAIR))
    assert sum(ranks[number] for number in aces) == reference["pair_of_aces"]


def test_seven_card_hands_count_what_is_published() -> None:
    ranks: Counter[int] = Counter()
    for hand, weight in kinds(7):
        ranks[rank(hand)] += weight
    reference = EXACT["seven_card_hands"]
    assert sum(ranks.values()) == reference["total"]
    assert by_category(ranks) == expected_totals(reference)
    assert len(ranks) == reference["distinct_values"]


@pytest.mark.parametrize("count", [5, 6, 7])
def test_every_multiset_of_ranks_is_worth_its_best_five(count: int) -> None:
    for ranks in rank_multisets(count):
        hand = hand_without_flush(ranks)
        assert rank(hand) == numbers()[best_of_all_fives(hand)], hand


@pytest.mark.parametrize("count", [5, 6, 7])
def test_every_flush_is_worth_its_best_five_in_every_suit(count: int) -> None:
    chance = random.Random(count)
    for suited in range(5, count + 1):
        for ranks in combinations(range(13), suited):
            suit = chance.randrange(4)
            cards = [4 * index + suit for index in ranks]
            cards += chance.sample([card for card in DECK if card % 4 != suit], count - suited)
            chance.shuffle(cards)
            value = numbers()[best_of_all_fives(cards)]
            for turn in range(4):
                assert rank([card ^ turn for card in cards]) == value, cards


@given(HANDS, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_other_suits_and_another_order_change_nothing(hand: list[int], suits: list[int], chance: random.Random) -> None:
    renamed = [4 * (card // 4) + suits[card % 4] for card in hand]
    chance.shuffle(renamed)
    assert rank(renamed) == rank(hand)


def test_a_flush_is_seen_under_all_names_and_in_all_orders() -> None:
    hand = parse_cards("AhKh9h5h2hAdKs")
    value = rank(hand)
    assert category_of(value) is Category.FLUSH
    for suits in permutations(range(4)):
        renamed = [4 * (card // 4) + suits[card % 4] for card in hand]
        assert {rank(cards) for cards in permutations(renamed)} == {value}


@given(SEVENS)
def test_seven_cards_are_their_best_five_and_their_best_six(hand: list[int]) -> None:
    assert rank(hand) == max(map(rank, combinations(hand, 5))) == max(map(rank, combinations(hand, 6)))


@given(SEVENS)
def test_seven_cards_apart_are_worth_what_they_are_together(hand: list[int]) -> None:
    assert rank7(*hand) == rank(hand) == rank(tuple(hand)) == numbers()[best_of_all_fives(hand)]


def test_the_categories_are_those_of_paytables_and_records() -> None:
    assert tuple(CATEGORY_BY_KEY) == CATEGORIES
    assert [CATEGORY_BY_KEY[key].key for key in CATEGORIES] == list(CATEGORIES)
    assert sorted(Category) == list(Category)
    assert [str(category.label) for category in Category] == [key.replace("_", " ") for key in CATEGORIES]


def test_every_rank_belongs_to_the_category_of_the_rule_book() -> None:
    for strength, number in numbers().items():
        assert category_of(number).key == CATEGORIES[strength[0]]
    for category in Category:
        weakest = min(strength for strength in numbers() if strength[0] == category)
        assert lowest_rank_of(category) == numbers()[weakest]


def test_a_minimum_splits_the_ranks_as_the_rule_book_does() -> None:
    high_card, pair = CATEGORIES.index("high_card"), CATEGORIES.index("pair")
    for strength, number in numbers().items():
        assert (number >= LOWEST_ACE_HIGH) is (strength >= (high_card, 12))
        assert (number >= LOWEST_ACE_KING_HIGH) is (strength >= (high_card, 12, 11))
        for index in range(len(RANKS)):
            assert (number >= lowest_rank_of_pair(index)) is (strength >= (pair, index))


def test_no_compiled_library_is_imported() -> None:
    program = "import sys, casino_table.hands.ranking; print(sorted({'numpy', 'numba'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
