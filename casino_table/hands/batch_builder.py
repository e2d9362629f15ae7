"""Build the stored tables of the batch evaluator from the definition of a poker hand, and from nothing else.

Run it with `python -m casino_table.hands.batch_builder`; a test holds that it writes the stored file to the byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.hands.tables import (
    COLUMN_BITS,
    HAND_SIZES,
    RANK_KEYS,
    RANK_MULTIPLIER,
    ROW_COUNT,
    STORED,
    SUM_BITS,
    BatchTables,
    write_tables,
)

RANK_COUNT: Final = 13
SUIT_COUNT: Final = 4
FIVE: Final = 5
WHEEL: Final = (12, 3, 2, 1, 0)

Ranks = tuple[int, ...]
Order = tuple[int, Ranks]

_GROUP_CATEGORIES: Final = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}


def multisets(size: int) -> Iterator[Ranks]:
    """Yield every multiset of ranks that `size` cards of one deck can have, ascending."""
    for ranks in combinations_with_replacement(range(RANK_COUNT), size):
        if max(Counter(ranks).values()) <= SUIT_COUNT:
            yield ranks


def five_card_order(ranks: Ranks, *, flush: bool) -> Order:
    """Return what orders five cards among all: category 0 (high card) to 9 (royal flush), then ranks by group."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    by_group = tuple(rank for _, rank in groups)
    category = _GROUP_CATEGORIES[tuple(count for count, _ in groups)]
    if category == 0:
        straight_top = _straight_top(by_group)
        if straight_top is not None:
            by_group = (straight_top,)
            category = 8 + (straight_top == RANK_COUNT - 1) if flush else 4
        elif flush:
            category = 5
    return category, by_group


def _straight_top(descending: Ranks) -> int | None:
    if descending == WHEEL:
        return WHEEL[1]
    return descending[0] if descending[0] - descending[-1] == FIVE - 1 else None


def five_card_ranks() -> tuple[dict[Ranks, int], dict[Ranks, int]]:
    """Return the ranks 1..7462 of five cards of mixed suits, and of one suit, by their ascending rank multiset."""
    mixed = {ranks: five_card_order(ranks, flush=False) for ranks in multisets(FIVE)}
    suited = {ranks: five_card_order(ranks, flush=True) for ranks in combinations(range(RANK_COUNT), FIVE)}
    number = {order: place for place, order in enumerate(sorted({*mixed.values(), *suited.values()}), start=1)}
    return (
        {ranks: number[order] for ranks, order in mixed.items()},
        {ranks: number[order] for ranks, order in suited.items()},
    )


def build_tables() -> BatchTables:
    """Compute all tables; takes some seconds."""
    mixed, suited = five_card_ranks()
    flush_ranks = np.zeros(1 << RANK_COUNT, np.uint16)
    for size in HAND_SIZES:
        for ranks in combinations(range(RANK_COUNT), size):
            mask = sum(1 << rank for rank in ranks)
            flush_ranks[mask] = max(suited[five] for five in combinations(ranks, FIVE))
    displacements, rank_tables = [], []
    for size in HAND_SIZES:
        hands = list(multisets(size))
        best = np.array([max(mixed[five] for five in combinations(ranks, FIVE)) for ranks in hands], np.uint16)
        displacement, ranks_by_place = _place(_hashes(hands), best)
        displacements.append(displacement)
        rank_tables.append(ranks_by_place)
    return BatchTables(flush_ranks, tuple(displacements), tuple(rank_tables))


def _hashes(hands: list[Ranks]) -> npt.NDArray[np.int64]:
    sums = np.array([sum(RANK_KEYS[rank] for rank in ranks) for ranks in hands], np.int64)
    hashes = sums * RANK_MULTIPLIER % (1 << SUM_BITS)
    assert len(np.unique(hashes)) == len(hands), "two multisets of ranks share a sum"
    return hashes


def _place(
    hashes: npt.NDArray[np.int64], values: npt.NDArray[np.uint16]
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
    """Lay rows of the two-way hash over each other, fullest first, each at the first offset where nothing collides."""
    rows, columns = hashes >> COLUMN_BITS, hashes & ((1 << COLUMN_BITS) - 1)
    members = [np.flatnonzero(rows == row) for row in range(ROW_COUNT)]
    offsets = np.arange((1 << 16) - (1 << COLUMN_BITS))
    is_free = np.ones(1 << 16, np.bool_)
    displacement = np.zeros(ROW_COUNT, np.uint16)
    placed = np.zeros(1 << 16, np.uint16)
    for row in sorted(range(ROW_COUNT), key=lambda row: -len(members[row])):
        fits = np.ones(len(offsets), np.bool_)
        for column in columns[members[row]]:
            fits &= is_free[column : column + len(offsets)]
        offset = int(np.argmax(fits))
        assert fits[offset], "the table is full"
        places = offset + columns[members[row]]
        is_free[places] = False
        placed[places] = values[members[row]]
        displacement[row] = offset
    last = int(np.flatnonzero(placed)[-1])
    return displacement, placed[: last + 1].copy()


def main(path: Path = STORED) -> None:
    """Build the tables and store them."""
    write_tables(build_tables(), path)


if __name__ == "__main__":
    main()
