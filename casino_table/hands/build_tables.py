"""Build the tables of the ranking call from the rules of poker alone."""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

RANKS = range(13)
SUITS = 4
BEST = 5
WHEEL = (12, 3, 2, 1, 0)


def strength_of_five(ranks: tuple[int, ...], *, is_flush: bool) -> tuple[int, tuple[int, ...]]:
    """Return a value that orders five-card hands: the category, 0 to 8, then the ranks in the order they count."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts = tuple(count for count, _ in groups)
    ordered = tuple(rank for _, rank in groups)
    if ordered == WHEEL:
        ordered = (3, 2, 1, 0, -1)
    is_straight = len(ordered) == BEST and ordered[0] - ordered[-1] == BEST - 1
    category = {(5 * (1,)): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}[counts]
    if is_straight or is_flush:
        category = 8 if is_straight and is_flush else 5 if is_flush else 4
    return category, ordered


@cache
def five_card_ranks() -> dict[tuple[bool, tuple[int, ...]], int]:
    """Return the rank, 1 to 7462, of each kind of five-card hand: whether it is a flush, and its ranks, sorted."""
    kinds = [(True, ranks) for ranks in combinations(RANKS, 5)]
    kinds += [
        (False, ranks)
        for ranks in combinations_with_replacement(RANKS, 5)
        if max(ranks.count(rank) for rank in ranks) <= SUITS
    ]
    kinds.sort(key=lambda kind: strength_of_five(kind[1], is_flush=kind[0]))
    return {kind: number for number, kind in enumerate(kinds, start=1)}


def rank_of_five(cards: tuple[int, ...]) -> int:
    """Return the rank of five card numbers."""
    is_flush = len({card & 3 for card in cards}) == 1
    return five_card_ranks()[is_flush, tuple(sorted(card >> 2 for card in cards))]
