"""The exact counts: against playing everything out, and against the published table of two-handed Hold'em."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from casino_table.cards import DECK, parse_cards
from casino_table.game.deal import DEALS
from casino_table.hands.ranking import Category, category_of, rank
from casino_table.odds.decision import count_continuations
from casino_table.odds.enumeration import CONTINUATIONS, TIE, WIN, Counts, count_outcomes
from casino_table.odds.states import STATE_COUNT, build_states

# Published losing hands of two-handed Hold'em, either hand being the loser; ten of our deals, which tell the flop from
# the later cards, are one of its boards.
LOSING_HANDS = {
    Category.STRAIGHT_FLUSH: 10_300_592,
    Category.FOUR_OF_A_KIND: 471_040_512,
    Category.FULL_HOUSE: 8_435_225_376,
    Category.FLUSH: 19_434_208_592,
    Category.STRAIGHT: 18_271_076_976,
    Category.THREE_OF_A_KIND: 64_049_759_448,
    Category.TWO_PAIR: 399_099_149_640,
    Category.PAIR: 1_366_512_556_968,
    Category.HIGH_CARD: 791_967_420_480,
}
HOLDEM_HANDS = 2_781_381_002_400
HOLDEM_TIES = 113_130_263_816
SPLITS_OF_A_BOARD = 10


@pytest.mark.parametrize(
    ("dealer_qualifies", "player_minimum"),
    [("pair of fours", "any hand"), ("any hand", "any hand"), ("pair of fours", "pair of twos")],
)
def test_states_count_as_playing_everything_out_does(
    counts_for: Callable[..., Counts], dealer_qualifies: str, player_minimum: str
) -> None:
    counts = counts_for(dealer_qualifies, player_minimum)
    rng = np.random.default_rng(len(dealer_qualifies + player_minimum))
    for state in rng.integers(0, STATE_COUNT, 60).tolist():
        hand = build_states().cards[state].tolist()
        played = count_continuations(hand[:2], hand[2:], (), counts.qualifying_rank, counts.minimum_rank)
        assert counts.table[state].tolist() == played[:-1]
        assert sum(played) == CONTINUATIONS


def test_every_state_has_its_continuations(counts_for: Callable[..., Counts]) -> None:
    counts = counts_for()
    assert int(counts.table.sum(axis=1, dtype=np.int64).max()) <= CONTINUATIONS
    assert sum(counts.totals) == DEALS == 27_813_810_024_000


def test_playing_out_agrees_with_plain_python() -> None:
    hole, flop = parse_cards("8h9h"), parse_cards("Th2hJc")
    seen = parse_cards("AcAdAhAsKcKdKhKsQcQdQhQs")
    qualifying = 1718
    left = [card for card in DECK if card not in {*hole, *flop, *seen}]
    plain: Counter[tuple[str, Category | None]] = Counter()
    for turn, river in combinations(left, 2):
        player = rank((*hole, *flop, turn, river))
        for dealer_hole in combinations([card for card in left if card not in (turn, river)], 2):
            dealer = rank((*dealer_hole, *flop, turn, river))
            if dealer < qualifying:
                plain["unqualified", category_of(player)] += 1
            elif player > dealer:
                plain["win", category_of(player)] += 1
            else:
                plain["tie" if player == dealer else "lose", None] += 1
    played = count_continuations(hole, flop, seen, qualifying, 1)
    assert played[:10] == [plain["unqualified", category] for category in Category]
    assert played[10] == 0
    assert played[WIN] == [plain["win", category] for category in Category]
    assert played[TIE:] == [plain["tie", None], plain["lose", None]]


def test_reproduces_the_losing_hands_of_two_handed_holdem(
    counts_for: Callable[..., Counts], exact: dict[str, Any]
) -> None:
    counts = counts_for("any hand")
    totals, hands = counts.totals, exact["seven_card_hands"]
    deals_of_a_hand = DEALS // hands["total"]
    lost = {
        category: hands[category.key] * deals_of_a_hand - totals[WIN][category] - counts.ties[category]
        for category in Category
    }
    assert sum(totals[:11]) == 0, "a dealer who always qualifies leaves no other way to end"
    assert lost[Category.ROYAL_FLUSH] == 0
    assert {category: 2 * lost[category] for category in LOSING_HANDS} == {
        category: SPLITS_OF_A_BOARD * losers for category, losers in LOSING_HANDS.items()
    }
    assert totals[TIE] == sum(counts.ties) == SPLITS_OF_A_BOARD * HOLDEM_TIES
    assert sum(totals) == SPLITS_OF_A_BOARD * HOLDEM_HANDS


def test_progress_rises_to_the_end() -> None:
    seen: list[float] = []
    count_outcomes(1, 1, threads=2, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)
