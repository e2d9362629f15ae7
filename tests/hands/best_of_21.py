"""Poker as the rule book tells it: name five cards by asking one rule after the other, and try all fives of a hand.

Written apart from the evaluators, which are judged by it; slow, without tables, and short enough to check by reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

CATEGORIES = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip
DECK_RANKS = [rank for rank in range(13) for _ in range(4)]
DECK_SUITS = [suit for _ in range(13) for suit in range(4)]

Strength = tuple[int, ...]
"""The category's place, then the ranks in the order in which two hands of the category are compared."""


@cache
def strength_of_five(ranks: tuple[int, ...], *, one_suit: bool) -> Strength:
    """Return what five cards are worth; the ranks stand in ascending order."""
    fours, threes, pairs, ones = (
        [rank for rank in range(12, -1, -1) if ranks.count(rank) == count] for count in (4, 3, 2, 1)
    )
    straight_to = top_of_straight(ranks)
    if straight_to is not None and one_suit:
        name, order = ("royal_flush" if straight_to == 12 else "straight_flush"), [straight_to]
    elif fours:
        name, order = "four_of_a_kind", fours + ones
    elif threes and pairs:
        name, order = "full_house", threes + pairs
    elif one_suit:
        name, order = "flush", ones
    elif straight_to is not None:
        name, order = "straight", [straight_to]
    elif threes:
        name, order = "three_of_a_kind", threes + ones
    elif pairs:
        name, order = ("two_pair" if len(pairs) == 2 else "pair"), pairs + ones
    else:
        name, order = "high_card", ones
    return (CATEGORIES.index(name), *order)


def top_of_straight(ranks: tuple[int, ...]) -> int | None:
    if ranks == (0, 1, 2, 3, 12):
        return 3
    return ranks[4] if ranks == tuple(range(ranks[0], ranks[0] + 5)) else None


def best_of_all_fives(cards: Sequence[int]) -> Strength:
    """Return what the best five of some cards are worth."""
    cards = sorted(cards)
    all_ranks = combinations([DECK_RANKS[card] for card in cards], 5)
    all_suits = combinations([DECK_SUITS[card] for card in cards], 5)
    return max(
        strength_of_five(ranks, one_suit=len(set(suits)) == 1)
        for ranks, suits in zip(all_ranks, all_suits, strict=True)
    )


@cache
def numbers() -> dict[Strength, int]:
    """Number the 7462 strengths of five cards from the weakest, 1."""
    strengths = {strength_of_five(ranks, one_suit=True) for ranks in combinations(range(13), 5)}
    strengths |= {strength_of_five(ranks, one_suit=False) for ranks in rank_multisets(5)}
    return {strength: number for number, strength in enumerate(sorted(strengths), start=1)}


def rank_multisets(count: int) -> list[tuple[int, ...]]:
    """Return all multisets of ranks that so many cards can have, each in ascending order."""
    return [
        ranks
        for ranks in combinations_with_replacement(range(13), count)
        if all(ranks.count(rank) <= 4 for rank in ranks)
    ]


def hand_without_flush(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return cards of these ranks, dealt suit after suit, so that at most two of seven share one."""
    return tuple(4 * rank + place % 4 for place, rank in enumerate(sorted(ranks)))


def kinds(count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield one hand of each kind and how many hands are of that kind: the multisets of ranks, then the flushes."""
    for ranks in rank_multisets(count):
        yield hand_without_flush(ranks), suits_without_flush(Counter(ranks))
    for suited in range(5, count + 1):
        for ranks in combinations(range(13), suited):
            flush = [4 * rank for rank in ranks]
            others = [1, 2][: count - suited]  # they stand for any of the 39: no two cards make more of a flush
            yield (*flush, *others), 4 * comb(39, count - suited)


def suits_without_flush(counts: Counter[int]) -> int:
    """Return in how many ways a multiset of ranks takes its suits so that none is held by five cards."""
    with_clubs = [1]  # the number of ways, by how many of the cards are clubs
    for count in counts.values():
        without, one = comb(3, count), comb(3, count - 1)
        with_clubs = [
            ways * without + fewer * one for ways, fewer in zip([*with_clubs, 0], [0, *with_clubs], strict=True)
        ]
    return prod(comb(4, count) for count in counts.values()) - 4 * sum(with_clubs[5:])
