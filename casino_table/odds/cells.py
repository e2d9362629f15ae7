"""Compiled settlement of whole boards: what every pair of hole cards does against all dealer hands it leaves.

A *kind* of card is its rank, or, where a flush suit is in question, its rank and whether it has that suit: 13 kinds or
26 (rank * 2 + 1 with the suit). Cards of a kind are interchangeable. Pairs of kinds i <= j stand at j (j + 1) / 2 + i.

A *cell* is what one board does to one pair of hole cards, in 64 bits: how many of the 990 dealer hands do not qualify,
are beaten, are equal (21 bits each, so that sums over the 1,070,190 continuations fit), and in the four bits above the
slot that they are counted in: the category of the player's hand, or one of two slots for hands below his minimum.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.hands.batch import KEYS, Scalar, flush_rank_of_mask, kernel, rank_of_sum7
from casino_table.hands.tables import CATEGORY_FLOORS

RANKS: Final = 13
RANK_PAIRS: Final = 91
KINDS: Final = 26
KIND_PAIRS: Final = 351
SLOTS: Final = 12
"""The ten categories, then high card and pair below the player's minimum."""
BELOW_MINIMUM: Final = 10

FIELD_BITS: Final = 21
SLOT_SHIFT: Final = np.uint64(60)
CELL_MASK: Final = np.uint64((1 << 60) - 1)
# The fields of a cell.
WIN_SHIFT: Final = np.uint64(FIELD_BITS)
TIE_SHIFT: Final = np.uint64(2 * FIELD_BITS)

_FLOORS: Final = np.array(CATEGORY_FLOORS, np.int64)
_RANK_BITS: Final = 7
_RANK_BUCKETS: Final = 1 << _RANK_BITS

Cells = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]


def _choose_table() -> Ints:
    table = np.zeros((20, 6), np.int64)
    table[:, 0] = 1
    for n in range(1, 20):
        for k in range(1, 6):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


CHOOSE: Final = _choose_table()


@kernel
def pair_of_kinds(first: Scalar, second: Scalar) -> Scalar:
    """Return the place of two kinds in any order."""
    low, high = min(first, second), max(first, second)
    return high * (high + 1) // 2 + low


@kernel
def clear(numbers: Ints, count: Scalar) -> None:
    """Set the first numbers to zero; a loop compiles in a fraction of the time of a slice."""
    for index in range(count):
        numbers[index] = 0


@kernel
def multiset_index(sorted_ranks: Ints, size: Scalar) -> Scalar:
    """Return the number of an ascending multiset of ranks among those of its size."""
    index = 0
    for place in range(size):
        index += CHOOSE[sorted_ranks[place] + place, place + 1]
    return index


@kernel
def insert_sorted(ranks: Ints, size: Scalar, rank: Scalar) -> None:
    """Insert a rank into the first `size` ascending ones."""
    place = size
    while place > 0 and ranks[place - 1] > rank:
        ranks[place] = ranks[place - 1]
        place -= 1
    ranks[place] = rank


@kernel
def _slot(rank: Scalar, minimum: Scalar) -> Scalar:
    category = 0
    while category < 9 and rank >= _FLOORS[category + 1]:  # noqa: PLR2004 - the last category
        category += 1
    return BELOW_MINIMUM + category if rank < minimum else category


@kernel
def _sort_by_rank(ranks: Ints, count: Scalar, order: Ints, room: Ints, buckets: Ints) -> None:
    """Write the order of the first `count` ranks into `order`: two passes over seven bits each."""
    for index in range(count):
        order[index] = index
    for shift in (0, _RANK_BITS):
        clear(buckets, _RANK_BUCKETS + 1)
        for index in range(count):
            buckets[((ranks[order[index]] >> shift) & (_RANK_BUCKETS - 1)) + 1] += 1
        for bucket in range(_RANK_BUCKETS):
            buckets[bucket + 1] += buckets[bucket]
        for index in range(count):
            bucket = (ranks[order[index]] >> shift) & (_RANK_BUCKETS - 1)
            room[buckets[bucket]] = order[index]
            buckets[bucket] += 1
        for index in range(count):
            order[index] = room[index]


@kernel
def _list_pairs(
    left: Ints,
    strengths: Ints,
    qualifying: Scalar,
    first: Ints,
    second: Ints,
    work: Ints,
) -> tuple[Scalar, Scalar]:
    """List the pairs of kinds that are left, and count the unqualified ones, in all and for a card of each kind."""
    ranks, weights, unqualified = work[0], work[1], work[7]
    count = 0
    pair = 0
    all_unqualified = 0
    for high in range(len(left)):
        for low in range(high + 1):
            weight = left[high] * left[low] if low != high else left[high] * (left[high] - 1) // 2
            if weight > 0:
                ranks[count], weights[count] = strengths[pair], weight
                first[count], second[count] = low, high
                count += 1
                if strengths[pair] < qualifying:
                    all_unqualified += weight
                    _add_pair(unqualified, left, low, high)
            pair += 1
    return count, all_unqualified


@kernel
def _fill_cells(
    left: Ints,
    strengths: Ints,
    qualifying: Scalar,
    minimum: Scalar,
    first: Ints,
    second: Ints,
    work: Ints,
    cells: Cells,
) -> None:
    """Write the cell of every pair of kinds against the dealer hands that it leaves.

    `left` is how many cards of each kind the board leaves, `strengths` the rank of each pair of kinds with it. Dealer
    hands are counted in order of strength; those that share a card with the player's pair are taken off again, and the
    pair itself, taken off twice, put back: inclusion and exclusion.
    """
    kinds = len(left)
    ranks, weights, order, room = work[0], work[1], work[2], work[3]
    buckets, below, group, unqualified = work[4], work[5], work[6], work[7]
    clear(below, kinds)
    clear(group, kinds)
    clear(unqualified, kinds)
    for pair in range(len(cells)):
        cells[pair] = 0
    count, all_unqualified = _list_pairs(left, strengths, qualifying, first, second, work)
    _sort_by_rank(ranks, count, order, room, buckets)
    all_below = 0
    start = 0
    while start < count:
        rank = ranks[order[start]]
        end, all_equal = start, 0
        while end < count and ranks[order[end]] == rank:
            one = order[end]
            all_equal += weights[one]
            _add_pair(group, left, first[one], second[one])
            end += 1
        slot = np.uint64(_slot(rank, minimum)) << SLOT_SHIFT
        qualifies = rank >= qualifying
        for place in range(start, end):
            low, high = first[order[place]], second[order[place]]
            lost = all_unqualified - unqualified[low] - unqualified[high] + (0 if qualifies else 1)
            win, tie = 0, 0
            if qualifies:
                win = all_below - below[low] - below[high] - lost
                tie = all_equal - group[low] - group[high] + 1
            cells[high * (high + 1) // 2 + low] = (
                slot | np.uint64(lost) | np.uint64(win) << WIN_SHIFT | np.uint64(tie) << TIE_SHIFT
            )
        all_below += all_equal
        for kind in range(kinds):
            below[kind] += group[kind]
            group[kind] = 0
        start = end


@kernel
def _add_pair(counts: Ints, left: Ints, low: Scalar, high: Scalar) -> None:
    """Count a pair of kinds for one given card of each: with how many cards that card makes it."""
    if low == high:
        counts[low] += left[low] - 1
    else:
        counts[low] += left[high]
        counts[high] += left[low]


@kernel
def rank_board_cells(boards: Ints, qualifying: Scalar, minimum: Scalar, cells: Cells) -> None:
    """Write the 91 cells of boards given as ascending ranks, as if no flush were possible."""
    strengths, left = np.zeros(RANK_PAIRS, np.int64), np.zeros(RANKS, np.int64)
    first, second, work = (
        np.zeros(KIND_PAIRS, np.int64),
        np.zeros(KIND_PAIRS, np.int64),
        np.zeros((8, KIND_PAIRS), np.int64),
    )
    for board in boards:
        key = np.uint64(0)
        for rank in range(RANKS):
            left[rank] = 4
        for rank in board:
            key += KEYS[4 * rank]
            left[rank] -= 1
        pair = 0
        for high in range(RANKS):
            for low in range(high + 1):
                strengths[pair] = rank_of_sum7(key + KEYS[4 * high] + KEYS[4 * low])
                pair += 1
        _fill_cells(left, strengths, qualifying, minimum, first, second, work, cells[multiset_index(board, 5)])


@kernel
def suited_board_index(mask: Scalar, suited: Scalar, others: Ints) -> Scalar:
    """Return the number of a board by its ranks in the flush suit (a mask of 3 to 5) and its other ranks, ascending."""
    index, bits = 0, 0
    for rank in range(RANKS):
        if (mask >> rank) & 1:
            bits += 1
            index += CHOOSE[rank, bits]
    if suited == 3:  # noqa: PLR2004 - cards of the suit
        return index * RANK_PAIRS + multiset_index(others, 2)
    if suited == 4:  # noqa: PLR2004
        return 286 * RANK_PAIRS + index * RANKS + others[0]
    return 286 * RANK_PAIRS + 715 * RANKS + index


@kernel
def suited_board_cells(boards: Ints, qualifying: Scalar, minimum: Scalar, cells: Cells) -> None:
    """Write the 351 cells of boards of kinds, given as rows of mask, count of suited cards, and two other ranks."""
    strengths, left = np.zeros(KIND_PAIRS, np.int64), np.zeros(KINDS, np.int64)
    first, second, work = (
        np.zeros(KIND_PAIRS, np.int64),
        np.zeros(KIND_PAIRS, np.int64),
        np.zeros((8, KIND_PAIRS), np.int64),
    )
    by_rank = np.zeros((RANKS, RANKS), np.int64)
    for board in boards:
        mask, suited, others = board[0], board[1], board[2:]
        key = np.uint64(0)
        for rank in range(RANKS):
            in_suit = (mask >> rank) & 1
            left[2 * rank], left[2 * rank + 1] = 3, 1 - in_suit
            if in_suit:
                key += KEYS[4 * rank]
        for place in range(5 - suited):
            key += KEYS[4 * others[place]]
            left[2 * others[place]] -= 1
        for high in range(RANKS):
            for low in range(RANKS):
                by_rank[low, high] = rank_of_sum7(key + KEYS[4 * high] + KEYS[4 * low])
        pair = 0
        for high in range(KINDS):
            for low in range(high + 1):
                in_suit = suited + (low & 1) + (high & 1)
                if in_suit >= 5:  # noqa: PLR2004 - a flush
                    with_pair = mask | (low & 1) << (low >> 1) | (high & 1) << (high >> 1)
                    strengths[pair] = flush_rank_of_mask(np.uint64(with_pair))
                else:
                    strengths[pair] = by_rank[low >> 1, high >> 1]
                pair += 1
        index = suited_board_index(mask, suited, others)
        _fill_cells(left, strengths, qualifying, minimum, first, second, work, cells[index])
