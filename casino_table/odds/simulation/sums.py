"""What played rounds add up to, inside compiled code: whole numbers only, so that blocks can be added in any order."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from casino_table.game.limits import MOST_BOXES
from casino_table.hands.batch import Scalar, kernel
from casino_table.odds.simulation.rules import KINDS, SLOTS, Ints

BLOCK_ROUNDS: Final = 65_536
SLICE_BITS: Final = 6
SLICE_ROUNDS: Final = 1 << SLICE_BITS
SLICES: Final = BLOCK_ROUNDS // SLICE_ROUNDS
BINS: Final = 2_048

# Results of a round whose squares are added up: open boxes together, blind boxes together, ante and bet of all, all
# bonuses, everything; then an hour; then what a cap on the deal took the place of and put there, open and blind boxes.
SQUARES: Final = 12
OPEN, BLIND, MAIN, BONUS, ALL, HOUR, OLD_OPEN, OLD_BLIND, NEW_OPEN, NEW_BLIND, OLD_BONUS, NEW_BONUS = range(SQUARES)

_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ONE: Final = np.uint64(1)


class Sums(NamedTuple):
    """Hold what a block adds up to; every number is whole, so that blocks can be added in any order."""

    slots: Ints
    """How often each box ended in each slot, shape (7, 24)."""
    kinds: Ints
    """The same of the bonuses, shape (7, 24)."""
    squares: npt.NDArray[np.uint64]
    """Sums of squares in 128 bits, shape (12, 2), low word first."""
    bins: Ints
    """Rounds by the house's result."""
    hour_bins: Ints
    """Hours by the house's result."""
    extremes: Ints
    """The house's worst and best round, worst and best hour."""
    hours: Ints
    """Number of whole hours, and the house's result in all of them."""
    cuts: Ints
    """What a cap on the deal cut off: open boxes, blind boxes, bonuses; rounds with a cut main wager, bonus."""
    slices: Ints
    """The player's result of open boxes, blind boxes and bonuses in each 64 rounds of the block, shape (1024, 3)."""


def new_sums() -> Sums:
    """Return sums of nothing."""
    largest = np.iinfo(np.int64).max
    return Sums(
        np.zeros((MOST_BOXES, SLOTS), np.int64),
        np.zeros((MOST_BOXES, KINDS), np.int64),
        np.zeros((SQUARES, 2), np.uint64),
        np.zeros(BINS, np.int64),
        np.zeros(BINS, np.int64),
        np.array([largest, -largest, largest, -largest], np.int64),
        np.zeros(2, np.int64),
        np.zeros(5, np.int64),
        np.zeros((SLICES, 3), np.int64),
    )


@kernel
def add_square(squares: npt.NDArray[np.uint64], row: Scalar, value: Scalar) -> None:
    """Add the square of a result to a sum of 128 bits."""
    size = np.uint64(abs(value))
    low, high = size * size, np.uint64(0)
    if size > _LOW:
        # The square of two halves: the middle part belongs half to the low word and half to the high one.
        least, most = size & _LOW, size >> _HALF
        middle = least * most
        high = most * most + (middle >> (_HALF - _ONE))
        part = middle << (_HALF + _ONE)
        low = least * least + part
        high += np.uint64(low < part)
    before = squares[row, 0]
    squares[row, 0] = before + low
    squares[row, 1] += high + np.uint64(squares[row, 0] < before)
