"""Rank poker hands of 5 to 7 cards, one at a time, and say what they are: category, name, best five.

`rank` and `rank7` are for code that deals only in valid card numbers; `evaluate` is the edge that checks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import accumulate
from typing import Final

from casino_table.cards import DECK_SIZE, RANK_NAMES, RANK_PLURALS, rank_of, refuse_duplicates, suit_of
from casino_table.errors import CasinoTableError
from casino_table.hands.ranking_tables import CARD_KEYS, FLUSH_FLAGS, RANK_MASK, ROW_BITS, START_KEYS, load_tables
from casino_table.text import Message, message


class Category(IntEnum):
    """Name the ten kinds of hand, weakest first, so that they compare by strength.

    >>> Category.FLUSH > Category.STRAIGHT, Category.FLUSH.key, str(Category.FOUR_OF_A_KIND.label)
    (True, 'flush', 'four of a kind')
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The name in paytables and records, like `full_house`."""
        return _CATEGORY_KEYS[self]

    @property
    def label(self) -> Message:
        """The name for people, like "full house"."""
        return _CATEGORY_LABELS[self]


_CATEGORIES: Final = tuple(Category)
CATEGORY_BY_KEY: Final = {category.name.lower(): category for category in Category}
_CATEGORY_KEYS: Final = tuple(CATEGORY_BY_KEY)
_CATEGORY_LABELS: Final = (
    message("high card"),
    message("pair"),
    message("two pair"),
    message("three of a kind"),
    message("straight"),
    message("flush"),
    message("full house"),
    message("four of a kind"),
    message("straight flush"),
    message("royal flush"),
)

# What the names of hands are made of: a rank, its plural, and the plural of the second pair.
_NAMES: Final = (
    message("{rank} high"),
    message("pair of {ranks}"),
    message("two pair, {ranks} and {others}"),
    message("three of a kind, {ranks}"),
    message("straight, {rank} high"),
    message("flush, {rank} high"),
    message("full house, {ranks} over {others}"),
    message("four of a kind, {ranks}"),
    message("straight flush, {rank} high"),
    message("royal flush"),
)

# How many different strengths each category has: they follow from thirteen ranks, kickers included.
_STRENGTHS: Final = (1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1)
_FIRST_RANKS: Final = tuple(accumulate(_STRENGTHS[:-1], initial=1))
_PAIR_KICKERS: Final = 220

BEST: Final = 5
"""How many cards of a hand count."""
WEAKEST_RANK: Final = 1
STRONGEST_RANK: Final = 7462
LOWEST_ACE_HIGH: Final = 785
"""The rank of A-6-4-3-2, the weakest hand that is ace high or better."""
LOWEST_ACE_KING_HIGH: Final = 1114
"""The rank of A-K-4-3-2, the weakest hand that is ace-king high or better."""


_SEVEN: Final = 7
_FLUSHES, _SHIFTS, _RANKS = load_tables()
_KEYS: Final = list(CARD_KEYS)
_FIRST_KEYS: Final = [START_KEYS[_SEVEN] + key for key in CARD_KEYS]
_ANY_FLUSH: Final = sum(FLUSH_FLAGS)


class HandError(CasinoTableError):
    """Refuse cards that make no hand: too few, too many, or no cards at all."""

    code = "hand"


def rank(cards: Sequence[int]) -> int:
    """Return the strength of 5, 6 or 7 cards, 1 to 7462, larger is stronger; equal hands have equal ranks.

    Nothing is checked: the cards must be distinct card numbers. `evaluate` is for cards from outside.

    >>> rank([48, 44, 40, 36, 32]), rank([0, 5, 10, 12, 20])
    (7462, 1)
    """
    if len(cards) == _SEVEN:
        a, b, c, d, e, f, g = cards  # written out: a loop costs a fifth more
        key = _FIRST_KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
    else:
        key = START_KEYS[len(cards)]
        for card in cards:
            key += _KEYS[card]
    if key & _ANY_FLUSH:
        return _rank_of_flush(key & _ANY_FLUSH, cards)
    key &= RANK_MASK
    return _RANKS[key - _SHIFTS[key >> ROW_BITS]]


def rank7(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """Return the strength of seven cards as `rank` does, for callers that hold them apart.

    >>> rank7(48, 44, 40, 36, 32, 0, 1)
    7462
    """
    key = _FIRST_KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
    if key & _ANY_FLUSH:
        return _rank_of_flush(key & _ANY_FLUSH, (a, b, c, d, e, f, g))
    key &= RANK_MASK
    return _RANKS[key - _SHIFTS[key >> ROW_BITS]]


def _rank_of_flush(flag: int, cards: Iterable[int]) -> int:
    suit = FLUSH_FLAGS.index(flag)
    return _FLUSHES[sum(1 << rank_of(card) for card in cards if suit_of(card) == suit)]


def category_of(strength: int) -> Category:
    """Return the category of a rank 1 to 7462.

    >>> category_of(7462).key, category_of(1).key
    ('royal_flush', 'high_card')
    """
    return _CATEGORIES[bisect_right(_FIRST_RANKS, strength) - 1]


def lowest_rank_of(category: Category) -> int:
    """Return the weakest rank of a category.

    >>> lowest_rank_of(Category.PAIR)
    1278
    """
    return _FIRST_RANKS[category]


def lowest_rank_of_pair(rank_index: int) -> int:
    """Return the weakest rank that is a pair of this rank index (0 for twos to 12 for aces) or better.

    >>> category_of(lowest_rank_of_pair(0)).key, lowest_rank_of_pair(2)
    ('pair', 1718)
    """
    return _FIRST_RANKS[Category.PAIR] + rank_index * _PAIR_KICKERS


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """Hold what a hand is worth. Hands compare by rank alone: two that tie are equal, whatever their suits.

    `best` is the five cards that count: pairs, threes and fours first, then by rank, an ace that plays low last.
    """

    rank: int
    category: Category = field(compare=False)
    best: tuple[int, ...] = field(compare=False)

    @property
    def name(self) -> Message:
        """The hand as players say it, like "full house, threes over tens"."""
        first, other = rank_of(self.best[0]), rank_of(self.best[3])
        values = {"rank": RANK_NAMES[first], "ranks": RANK_PLURALS[first], "others": RANK_PLURALS[other]}
        return Message(_NAMES[self.category].template, values)


def evaluate(cards: Iterable[int]) -> Hand:
    """Return rank, category, best five and name of 5 to 7 cards; refuse anything else with a sentence.

    >>> from casino_table.cards import card_texts, parse_cards
    >>> hand = evaluate(parse_cards("Td3s3dTh3hAs2c"))
    >>> hand.category.key, str(hand.name), card_texts(hand.best)
    ('full_house', 'full house, threes over tens', ['3s', '3d', '3h', 'Td', 'Th'])
    """
    given = tuple(cards)
    _refuse_what_is_no_hand(given)
    strength = rank(given)
    category = category_of(strength)
    return Hand(strength, category, _best_five(given, strength, category))


def _refuse_what_is_no_hand(cards: tuple[int, ...]) -> None:
    for card in cards:
        if type(card) is not int or not 0 <= card < DECK_SIZE:
            raise HandError(message("{card} is not a card number; card numbers are 0 to 51", card=repr(card)))
    if not BEST <= len(cards) <= _SEVEN:
        raise HandError(message("a hand is 5 to 7 cards, not {count}", count=len(cards)))
    refuse_duplicates(cards)


# The groups of equal ranks that make each category's best five, largest first.
_GROUPS: Final = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}
_OF_ONE_SUIT: Final = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_FIVE_HIGH: Final = 3


def _best_five(cards: tuple[int, ...], strength: int, category: Category) -> tuple[int, ...]:
    """Return the five cards that count; of cards of one rank the first given are taken first."""
    if category in _OF_ONE_SUIT:
        suits = [suit_of(card) for card in cards]
        cards = tuple(card for card, suit in zip(cards, suits, strict=True) if suits.count(suit) >= BEST)
    by_rank: dict[int, list[int]] = {}
    for card in sorted(cards, key=rank_of, reverse=True):  # the sort is stable: the order given stands within a rank
        by_rank.setdefault(rank_of(card), []).append(card)
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        top = strength - _FIRST_RANKS[category] + _FIVE_HIGH
        return tuple(by_rank[index % 13][0] for index in range(top, top - BEST, -1))
    best: list[int] = []
    for size in _GROUPS.get(category, _GROUPS[Category.HIGH_CARD]):
        index = next(index for index, equals in by_rank.items() if len(equals) >= size)
        best += by_rank.pop(index)[:size]
    return tuple(best)
