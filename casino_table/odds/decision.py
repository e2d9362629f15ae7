"""The exact value of one decision: bet or fold, with what else of the deck has been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import DECK_SIZE, CardError, card_text, refuse_duplicates
from casino_table.game.paytable import BonusAfterFold, Paytable
from casino_table.game.settlement_types import Decision
from casino_table.hands.batch import PAIR_COUNT, Scalar, kernel, rank_pairs_unchecked, ranks5, ranks7_unchecked
from casino_table.hands.tables import CATEGORY_FLOORS
from casino_table.odds.enumeration import BELOW_MINIMUM, CHANNELS, CONTINUATIONS, TIE, Counts
from casino_table.odds.payouts import BONUS_KIND_FLOORS, Stakes, bonus_payouts, check_stakes, main_payouts
from casino_table.odds.states import find_state
from casino_table.text import message

HOLE_SIZE: Final = 2
FLOP_SIZE: Final = 3
MOST_SEEN: Final = 12
"""Hole cards of the six other boxes of a full table."""

_FLOORS: Final = np.array(CATEGORY_FLOORS, np.int64)
_LOSE: Final = CHANNELS


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """Hold what betting and folding come to over all continuations, in antes or, at given stakes, in minor units.

    Where a fold loses the bonus, both sums hold the bonus too; otherwise neither does. `unit` is the ante in the unit
    of the sums.
    """

    bet_net_sum: Fraction
    fold_net_sum: Fraction
    continuations: int
    unit: int

    @property
    def bet(self) -> float:
        """The mean result of betting, in antes."""
        return float(self.bet_net_sum / self.continuations / self.unit)

    @property
    def fold(self) -> float:
        """The mean result of folding, in antes."""
        return float(self.fold_net_sum / self.continuations / self.unit)

    @property
    def best(self) -> Decision:
        """The better of the two; equal values fold."""
        return Decision.BET if self.bet_net_sum > self.fold_net_sum else Decision.FOLD


def decide(
    paytable: Paytable,
    hole: Sequence[int],
    flop: Sequence[int],
    *,
    seen: Sequence[int] = (),
    stakes: Stakes | None = None,
    counts: Counts | None = None,
) -> DecisionValue:
    """Return the exact values of betting and folding.

    `seen` are cards known to be in other hands; they are counted out. `counts`, those of the paytable's qualifying hand
    and minimum, save the counting where nothing was seen.
    """
    _refuse_wrong_cards(hole, flop, seen)
    check_stakes(paytable, stakes)
    main, rules = main_payouts(paytable, stakes), paytable.rules
    bounds = (rules.dealer_qualifies.rank, rules.player_minimum.rank)
    if counts is not None and not seen:
        assert (counts.qualifying_rank, counts.minimum_rank) == bounds
        known = counts.table[find_state(hole, flop)].tolist()
        outcomes = [*known, CONTINUATIONS - sum(known)]
    else:
        outcomes = count_continuations(hole, flop, seen, *bounds)
    continuations = sum(outcomes)
    bet = sum((ways * value for ways, value in zip(outcomes, (*main.channels, main.lose), strict=True)), Fraction(0))
    fold = continuations * main.fold
    bonus = bonus_payouts(paytable, stakes) if rules.bonus_after_fold is BonusAfterFold.LOST else None
    if bonus is not None:
        rank = int(ranks5([[*hole, *flop]])[0])
        kind = sum(floor <= rank for floor in BONUS_KIND_FLOORS) - 1
        bet += continuations * bonus.net[kind]
        fold -= continuations * bonus.unit
    return DecisionValue(bet, fold, continuations, main.unit)


def _refuse_wrong_cards(hole: Sequence[int], flop: Sequence[int], seen: Sequence[int]) -> None:
    for card in (*hole, *flop, *seen):
        card_text(card)
    refuse_duplicates((*hole, *flop, *seen))
    if len(hole) != HOLE_SIZE:
        raise CardError(message("a box has two cards, not {count}", count=len(hole)))
    if len(flop) != FLOP_SIZE:
        raise CardError(message("the flop has three cards, not {count}", count=len(flop)))
    if len(seen) > MOST_SEEN:
        raise CardError(
            message("{count} cards seen are too many; the other boxes hold {most}", count=len(seen), most=MOST_SEEN)
        )


def count_continuations(
    hole: Sequence[int], flop: Sequence[int], seen: Sequence[int], qualifying_rank: int, minimum_rank: int
) -> list[int]:
    """Count how every turn, river and dealer hand ends: the 22 columns of `enumeration.Counts`, then lost.

    Each board is played out against each dealer hand, without the short cuts of the enumeration, so the two check each
    other.
    """
    outcomes = np.zeros(CHANNELS + 1, np.int64)
    is_known = np.zeros(DECK_SIZE, np.bool_)
    is_known[[*hole, *flop, *seen]] = True
    hand = np.array([*flop, 0, 0, *hole], np.uint8)
    _count_continuations(hand, is_known, qualifying_rank, minimum_rank, outcomes)
    known: list[int] = outcomes.tolist()
    return known


@kernel
def _count_continuations(
    hand: npt.NDArray[np.uint8],
    is_known: npt.NDArray[np.bool_],
    qualifying: Scalar,
    minimum: Scalar,
    outcomes: npt.NDArray[np.int64],
) -> None:
    """Count all continuations; `hand` holds flop, room for turn and river, and the hole cards."""
    rest, by_ranks = np.zeros(47, np.uint8), np.zeros(169, np.uint16)
    ranks, player = np.zeros(PAIR_COUNT, np.uint16), np.zeros(1, np.uint16)
    for river in range(DECK_SIZE):
        for turn in range(river):
            if not (is_known[river] or is_known[turn]):
                hand[3], hand[4] = turn, river
                ranks7_unchecked(hand, player)
                rank_pairs_unchecked(hand[:5], rest, by_ranks, ranks)
                _count_dealers(np.int64(player[0]), is_known, rest, ranks, qualifying, minimum, outcomes)


@kernel
def _count_dealers(
    player: Scalar,
    is_known: npt.NDArray[np.bool_],
    rest: npt.NDArray[np.uint8],
    ranks: npt.NDArray[np.uint16],
    qualifying: Scalar,
    minimum: Scalar,
    outcomes: npt.NDArray[np.int64],
) -> None:
    unqualified, win, tie, lose = 0, 0, 0, 0
    pair = np.uint64(0)
    for first in range(np.uint64(46)):
        if is_known[rest[first]]:
            pair += np.uint64(46) - first
            continue
        for second in range(first + np.uint64(1), np.uint64(47)):
            dealer = np.int64(ranks[pair])
            pair += np.uint64(1)
            if not is_known[rest[second]]:
                unqualified += dealer < qualifying
                win += (dealer >= qualifying) & (dealer < player)
                tie += (dealer >= qualifying) & (dealer == player)
                lose += (dealer >= qualifying) & (dealer > player)
    category = 0
    for floor in _FLOORS[1:]:
        category += player >= floor
    outcomes[category if player >= minimum else BELOW_MINIMUM] += unqualified
    outcomes[BELOW_MINIMUM + 1 + category] += win
    outcomes[TIE] += tie
    outcomes[_LOSE] += lose
