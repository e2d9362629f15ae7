"""The exact values that a simulation is held against: of any strategy, at the simulated stakes, without sampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from casino_table.game.deal import DEALS, FIVE_CARD_HANDS
from casino_table.odds.analysis import bonus_hands
from casino_table.odds.decisions import bonus_kinds
from casino_table.odds.enumeration import BELOW_MINIMUM, CHANNELS, CONTINUATIONS, TIE, UNQUALIFIED, WIN, Counts
from casino_table.odds.payouts import BONUS_KIND_FLOORS
from casino_table.odds.simulation import rules
from casino_table.odds.simulation.plan import Plan
from casino_table.odds.states import HANDS, build_states
from casino_table.odds.sums import add_up


@dataclass(frozen=True, slots=True)
class ExactResult:
    """Hold the exact result of one wager: ways by slot or kind of all `cases`, and mean and deviation for the player.

    Mean and deviation are in minor units, of one box, before any cap on the deal.
    """

    ways: tuple[int, ...]
    cases: int
    mean: Fraction
    sd: float


@dataclass(frozen=True, slots=True)
class ExactResults:
    """Hold the exact results of ante and bet on an open and on a blind box, and of the bonus on each; None without."""

    open: ExactResult
    blind: ExactResult
    open_bonus: ExactResult | None
    blind_bonus: ExactResult | None


def exact_results(plan: Plan, counts: Counts) -> ExactResults:
    """Return the exact results of a plan; `counts` are those of its qualifying hand and player's minimum."""
    main_net, _ = rules.main_results(plan.paytable, plan.stakes)
    bonus_net, _ = rules.bonus_results(plan.paytable, plan.stakes)
    opened = _result(_open_slots(plan, counts), DEALS, main_net.tolist())
    blind = _result(_slots(counts.totals, 0), DEALS, main_net.tolist())
    if not plan.bonus:
        return ExactResults(opened, blind, None, None)
    any_hand = _result((*bonus_hands(), 0), FIVE_CARD_HANDS, bonus_net.tolist())
    of_open = _result(_kinds_of_bets(plan), HANDS, bonus_net.tolist()) if plan.is_bonus_lost else any_hand
    return ExactResults(opened, blind, of_open, any_hand)


def _open_slots(plan: Plan, counts: Counts) -> tuple[int, ...]:
    """Return the deals of an open box by slot: those of the hands that bet, and the folded ones."""
    weights = build_states().multiplicity * plan.strategy.bets
    totals = np.zeros(CHANNELS, np.int64)
    add_up(counts.table, weights, totals)
    folded = (HANDS - int(weights.sum(dtype=np.int64))) * CONTINUATIONS
    known = totals.tolist()
    return _slots((*known, DEALS - folded - sum(known)), folded)


def _slots(channels: Sequence[int], folded: int) -> tuple[int, ...]:
    """Return deals by slot from deals by channel of the counts, then lost."""
    return (folded, channels[-1], channels[TIE], *channels[WIN], *channels[UNQUALIFIED], channels[BELOW_MINIMUM])


def _kinds_of_bets(plan: Plan) -> tuple[int, ...]:
    """Return the hands of an open box by kind of bonus where a fold loses it."""
    weights = build_states().multiplicity * plan.strategy.bets
    # Sums below 2**53 are exact in the floating point that bincount adds in.
    hands = np.bincount(bonus_kinds(), weights, len(BONUS_KIND_FLOORS)).astype(np.int64).tolist()
    return (*hands, HANDS - sum(hands))


def _result(ways: tuple[int, ...], cases: int, net: list[int]) -> ExactResult:
    mean = Fraction(sum(count * value for count, value in zip(ways, net, strict=True)), cases)
    square = Fraction(sum(count * value**2 for count, value in zip(ways, net, strict=True)), cases)
    return ExactResult(ways, cases, mean, sqrt(square - mean**2))
