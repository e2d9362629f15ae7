"""The rules of a simulated table as the kernels read them: a few small arrays, made once for a simulation.

A *slot* is how ante and bet of a box can end: folded, lost, equal, won or dealer without a game by category of the
player's hand, and dealer without a game against a hand below the player's minimum. A *kind* is how a bonus can end:
by kind of five-card hand, or lost with a fold. At given stakes each slot and kind wins one amount.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from casino_table.game.paytable import Paytable
from casino_table.hands.ranking import Category
from casino_table.hands.tables import CATEGORY_FLOORS, RANK_LIMIT
from casino_table.odds.payouts import BONUS_KIND_FLOORS, Stakes, bonus_payouts, main_payouts
from casino_table.odds.states import RENAMINGS, build_states

CATEGORIES: Final = 10
FOLD, LOSE, TIE, WIN, UNQUALIFIED, BELOW_MINIMUM = 0, 1, 2, 3, 13, 23
SLOTS: Final = 24
KINDS: Final = len(BONUS_KIND_FLOORS) + 1
LOST_WITH_FOLD: Final = KINDS - 1

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class KernelRules(NamedTuple):
    """Hold what the kernels read; amounts in minor units, results as the player sees them."""

    start: np.uint64
    """Where the random words of the seed begin."""
    rejections: npt.NDArray[np.uint64]
    boxes: np.int64
    open_boxes: np.int64
    bets: Bytes
    """A bit for each flop class and pair of hole cards: whether an open box bets; shape (1755, 166)."""
    flop_class: npt.NDArray[np.uint16]
    flop_renaming: Bytes
    """By flop, the renaming of its suits to its class: two bits a suit."""
    qualifying: np.int64
    minimum: np.int64
    main_net: Ints
    """What a slot brings the player of ante and bet together."""
    main_won: Ints
    """What of it are winnings."""
    bonus_net: Ints
    bonus_won: Ints
    has_bonus: np.bool_
    is_bonus_lost: np.bool_
    """Whether a fold loses the bonus."""
    deal_cap: np.int64
    """The most that all boxes win together, of ante and bet and again of the bonus; -1 without such a cap."""
    bin_width: np.int64
    bin_start: np.int64
    hour_rounds: np.int64
    hour_bin_width: np.int64
    hour_bin_start: np.int64


def main_results(paytable: Paytable, stakes: Stakes) -> tuple[Ints, Ints]:
    """Return by slot what ante and bet bring the player, and how much of that are winnings; with a cap by box."""
    payouts = main_payouts(paytable, stakes)
    net = np.zeros(SLOTS, np.int64)
    net[FOLD], net[LOSE] = int(payouts.fold), int(payouts.lose)
    for category in Category:
        net[UNQUALIFIED + category] = int(payouts.channels[category])
        net[WIN + category] = int(payouts.channels[CATEGORIES + 1 + category])
    won = np.maximum(net, 0)
    return net, won


def bonus_results(paytable: Paytable, stakes: Stakes) -> tuple[Ints, Ints]:
    """Return by kind what the bonus brings the player, and how much of that are winnings; with a cap by box."""
    net, won = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    payouts = bonus_payouts(paytable, stakes)
    if payouts is not None:
        net[:LOST_WITH_FOLD] = [int(value) for value in payouts.net]
        net[LOST_WITH_FOLD] = -stakes.bonus
        won[:LOST_WITH_FOLD] = np.where(payouts.has_row, net[:LOST_WITH_FOLD], 0)
    return net, won


def packed_bets(bets: npt.NDArray[np.bool_]) -> Bytes:
    """Return decisions by state as a bit for each flop class and pair of hole cards."""
    states = build_states()
    return np.packbits(bets[states.state], axis=1, bitorder="little")


def packed_renamings() -> Bytes:
    """Return the renaming of each flop in a byte: two bits a suit."""
    packed = (RENAMINGS << np.array([0, 2, 4, 6], np.uint8)).sum(axis=1).astype(np.uint8)
    return np.asarray(packed[build_states().flop_renaming])


def _steps(floors: tuple[int, ...]) -> Bytes:
    """Return by rank how many floors it reaches, less one."""
    return (np.searchsorted(floors, np.arange(RANK_LIMIT + 1), side="right") - 1).clip(0).astype(np.uint8)


CATEGORY_OF_RANK: Final = _steps(CATEGORY_FLOORS)
BONUS_KIND_OF_RANK: Final = _steps(BONUS_KIND_FLOORS)
