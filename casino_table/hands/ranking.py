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

from casino_table.cards import DECK, DECK_SIZE, RANK_NAMES, RANK_PLURALS, rank_of, refuse_duplicates, suit_of
from casino_table.errors import CasinoTableError
from casino_table.hands.ranking_tables import CARD_KEYS, ROW_BITS, SUIT_BITS, flush_suits, load_tables
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
_MOST: Final = 7
WEAKEST_RANK: Final = 1
STRONGEST_RANK: Final = 7462
LOWEST_ACE_HIGH: Final = 785
"""The rank of A-6-4-3-2, the weakest hand that is ace high or better."""
LOWEST_ACE_KING_HIGH: Final = 1114
"""The rank of A-K-4-3-2, the weakest hand that is ace-king high or better."""


_FLUSHES, _SHIFTS_OF_SEVEN, _SHIFTS_OF_SIX, _SHIFTS_OF_FIVE, _RANKS = load_tables()
_KEYS: Final = list(CARD_KEYS)
_SUIT_MASK: Final = (1 << SUIT_BITS) - 1
_ROW: Final = SUIT_BITS + ROW_BITS
_FLUSHES_OF_SEVEN: Final = flush_suits(7)
_OF_FEWER: Final = {6: (flush_suits(6), _SHIFTS_OF_SIX), 5: (flush_suits(5), _SHIFTS_OF_FIVE)}
# The bit of a card's rank, if the card is of the suit; suits count from 1 here.
_BITS_OF_SUIT: Final = tuple([(1 << rank_of(card)) * (suit_of(card) + 1 == suit) for card in DECK] for suit in range(5))


class HandError(CasinoTableError):
    """Refuse cards that make no hand: too few, too many, or no cards at all."""

    code = "hand"


def rank(cards: Sequence[int]) -> int:
    """Return the strength of 5, 6 or 7 cards, 1 to 7462, larger is stronger; equal hands have equal ranks.

    Nothing is checked: the cards must be distinct card numbers. `evaluate` is for cards from outside.

    >>> rank([48, 44, 40, 36, 32]), rank([0, 5, 10, 12, 20])
    (7462, 1)
    """
    if len(cards) == 7:  # noqa: PLR2004 - a literal, and the sum written out: each saves a tenth
        a, b, c, d, e, f, g = cards
        key = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
        if _FLUSHES_OF_SEVEN[key & _SUIT_MASK]:
            return _rank_of_flush(_FLUSHES_OF_SEVEN[key & _SUIT_MASK], cards)
        return _RANKS[(key >> SUIT_BITS) - _SHIFTS_OF_SEVEN[key >> _ROW]]
    return _rank_of_fewer(cards)


def rank7(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """Return the strength of seven cards as `rank` does, for callers that hold them apart.

    >>> rank7(48, 44, 40, 36, 32, 0, 1)
    7462
    """
    key = _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
    if _FLUSHES_OF_SEVEN[key & _SUIT_MASK]:
        return _rank_of_flush(_FLUSHES_OF_SEVEN[key & _SUIT_MASK], (a, b, c, d, e, f, g))
    return _RANKS[(key >> SUIT_BITS) - _SHIFTS_OF_SEVEN[key >> _ROW]]


def _rank_of_fewer(cards: Sequence[int]) -> int:
    flushes, shifts = _OF_FEWER[len(cards)]
    key = 0
    for card in cards:
        key += _KEYS[card]
    if flushes[key & _SUIT_MASK]:
        return _rank_of_flush(flushes[key & _SUIT_MASK], cards)
    return _RANKS[(key >> SUIT_BITS) - shifts[key >> _ROW]]


def _rank_of_flush(suit: int, cards: Sequence[int]) -> int:
    bits = _BITS_OF_SUIT[suit]
    mask = 0
    for card in cards:
        mask |= bits[card]
    return _FLUSHES[mask]


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
    if not BEST <= len(cards) <= _MOST:
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
