"""Build the look-up tables of the ranking call from the rules of poker alone: `python -m` this module writes them.

The kinds of five-card hands are sorted by the rules, which gives the ranks 1 to 7462; a hand of six or seven is as good
as the best hand that is left when one of its cards is taken away.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Final
from zlib import crc32

from casino_table.hands.ranking_tables import COUNTS, FLUSH_COUNT, RANK_KEYS, ROW_BITS, TABLES_FILE, Tables, row_count

_RANKS: Final = range(13)
_SUITS: Final = 4
_BEST: Final = 5
_FIVE_HIGH: Final = (12, 3, 2, 1, 0)
_CATEGORY_OF_COUNTS: Final = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 6,
    (4, 1): 7,
}
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8

Ranks = tuple[int, ...]
"""Rank indices in ascending order."""


def strength_of_five(ranks: Ranks, *, is_flush: bool) -> tuple[int, Ranks]:
    """Return what five cards are compared by: the category, then the ranks in the order in which they count.

    >>> strength_of_five((2, 2, 2, 8, 8), is_flush=False), strength_of_five((0, 1, 2, 3, 12), is_flush=True)
    ((6, (2, 8)), (8, (3, 2, 1, 0, -1)))
    """
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    category = _CATEGORY_OF_COUNTS[tuple(count for count, _ in groups)]
    ordered = tuple(rank for _, rank in groups)
    if ordered == _FIVE_HIGH:
        ordered = (3, 2, 1, 0, -1)
    is_straight = len(ordered) == _BEST and ordered[0] - ordered[-1] == _BEST - 1
    if is_straight:
        category = _STRAIGHT_FLUSH if is_flush else _STRAIGHT
    elif is_flush:
        category = _FLUSH
    return category, ordered


def multisets(count: int) -> Iterator[Ranks]:
    """Yield every multiset of ranks that a hand of `count` cards can have."""
    for ranks in combinations_with_replacement(_RANKS, count):
        if all(ranks[index] != ranks[index + _SUITS] for index in range(count - _SUITS)):
            yield ranks


def rank_fives() -> tuple[dict[Ranks, int], dict[Ranks, int]]:
    """Return the ranks 1 to 7462 of all five-card hands by their ranks: those of no suit, and the flushes.

    >>> plain, flushes = rank_fives()
    >>> len(plain) + len(flushes), plain[0, 1, 2, 3, 5], flushes[8, 9, 10, 11, 12]
    (7462, 1, 7462)
    """
    kinds = [(ranks, False) for ranks in multisets(_BEST)] + [(ranks, True) for ranks in combinations(_RANKS, _BEST)]
    kinds.sort(key=lambda kind: strength_of_five(kind[0], is_flush=kind[1]))
    plain: dict[Ranks, int] = {}
    flushes: dict[Ranks, int] = {}
    for number, (ranks, is_flush) in enumerate(kinds, start=1):
        (flushes if is_flush else plain)[ranks] = number
    return plain, flushes


def best_after_taking_one(ranks: Ranks, smaller: dict[Ranks, int]) -> int:
    """Return the best rank among the hands that are left when one card is taken from a hand."""
    return max(smaller[ranks[:index] + ranks[index + 1 :]] for index in range(len(ranks)))


def flush_ranks(flushes: dict[Ranks, int]) -> array[int]:
    """Return the rank of the best flush in 5 to 7 cards of one suit, by the mask of their ranks; 0 for no flush."""
    table = array("H", bytes(2 * FLUSH_COUNT))
    by_ranks = flushes
    for count in (5, 6, 7):
        if count > _BEST:
            by_ranks = {ranks: best_after_taking_one(ranks, by_ranks) for ranks in combinations(_RANKS, count)}
        for ranks, number in by_ranks.items():
            table[sum(1 << rank for rank in ranks)] = number
    return table


def ranks_by_sum(plain: dict[Ranks, int]) -> dict[int, dict[int, int]]:
    """Return by the count of cards the rank of every multiset of ranks without a flush, by the sum of its keys."""
    by_ranks = {5: plain}
    for count in (6, 7):
        by_ranks[count] = {ranks: best_after_taking_one(ranks, by_ranks[count - 1]) for ranks in multisets(count)}
    by_sum = {
        count: {sum(RANK_KEYS[rank] for rank in ranks): number for ranks, number in by_ranks[count].items()}
        for count in COUNTS
    }
    for count in COUNTS:
        assert len(by_sum[count]) == len(by_ranks[count]), "two multisets of ranks share a sum"
    return by_sum


def lay_rows(by_sum: dict[int, dict[int, int]]) -> tuple[dict[int, array[int]], array[int]]:
    """Return the shifts by the count of cards, and the shared table.

    Each row, the fullest first, is laid at the first place where it touches none that is laid already.
    """
    rows: dict[tuple[int, int], list[int]] = {}
    for count in COUNTS:
        for key in sorted(by_sum[count]):
            rows.setdefault((count, key >> ROW_BITS), []).append(key)
    shifts = {count: array("i", [0]) * row_count(count) for count in COUNTS}
    laid: dict[int, int] = {}
    taken = 0  # bit n is set where place n of the table is taken
    for (count, row), keys in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        blocked = shape = 0
        for key in keys:
            blocked |= taken >> (key - keys[0])
            shape |= 1 << (key - keys[0])
        place = (~blocked & (blocked + 1)).bit_length() - 1  # the lowest bit that is not set
        taken |= shape << place
        shifts[count][row] = keys[0] - place
        laid |= {key - keys[0] + place: by_sum[count][key] for key in keys}
    ranks = array("H", [laid.get(place, 0) for place in range(max(laid) + 1)])
    return shifts, ranks


def build_tables() -> Tables:
    """Return all tables, made from nothing but the rules."""
    plain, flushes = rank_fives()
    shifts, ranks = lay_rows(ranks_by_sum(plain))
    return Tables(flush_ranks(flushes), shifts[7], shifts[6], shifts[5], ranks)


def main() -> None:
    """Write the tables into the package and print the checksum that `ranking_tables` must state."""
    content = build_tables().to_bytes()
    Path(TABLES_FILE).write_bytes(content)
    print(f"{TABLES_FILE}: {len(content)} bytes, CRC-32 {crc32(content):#010x}")  # noqa: T201 - a script prints


if __name__ == "__main__":
    main()
