"""Settle boxes by the million: a second settlement over arrays, written apart from `game.settlement`.

Tests hold the two against each other over millions of random boxes, so that a fault in either shows as a difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import AnteWithoutQualification, BonusAfterFold, Odds, Paytable, Rounding, Schedule
from casino_table.hands.tables import RANK_LIMIT

Amounts = npt.NDArray[np.int64]
Ranks = npt.NDArray[np.uint16]
Flags = npt.NDArray[np.bool_]

_LOSES: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """Hold boxes as columns of equal length; amounts in minor units, ranks 1..7462.

    `deals` numbers the deal of each box, ascending, boxes of a deal in box order. `bonus_ranks` are those of the two
    cards with the flop. Ranks of folded boxes, and of the dealer against them, are not looked at.
    """

    deals: Amounts
    player_ranks: Ranks
    dealer_ranks: Ranks
    bonus_ranks: Ranks
    antes: Amounts
    bonuses: Amounts
    folded: Flags


@dataclass(frozen=True, slots=True)
class Returned:
    """Hold what goes back to the player for each box, stakes included, in minor units."""

    ante: Amounts
    bet: Amounts
    bonus: Amounts


class _Rows:
    """Give the odds of each rank as two columns; a numerator of -1 where the hand loses."""

    def __init__(self, schedule: Schedule | None, otherwise: Odds | None) -> None:
        rows = [
            otherwise if schedule is None else None if (row := schedule.row_for(rank)) is None else row[1]
            for rank in range(1, RANK_LIMIT + 1)
        ]
        self.numerators = np.array([0, *(_LOSES if odds is None else odds.numerator for odds in rows)], np.int64)
        self.denominators = np.array([1, *(1 if odds is None else odds.denominator for odds in rows)], np.int64)

    def winnings(self, stakes: Amounts, ranks: Ranks, rounding: Rounding, unit: int) -> Amounts:
        numerators = np.maximum(self.numerators[ranks], 0)
        return _rounded(stakes * numerators, self.denominators[ranks] * unit, rounding) * unit


def _rounded(dividends: Amounts, divisors: Amounts, rounding: Rounding) -> Amounts:
    quotients, rest = np.divmod(dividends, divisors)
    match rounding:
        case Rounding.DOWN:
            return quotients
        case Rounding.UP:
            return quotients + (rest > 0)
        case Rounding.NEAREST:
            return quotients + (rest >= divisors - rest)


def settle_boxes(paytable: Paytable, limits: Limits, boxes: Boxes) -> Returned:
    """Return what each wager of each box returns.

    Stakes are those the game accepts: stake plus largest possible winnings of each wager below 2**53.
    """
    ante_won, ante_back, bet_won, bet_back = _main(paytable, limits.payout_unit, boxes)
    bonus_won, bonus_back = _bonus(paytable, limits.payout_unit, boxes)
    if limits.max_payout is not None:
        won = ante_won + bet_won
        cut = won - _capped(won, boxes.deals, limits.max_payout, limits.max_payout_scope)
        ante_cut = np.minimum(cut, ante_won)
        ante_won, bet_won = ante_won - ante_cut, bet_won - (cut - ante_cut)
        bonus_won = _capped(bonus_won, boxes.deals, limits.max_payout, limits.max_payout_scope)
    return Returned(ante_won + ante_back, bet_won + bet_back, bonus_won + bonus_back)


def _main(paytable: Paytable, unit: int, boxes: Boxes) -> tuple[Amounts, Amounts, Amounts, Amounts]:
    """Return winnings and returned stakes of ante and bet, before any cap."""
    rules, antes, players = paytable.rules, boxes.antes, boxes.player_ranks
    bets = antes * rules.bet_multiple
    qualified = boxes.dealer_ranks >= rules.dealer_qualifies.rank
    plays = ~boxes.folded
    wins = plays & qualified & (players > boxes.dealer_ranks)
    keeps = plays & (~qualified | (players >= boxes.dealer_ranks))
    schedule = _Rows(paytable.ante, None)
    even = _Rows(None, Odds(1))
    ante_won = np.where(wins, schedule.winnings(antes, players, rules.rounding, unit), 0)
    without = rules.ante_without_qualification
    if without is not AnteWithoutQualification.PUSH:
        paid = schedule if without is AnteWithoutQualification.BY_TABLE else even
        is_paid = plays & ~qualified & (players >= rules.player_minimum.rank)
        ante_won = np.where(is_paid, paid.winnings(antes, players, rules.rounding, unit), ante_won)
    bet_rows = even if paytable.bet is None else _Rows(paytable.bet, None)
    bet_won = np.where(wins, bet_rows.winnings(bets, players, rules.rounding, unit), 0)
    return ante_won, np.where(keeps, antes, 0), bet_won, np.where(keeps, bets, 0)


def _bonus(paytable: Paytable, unit: int, boxes: Boxes) -> tuple[Amounts, Amounts]:
    """Return winnings and returned stakes of the bonus, before any cap."""
    if paytable.bonus is None:
        return np.zeros_like(boxes.bonuses), np.zeros_like(boxes.bonuses)
    rows, rules = _Rows(paytable.bonus, None), paytable.rules
    wins = rows.numerators[boxes.bonus_ranks] != _LOSES
    if rules.bonus_after_fold is BonusAfterFold.LOST:
        wins &= ~boxes.folded
    won = rows.winnings(boxes.bonuses, boxes.bonus_ranks, rules.rounding, unit)
    return np.where(wins, won, 0), np.where(wins, boxes.bonuses, 0)


def _capped(won: Amounts, deals: Amounts, cap: int, scope: MaxPayoutScope) -> Amounts:
    if scope is MaxPayoutScope.BOX:
        return np.minimum(won, cap)
    paid = won.copy()
    starts = np.flatnonzero(np.diff(deals, prepend=deals[:1] - 1))
    ends = np.append(starts[1:], len(deals))
    totals = np.add.reduceat(won, starts) if len(starts) else won
    for deal in np.flatnonzero(totals > cap).tolist():
        rows = slice(int(starts[deal]), int(ends[deal]))
        paid[rows] = _shared(won[rows].tolist(), cap)
    return paid


def _shared(won: list[int], cap: int) -> list[int]:
    """Share a cap in proportion to what was won, rounded down; what is left goes a unit each from the first box on."""
    total = sum(won)
    shares = [amount * cap // total for amount in won]
    short = [box for box, (amount, share) in enumerate(zip(won, shares, strict=True)) if share < amount]
    for box in short[: cap - sum(shares)]:
        shares[box] += 1
    return shares
