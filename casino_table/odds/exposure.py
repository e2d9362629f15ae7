"""The worst case of a deal for the house, for 1 to 7 boxes: found by an exhaustive search with bounds, hence proven.

All 1,286,792 combinations of flop with turn and river, up to the names of the suits, are looked at. Each first gets a
bound that no deal on it can pass; those whose bound passes the worst deal found so far are searched completely: every
choice of disjoint hole cards and of a dealer hand. When no bound passes the worst deal found, nothing can.
Owners play as it costs the house most: they bet, or fold where that loses less.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import card_texts
from casino_table.game.limits import MOST_BOXES
from casino_table.game.paytable import BonusAfterFold, Paytable
from casino_table.hands.tables import RANK_LIMIT
from casino_table.odds import exposure_search as search
from casino_table.odds.payouts import (
    BONUS_KIND_FLOORS,
    BonusPayouts,
    MainPayouts,
    Stakes,
    StakesError,
    bonus_payouts,
    check_stakes,
    main_payouts,
)
from casino_table.odds.states import build_states
from casino_table.text import message

_LARGEST: Final = 1 << 58
"""Stakes in minor units stay below: ante and bet of a box return less than 2^54, and there are seven boxes."""
_PARTS: Final = 64


@dataclass(frozen=True, slots=True)
class WorstDeal:
    """Hold a deal that costs the house most: its cards, and what all boxes together win net of what they lose.

    `net_payout` is in antes without stakes, else in minor units.
    """

    net_payout: Fraction
    flop: tuple[int, ...]
    turn: int
    river: int
    dealer: tuple[int, ...]
    boxes: tuple[tuple[int, ...], ...]

    def to_document(self) -> dict[str, object]:
        """Return the deal as a JSON-able object."""
        return {
            "net_payout": str(self.net_payout),
            "flop": card_texts(self.flop),
            "turn": card_texts([self.turn])[0],
            "river": card_texts([self.river])[0],
            "dealer": card_texts(self.dealer),
            "boxes": [card_texts(hole) for hole in self.boxes],
        }


def worst_deals(
    paytable: Paytable, stakes: Stakes | None = None, *, with_bonus: bool = True, threads: int = 1
) -> dict[int, WorstDeal]:
    """Return the worst deal for each number of boxes from 1 to 7, all with the same stakes.

    Without stakes every box has an ante of 1 and, where there is a bonus and `with_bonus` says so, a bonus of 1.
    """
    check_stakes(paytable, stakes or Stakes(ante=1))
    main, bonus = main_payouts(paytable, stakes), bonus_payouts(paytable, stakes) if with_bonus else None
    scale = _scale(main, bonus)
    values = _values(paytable, main, scale)
    bonus_stake = 0 if bonus is None else bonus.unit * scale
    by_rank = np.zeros(RANK_LIMIT + 1, np.int64)
    if bonus is not None:
        kinds = np.searchsorted(BONUS_KIND_FLOORS, np.arange(1, RANK_LIMIT + 1), side="right") - 1
        by_rank[1:] = np.array([int(net * scale) for net in bonus.net], np.int64)[kinds]
    cards = build_states().cards if bonus is not None else _boards_once(build_states().cards)
    bounds = np.zeros((len(cards), MOST_BOXES), np.int64)
    edges = np.linspace(0, len(cards), _PARTS + 1).astype(int).tolist()

    def bound(part: int) -> None:
        rows = slice(edges[part], edges[part + 1])
        search.bound_states(cards[rows], values, bonus_stake, by_rank, bounds[rows])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(bound, range(_PARTS)))
    worst = {}
    for boxes in range(1, MOST_BOXES + 1):
        most, found, where = np.int64(-(1 << 61)), np.zeros(2 + 2 * MOST_BOXES, np.uint8), 0
        for state in np.argsort(-bounds[:, boxes - 1]).tolist():
            if bounds[state, boxes - 1] <= most:
                break
            here = search.search_state(cards[state], boxes, values, bonus_stake, by_rank, most, found)
            if here > most:
                most, where = here, state
        turn, river, *flop = cards[where].tolist()
        held = found[: 2 + 2 * boxes].reshape(-1, 2).tolist()
        worst[boxes] = WorstDeal(
            Fraction(int(most), scale), tuple(flop), turn, river, tuple(held[0]), tuple(map(tuple, held[1:]))
        )
    return worst


def _boards_once(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return those with the lowest ranks as the flop: without a bonus it does not matter which cards came first."""
    ranks = cards >> 2
    boards: npt.NDArray[np.uint8] = cards[ranks[:, :2].min(axis=1) >= ranks[:, 2:].max(axis=1)]
    return boards


def _scale(main: MainPayouts, bonus: BonusPayouts | None) -> int:
    amounts = (*main.channels, main.lose, main.fold, *(() if bonus is None else bonus.net))
    scale = lcm(*(amount.denominator for amount in amounts))
    if max(abs(amount) for amount in amounts) * scale * MOST_BOXES > _LARGEST:
        raise StakesError(
            message("the odds of this paytable have no common denominator small enough; give stakes in minor units")
        )
    return scale


def _values(paytable: Paytable, main: MainPayouts, scale: int) -> search.Ints:
    values = np.zeros(search.VALUES, np.int64)
    values[search.UNQUALIFIED : search.UNQUALIFIED + 10] = [int(net * scale) for net in main.channels[:10]]
    values[search.WIN : search.WIN + 10] = [int(net * scale) for net in main.channels[11:21]]
    values[search.LOSE], values[search.FOLD] = int(main.lose * scale), int(main.fold * scale)
    values[search.QUALIFYING_RANK] = paytable.rules.dealer_qualifies.rank
    values[search.MINIMUM_RANK] = paytable.rules.player_minimum.rank
    values[search.BONUS_LOST_WITH_FOLD] = paytable.rules.bonus_after_fold is BonusAfterFold.LOST
    return values
