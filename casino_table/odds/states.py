"""The 1,286,792 states a player can decide in: two own cards and a flop, up to renaming the suits.

Two hands that differ by the names of the suits only have the same future. Each of the 25,989,600 combinations of hole
cards and flop therefore belongs to one of 1,286,792 states, found here by two look-ups: the flop gives one of 1,755
flop classes and a renaming of suits; class and renamed hole cards give the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import DECK_SIZE
from casino_table.hands.batch import Scalar, kernel, ranks5_unchecked

STATE_COUNT: Final = 1_286_792
FLOP_COUNT: Final = 22_100
FLOP_CLASS_COUNT: Final = 1_755
HOLE_COUNT: Final = 1_326
HANDS: Final = 25_989_600
"""Combinations of two hole cards and a flop of three."""

RENAMINGS: Final = np.array(list(permutations(range(4))), np.uint8)
"""All 24 renamings of the suits; the first changes nothing."""


@dataclass(frozen=True, slots=True)
class States:
    """Hold the two look-ups, and of each state an example, how many hands it stands for, and its five-card rank."""

    flop_class: npt.NDArray[np.uint16]
    """Class of each flop, by `flop_index`."""
    flop_renaming: npt.NDArray[np.uint8]
    """Number of the renaming that turns each flop into the example of its class."""
    state: npt.NDArray[np.int32]
    """State by flop class and `hole_index` of the renamed hole cards; -1 where they share a card with the flop."""
    cards: npt.NDArray[np.uint8]
    """An example of each state: two hole cards and three of the flop, shape (states, 5)."""
    multiplicity: npt.NDArray[np.uint8]
    """Combinations of hole cards and flop that each state stands for."""
    five_card_rank: npt.NDArray[np.uint16]
    """Rank of the two hole cards with the flop, which the bonus is decided by."""


@kernel
def hole_index(first: Scalar, second: Scalar) -> Scalar:
    """Return the number 0..1325 of two cards in any order."""
    low, high = min(first, second), max(first, second)
    return high * (high - 1) // 2 + low


@kernel
def flop_index(first: Scalar, second: Scalar, third: Scalar) -> Scalar:
    """Return the number 0..22099 of three cards in any order."""
    low, high = min(first, second, third), max(first, second, third)
    middle = first + second + third - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@kernel
def _rename(card: Scalar, renaming: npt.NDArray[np.uint8]) -> Scalar:
    return (card & ~3) | renaming[card & 3]


@kernel
def state_of(
    hole: npt.NDArray[np.uint8],
    flop: npt.NDArray[np.uint8],
    flop_class: npt.NDArray[np.uint16],
    flop_renaming: npt.NDArray[np.uint8],
    state: npt.NDArray[np.int32],
    renamings: npt.NDArray[np.uint8],
) -> Scalar:
    """Return the state of hole cards and flop; -1 where they share a card."""
    index = flop_index(np.int64(flop[0]), np.int64(flop[1]), np.int64(flop[2]))
    renaming = renamings[flop_renaming[index]]
    hole_number = hole_index(_rename(np.int64(hole[0]), renaming), _rename(np.int64(hole[1]), renaming))
    return np.int32(state[flop_class[index], hole_number])


@kernel
def _classify_flops(
    renamings: npt.NDArray[np.uint8],
    flop_class: npt.NDArray[np.uint16],
    flop_renaming: npt.NDArray[np.uint8],
    examples: npt.NDArray[np.uint8],
) -> None:
    """Give each flop the class of the least flop that renaming makes of it; classes are numbered as they come."""
    classes = 0
    for high in range(2, DECK_SIZE):
        for middle in range(1, high):
            for low in range(middle):
                index = flop_index(low, middle, high)
                least, least_renaming = index, 0
                for number in range(1, len(renamings)):
                    renaming = renamings[number]
                    other = flop_index(_rename(low, renaming), _rename(middle, renaming), _rename(high, renaming))
                    if other < least:
                        least, least_renaming = other, number
                flop_renaming[index] = least_renaming
                if least == index:
                    flop_class[index] = classes
                    examples[classes, 0], examples[classes, 1], examples[classes, 2] = low, middle, high
                    classes += 1
                else:
                    flop_class[index] = flop_class[least]


@kernel
def _number_states(
    renamings: npt.NDArray[np.uint8],
    examples: npt.NDArray[np.uint8],
    flops_in_class: npt.NDArray[np.int64],
    state: npt.NDArray[np.int32],
    cards: npt.NDArray[np.uint8],
    multiplicity: npt.NDArray[np.uint8],
) -> None:
    """Give the states their numbers: the hole cards of each class, up to the renamings that keep its example."""
    states = 0
    keeping = np.empty(len(renamings), np.int64)
    for flop in range(len(examples)):
        low, middle, high = np.int64(examples[flop, 0]), np.int64(examples[flop, 1]), np.int64(examples[flop, 2])
        index = flop_index(low, middle, high)
        taken = 1 << low | 1 << middle | 1 << high
        count = 0
        for number in range(len(renamings)):
            renaming = renamings[number]
            if flop_index(_rename(low, renaming), _rename(middle, renaming), _rename(high, renaming)) == index:
                keeping[count] = number
                count += 1
        for second in range(1, DECK_SIZE):
            for first in range(second):
                if (taken >> first | taken >> second) & 1:
                    continue
                pair = hole_index(first, second)
                least = pair
                for place in range(1, count):
                    renaming = renamings[keeping[place]]
                    least = min(least, hole_index(_rename(first, renaming), _rename(second, renaming)))
                if least == pair:
                    state[flop, pair] = states
                    cards[states, 0], cards[states, 1] = first, second
                    cards[states, 2], cards[states, 3], cards[states, 4] = low, middle, high
                    states += 1
                else:
                    state[flop, pair] = state[flop, least]
                multiplicity[state[flop, pair]] += np.uint8(flops_in_class[flop])


@cache
def build_states() -> States:
    """Return the states, which are the same for every paytable; built once a process, in a tenth of a second."""
    flop_class, flop_renaming = np.zeros(FLOP_COUNT, np.uint16), np.zeros(FLOP_COUNT, np.uint8)
    examples = np.zeros((FLOP_CLASS_COUNT, 3), np.uint8)
    _classify_flops(RENAMINGS, flop_class, flop_renaming, examples)
    state = np.full((FLOP_CLASS_COUNT, HOLE_COUNT), -1, np.int32)
    cards, multiplicity = np.zeros((STATE_COUNT, 5), np.uint8), np.zeros(STATE_COUNT, np.uint8)
    _number_states(RENAMINGS, examples, np.bincount(flop_class), state, cards, multiplicity)
    five_card_rank = np.zeros(STATE_COUNT, np.uint16)
    ranks5_unchecked(cards.reshape(-1), five_card_rank)
    states = States(flop_class, flop_renaming, state, cards, multiplicity, five_card_rank)
    for array in (flop_class, flop_renaming, state, cards, multiplicity, five_card_rank):
        array.flags.writeable = False
    return states


def find_state(hole: Sequence[int], flop: Sequence[int]) -> int:
    """Return the state of two hole cards and a flop, all different.

    >>> find_state((51, 50), (0, 4, 8)) == find_state((48, 49), (3, 7, 11))
    True
    """
    states = build_states()
    return int(
        state_of(
            np.array(hole, np.uint8), np.array(flop, np.uint8),
            states.flop_class, states.flop_renaming, states.state, RENAMINGS,
        )
    )  # fmt: skip
