"""What people are told about a hand: category, name, best five; and what is no hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_table.cards import DECK, CardError, card_texts, parse_cards
from casino_table.hands.ranking import Category, HandError, evaluate, rank

HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)


@pytest.mark.parametrize(
    ("cards", "category", "name", "best"),
    [
        ("2cAsQsTsKsJs3d", "royal_flush", "royal flush", "As Ks Qs Js Ts"),
        ("9hKhQhJhThAs2c", "straight_flush", "straight flush, king high", "Kh Qh Jh Th 9h"),
        ("Ad2d3d4d5dAsAc", "straight_flush", "straight flush, five high", "5d 4d 3d 2d Ad"),
        ("6d2d3d4d5dAd7s", "straight_flush", "straight flush, six high", "6d 5d 4d 3d 2d"),
        ("TcKsTdKdThTsKc", "four_of_a_kind", "four of a kind, tens", "Tc Td Th Ts Ks"),
        ("2c2d2h2s3c3d4h", "four_of_a_kind", "four of a kind, twos", "2c 2d 2h 2s 4h"),
        ("3s3d6cTdTs3hAs", "full_house", "full house, threes over tens", "3s 3d 3h Td Ts"),
        ("6s6d6cTdTsTh2c", "full_house", "full house, tens over sixes", "Td Ts Th 6s 6d"),
        ("4c4dKcKdAhAsAc", "full_house", "full house, aces over kings", "Ah As Ac Kc Kd"),
        ("2h9hKh5h3h8hKs", "flush", "flush, king high", "Kh 9h 8h 5h 3h"),
        ("AcAdAh9h5h3h2h", "flush", "flush, ace high", "Ah 9h 5h 3h 2h"),
        ("TcJdQhKsAcAdKc", "straight", "straight, ace high", "Ac Ks Qh Jd Tc"),
        ("5s5cAd4c3d2hAs", "straight", "straight, five high", "5s 4c 3d 2h Ad"),
        ("6s5c4c3d2hAsAd", "straight", "straight, six high", "6s 5c 4c 3d 2h"),
        ("9c2d9hKs9dQc4h", "three_of_a_kind", "three of a kind, nines", "9c 9h 9d Ks Qc"),
        ("QcQd9h9s4c4dKh", "two_pair", "two pair, queens and nines", "Qc Qd 9h 9s Kh"),
        ("8c8d6h6s4d4c2h", "two_pair", "two pair, eights and sixes", "8c 8d 6h 6s 4d"),
        ("4c4dAh9s7c6d2h", "pair", "pair of fours", "4c 4d Ah 9s 7c"),
        ("AcKd9h7s5c4d2h", "high_card", "ace high", "Ac Kd 9h 7s 5c"),
        ("7c5d4h3s2c", "high_card", "seven high", "7c 5d 4h 3s 2c"),
        ("2c4d4hKs9cJd", "pair", "pair of fours", "4d 4h Ks Jd 9c"),
    ],
)
def test_says_what_a_hand_is(cards: str, category: str, name: str, best: str) -> None:
    hand = evaluate(parse_cards(cards))
    assert hand.category.key == category
    assert str(hand.name) == name
    assert " ".join(card_texts(hand.best)) == best


@given(HANDS)
def test_the_best_five_are_worth_the_hand_and_stand_by_group_then_rank(cards: list[int]) -> None:
    hand = evaluate(cards)
    assert hand.rank == rank(cards) == rank(hand.best)
    assert len(set(hand.best)) == 5
    assert set(hand.best) <= set(cards)
    ranks = [card >> 2 for card in hand.best]
    if ranks != [3, 2, 1, 0, 12]:
        assert ranks == sorted(ranks, key=lambda index: (-ranks.count(index), -index))
    for index in set(ranks):
        equals = [card for card in hand.best if card >> 2 == index]
        assert equals == [card for card in cards if card in equals], "equal cards stand in the order given"


@given(HANDS)
def test_of_equal_cards_the_first_given_are_taken(cards: list[int]) -> None:
    hand = evaluate(cards)
    if hand.category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        return
    for index in {card >> 2 for card in hand.best}:
        taken = [card for card in hand.best if card >> 2 == index]
        given_cards = [card for card in cards if card >> 2 == index]
        assert taken == given_cards[: len(taken)]


def test_hands_compare_by_rank_alone() -> None:
    ace, tie, pair = (evaluate(parse_cards(text)) for text in ("AcKd9h7s5c", "AdKh9c7c5c2d", "2c2d5h4s3c"))
    assert ace == tie
    assert hash(ace) == hash(tie)
    assert pair > ace
    assert max(ace, pair, tie) is pair
    assert sorted([pair, ace]) == [ace, pair]


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([], "a hand is 5 to 7 cards, not 0"),
        ([0, 1, 2, 3], "a hand is 5 to 7 cards, not 4"),
        (range(8), "a hand is 5 to 7 cards, not 8"),
        ([0, 1, 2, 3, 52], "52 is not a card number; card numbers are 0 to 51"),
        ([0, 1, 2, 3, -1], "-1 is not a card number; card numbers are 0 to 51"),
        ([0, 1, 2, 3, 4.0], "4.0 is not a card number; card numbers are 0 to 51"),
        ([0, 5, 2, 3, True], "True is not a card number; card numbers are 0 to 51"),
        ([0, 1, 2, 3, "As"], "'As' is not a card number; card numbers are 0 to 51"),
        ([0, 1, 2, 3, None], "None is not a card number; card numbers are 0 to 51"),
    ],
)
def test_refuses_what_is_no_hand(cards: Any, sentence: str) -> None:
    with pytest.raises(HandError) as refusal:
        evaluate(cards)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("count", [5, 6, 7])
def test_refuses_a_card_that_stands_twice(count: int) -> None:
    with pytest.raises(CardError, match="As stands twice"):
        evaluate([51, *range(count - 2), 51])
