"""Compiled sums of cells: over turns and rivers, and over what makes up a state; `enumeration` says why it is exact."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.hands.batch import Scalar, kernel
from casino_table.odds.cells import (
    BELOW_MINIMUM,
    CELL_MASK,
    CHOOSE,
    FIELD_BITS,
    KINDS,
    RANK_PAIRS,
    RANKS,
    SLOT_SHIFT,
    SLOTS,
    TIE_SHIFT,
    WIN_SHIFT,
    Cells,
    Ints,
    insert_sorted,
    multiset_index,
    pair_of_kinds,
    suited_board_index,
)

_FIELD_MASK: Final = np.uint64((1 << FIELD_BITS) - 1)


@kernel
def sum_over_rank_boards(flops: Ints, rank_cells: Cells, sums: Cells) -> None:
    """Add up, for flops given as ascending ranks, the cells of all turns and rivers as if no flush were possible.

    `sums` has shape (455, 91, 12): flop ranks, hole ranks, slot.
    """
    board = np.zeros(5, np.int64)
    for flop in flops:
        target = sums[multiset_index(flop, 3)]
        for river in range(RANKS):
            for turn in range(river + 1):
                turns, rivers = np.int64(4), np.int64(4)
                for rank in flop:
                    turns -= rank == turn
                    rivers -= rank == river
                for place in range(3):
                    board[place] = flop[place]
                insert_sorted(board, 3, turn)
                insert_sorted(board, 4, river)
                cells = rank_cells[multiset_index(board, 5)]
                pair = 0
                for high in range(RANKS):
                    for low in range(high + 1):
                        turns_left = turns - (low == turn) - (high == turn)
                        rivers_left = rivers - (low == river) - (high == river)
                        ways = turns_left * rivers_left if turn != river else turns_left * (turns_left - 1) // 2
                        cell = cells[pair]
                        target[pair, cell >> SLOT_SHIFT] += np.uint64(ways) * (cell & CELL_MASK)
                        pair += 1


@kernel
def suited_flop_index(mask: Scalar, suited: Scalar, others: Ints) -> Scalar:
    """Return the number of a flop by its ranks in the flush suit (a mask of 1 to 3) and its other ranks, ascending."""
    index, bits = 0, 0
    for rank in range(RANKS):
        if (mask >> rank) & 1:
            bits += 1
            index += CHOOSE[rank, bits]
    if suited == 1:
        return index * RANK_PAIRS + multiset_index(others, 2)
    if suited == 2:  # noqa: PLR2004 - cards of the suit
        return RANKS * RANK_PAIRS + index * RANKS + others[0]
    return RANKS * RANK_PAIRS + 78 * RANKS + index


@kernel
def _take_off(left: Ints, mask: Scalar, others: Ints, other_count: Scalar) -> None:
    """Write how many cards of each kind are left, given the ranks taken in the flush suit and in other suits."""
    for rank in range(RANKS):
        left[2 * rank], left[2 * rank + 1] = 3, 1 - ((mask >> rank) & 1)
    for place in range(other_count):
        left[2 * others[place]] -= 1


@kernel
def sum_over_suited_boards(flops: Ints, rank_cells: Cells, suited_cells: Cells, sums: Cells) -> None:
    """Add up, for flops given as for `suited_board_cells`, what the flush suit changes over all turns and rivers.

    Boards with three or more cards of the suit count with their own cells, and without the cells of their ranks, which
    `sum_over_rank_boards` has counted. `sums` has shape (2483, 351, 12): flop, hole cards, slot. Differences wrap
    around in 64 bits; the sums that are read in the end are counts again.
    """
    left = np.zeros(KINDS, np.int64)
    board, others = np.zeros(5, np.int64), np.zeros(4, np.int64)
    for flop in flops:
        mask, suited = flop[0], flop[1]
        _take_off(left, mask, flop[2:], 3 - suited)
        target = sums[suited_flop_index(mask, suited, flop[2:])]
        for river in range(KINDS):
            for turn in range(river + 1):
                count = suited + (turn & 1) + (river & 1)
                if count < 3 or left[turn] == 0 or left[river] == 0:  # noqa: PLR2004 - no flush is possible below
                    continue
                whole = mask | (turn & 1) << (turn >> 1) | (river & 1) << (river >> 1)
                size = 3 - suited
                for place in range(size):
                    others[place] = flop[2 + place]
                for card in (turn, river):
                    if not card & 1:
                        insert_sorted(others, size, card >> 1)
                        size += 1
                suited_row = suited_cells[suited_board_index(whole, count, others)]
                rank_row = rank_cells[_rank_board_index(whole, others, size, board)]
                _add_difference(left, turn, river, suited_row, rank_row, target)


@kernel
def _rank_board_index(mask: Scalar, others: Ints, other_count: Scalar, board: Ints) -> Scalar:
    """Return the number of a board by its ranks alone, given those in the flush suit and the others."""
    size = 0
    for rank in range(RANKS):
        if (mask >> rank) & 1:
            board[size] = rank
            size += 1
    for place in range(other_count):
        insert_sorted(board, size, others[place])
        size += 1
    return multiset_index(board, 5)


@kernel
def _add_difference(left: Ints, turn: Scalar, river: Scalar, suited_row: Cells, rank_row: Cells, target: Cells) -> None:
    pair = 0
    for high in range(KINDS):
        turns_high, rivers_high = left[turn] - (high == turn), left[river] - (high == river)
        row = (high >> 1) * ((high >> 1) + 1) // 2
        for low in range(high + 1):
            turns, rivers = turns_high - (low == turn), rivers_high - (low == river)
            ways = np.uint64(turns * rivers if turn != river else turns * (turns - 1) // 2)
            cell, plain = suited_row[pair], rank_row[row + (low >> 1)]
            target[pair, cell >> SLOT_SHIFT] += ways * (cell & CELL_MASK)
            target[pair, plain >> SLOT_SHIFT] -= ways * (plain & CELL_MASK)
            pair += 1


@kernel
def assemble_states(
    cards: npt.NDArray[np.uint8],
    multiplicity: npt.NDArray[np.uint8],
    rank_sums: Cells,
    suited_sums: Cells,
    out: npt.NDArray[np.uint32],
    ties: Ints,
) -> None:
    """Write the counts of states, shape (states, 22), from the sums that their ranks and each suit of the flop give.

    Columns: dealer does not qualify, by the player's category (10); the same below the player's minimum; player wins,
    by category (10); equal. What is left of the 1,070,190 continuations is lost. `ties` receives the equal ones by
    category, over all hands that the states stand for.
    """
    hand, ranks, slots = np.zeros(5, np.int64), np.zeros(3, np.int64), np.zeros(SLOTS, np.uint64)
    for state in range(len(cards)):
        for place in range(5):
            hand[place] = cards[state, place]
        for place in range(3):
            insert_sorted(ranks, place, hand[2 + place] >> 2)
        # Loops, for assigning slices of arrays makes the compiler work for seconds.
        flop, pair = multiset_index(ranks, 3), pair_of_kinds(hand[0] >> 2, hand[1] >> 2)
        for slot in range(SLOTS):
            slots[slot] = rank_sums[flop, pair, slot]
        for suit in range(4):
            _add_suit(hand, suit, ranks, suited_sums, slots)
        _write_counts(slots, np.int64(multiplicity[state]), state, out, ties)


@kernel
def _add_suit(hand: Ints, suit: Scalar, others: Ints, suited_sums: Cells, slots: Cells) -> None:
    """Add what a suit as the flush suit changes, if the flop has it; `others` is room to work in."""
    mask, suited, size = 0, 0, 0
    for place in range(2, 5):
        if (hand[place] & 3) == suit:
            mask |= 1 << (hand[place] >> 2)
            suited += 1
        else:
            insert_sorted(others, size, hand[place] >> 2)
            size += 1
    if suited:
        low_kind = (hand[0] >> 2) * 2 + ((hand[0] & 3) == suit)
        high_kind = (hand[1] >> 2) * 2 + ((hand[1] & 3) == suit)
        flop, pair = suited_flop_index(mask, suited, others), pair_of_kinds(low_kind, high_kind)
        for slot in range(SLOTS):
            slots[slot] += suited_sums[flop, pair, slot]


@kernel
def _write_counts(slots: Cells, times: Scalar, state: Scalar, out: npt.NDArray[np.uint32], ties: Ints) -> None:
    """Take the three fields of each slot apart into the columns of a state; hands below the minimum share theirs."""
    tie = np.uint64(0)
    for slot in range(SLOTS):
        lost, win = slots[slot] & _FIELD_MASK, (slots[slot] >> WIN_SHIFT) & _FIELD_MASK
        equal = slots[slot] >> TIE_SHIFT
        category = slot if slot < BELOW_MINIMUM else slot - BELOW_MINIMUM
        column = min(BELOW_MINIMUM, slot)
        out[state, column] += np.uint32(lost)
        out[state, 11 + category] += np.uint32(win)
        tie += equal
        ties[category] += times * np.int64(equal)
    out[state, 21] = tie


@kernel
def add_up(table: npt.NDArray[np.uint32], multiplicity: npt.NDArray[np.uint8], totals: Ints) -> None:
    """Add to `totals` each column of the counts over all hands that the states stand for."""
    for state in range(np.uint64(len(table))):
        times = np.int64(multiplicity[state])
        for channel in range(np.uint64(len(totals))):
            totals[channel] += times * np.int64(table[state, channel])
