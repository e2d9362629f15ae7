"""Decide every state: is betting strictly better than folding? Whole numbers of any size, compiled."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import lcm
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.hands.batch import kernel
from casino_table.odds.enumeration import CHANNELS, CONTINUATIONS, Counts
from casino_table.odds.payouts import BONUS_KIND_FLOORS, BonusPayouts, MainPayouts
from casino_table.odds.states import STATE_COUNT, build_states

_LIMB_BITS: Final = 32
_LIMB_MASK: Final = (1 << _LIMB_BITS) - 1
# One limb suffices while the whole sum, base included, stays below 2**62.
_ONE_LIMB: Final = (1 << 61) // CONTINUATIONS

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Hold which states bet, and over the hands that fold: their number, and the counts by channel (then lost)."""

    bets: npt.NDArray[np.bool_]
    folded_hands: int
    folded: tuple[int, ...]


@kernel
def _decide(
    table: npt.NDArray[np.uint32],
    kinds: npt.NDArray[np.uint8],
    multiplicity: npt.NDArray[np.uint8],
    weights: Ints,
    bases: Ints,
    bets: npt.NDArray[np.bool_],
    folded: Ints,
) -> None:
    """Bet where base + sum of counts x weights is above zero, and add up what is folded; one word holds each sum."""
    totals = np.zeros(CHANNELS, np.int64)
    hands = np.int64(0)
    for state in range(np.uint64(len(table))):
        value = bases[kinds[state]]
        for channel in range(np.uint64(CHANNELS)):
            value += np.int64(table[state, channel]) * weights[channel]
        bets[state] = value > 0
        if value <= 0:
            times = np.int64(multiplicity[state])
            hands += times
            for channel in range(np.uint64(CHANNELS)):
                totals[channel] += times * np.int64(table[state, channel])
    for channel in range(CHANNELS):
        folded[channel] = totals[channel]
    folded[CHANNELS] = hands


@kernel
def _decide_long(
    table: npt.NDArray[np.uint32],
    kinds: npt.NDArray[np.uint8],
    multiplicity: npt.NDArray[np.uint8],
    weights: Ints,
    bases: Ints,
    bets: npt.NDArray[np.bool_],
    folded: Ints,
) -> None:
    """Do as `_decide` with numbers of several 32-bit limbs, lowest first; all are non-negative but the highest."""
    limbs = len(weights)
    for state in range(len(table)):
        carry, low_bits = np.int64(0), np.int64(0)
        for limb in range(limbs):
            value = carry + bases[limb, kinds[state]]
            for channel in range(CHANNELS):
                value += np.int64(table[state, channel]) * weights[limb, channel]
            if limb < limbs - 1:
                low_bits |= value & _LIMB_MASK
                carry = value >> _LIMB_BITS
            else:
                carry = value
        bets[state] = carry > 0 or (carry == 0 and low_bits != 0)
        if not bets[state]:
            times = np.int64(multiplicity[state])
            folded[CHANNELS] += times
            for channel in range(CHANNELS):
                folded[channel] += times * np.int64(table[state, channel])


@cache
def bonus_kinds() -> npt.NDArray[np.uint8]:
    """Return the kind of five-card hand of each state, an index into `BONUS_KIND_FLOORS`."""
    kinds = (np.searchsorted(BONUS_KIND_FLOORS, build_states().five_card_rank, side="right") - 1).astype(np.uint8)
    kinds.flags.writeable = False
    return kinds


def decide_all(
    counts: Counts, main: MainPayouts, lost_bonus: BonusPayouts | None = None, *, threads: int = 1
) -> Decisions:
    """Decide every state at these payouts; equal values fold.

    `lost_bonus` is given where a fold loses the bonus, which then weighs in the decision.
    """
    weights, bases = _advantage(main, lost_bonus)
    bets = np.empty(STATE_COUNT, np.bool_)
    kinds, multiplicity = bonus_kinds(), build_states().multiplicity
    edges = np.linspace(0, STATE_COUNT, 4 * threads + 1).astype(int).tolist()
    folded = np.zeros((len(edges) - 1, CHANNELS + 1), np.int64)
    is_short = max(map(abs, (*weights, *(base // CONTINUATIONS for base in bases)))) < _ONE_LIMB
    step = _decide if is_short else _decide_long
    numbers = (np.array(weights, np.int64), np.array(bases, np.int64)) if is_short else (_limbs(weights), _limbs(bases))
    # The two must have equally many limbs; the longer one decides.
    if not is_short and len(numbers[0]) != len(numbers[1]):
        size = max(len(numbers[0]), len(numbers[1]))
        numbers = (_limbs(weights, size), _limbs(bases, size))

    def run(part: int) -> None:
        rows = slice(edges[part], edges[part + 1])
        step(counts.table[rows], kinds[rows], multiplicity[rows], *numbers, bets[rows], folded[part])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, range(len(edges) - 1)))
    totals = folded.sum(axis=0).tolist()
    hands = totals.pop()
    return Decisions(bets, hands, (*totals, hands * CONTINUATIONS - sum(totals)))


def _advantage(main: MainPayouts, lost_bonus: BonusPayouts | None) -> tuple[list[int], list[int]]:
    """Return whole weights of the channels and bases by kind whose sum has the sign of (bet - fold).

    Every continuation is first taken as lost, and a channel's weight is how much better than a loss it is.
    """
    base = [CONTINUATIONS * (main.lose - main.fold)] * len(BONUS_KIND_FLOORS)
    if lost_bonus is not None:
        base = [
            start + CONTINUATIONS * (net + lost_bonus.unit) for start, net in zip(base, lost_bonus.net, strict=True)
        ]
    better = [value - main.lose for value in main.channels]
    scale = lcm(*(value.denominator for value in (*better, *base)))
    return [int(value * scale) for value in better], [int(value * scale) for value in base]


def _limbs(values: Sequence[int], size: int = 0) -> Ints:
    """Return whole numbers of any size as 32-bit limbs, lowest first, shape (limbs, values)."""
    size = size or 1 + max(value.bit_length() for value in values) // _LIMB_BITS
    rows = [[(value >> (_LIMB_BITS * limb)) & _LIMB_MASK for value in values] for limb in range(size - 1)]
    return np.array([*rows, [value >> (_LIMB_BITS * (size - 1)) for value in values]], np.int64)
