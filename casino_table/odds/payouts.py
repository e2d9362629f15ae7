"""What each way that a box can end is worth: exact net results of ante and bet, and of the bonus, at stakes or without.

Without stakes the unit is the ante and nothing is rounded or capped; with stakes it is the minor unit, and every amount
is what settlement would pay: rounded to the payout unit, cut by a cap per box.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from casino_table.errors import CasinoTableError
from casino_table.game.fields import LARGEST_AMOUNT, shown
from casino_table.game.limits import NO_LIMITS, Limits, MaxPayoutScope
from casino_table.game.paytable import EVEN, AnteWithoutQualification, BonusAfterFold, Odds, Paytable
from casino_table.game.schedule import EVERY_BET_EVEN, PAIR_ROWS
from casino_table.game.settlement import largest_return
from casino_table.game.settlement_types import Wager
from casino_table.hands.ranking import Category, lowest_rank_of
from casino_table.text import message

BONUS_KIND_FLOORS: Final = tuple(sorted({1, *PAIR_ROWS.values(), *(lowest_rank_of(category) for category in Category)}))
"""The weakest rank of each kind of five-card hand that a bonus can tell apart: high card, 13 pairs, 8 categories."""


class StakesError(CasinoTableError):
    """Refuse stakes that the analysis cannot be made for."""

    code = "stakes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Hold what a box stakes, in minor units, and the limits that its winnings are rounded and cut by."""

    ante: int
    bonus: int = 0
    limits: Limits = NO_LIMITS


@dataclass(frozen=True, slots=True)
class MainPayouts:
    """Hold the net result of ante and bet for each channel of the counts, for a loss and for a fold.

    `channels` are the 22 columns of `enumeration.Counts`: dealer not qualified by category, below the player's minimum,
    win by category, equal. `unit` is the ante in the unit of the values.
    """

    channels: tuple[Fraction, ...]
    lose: Fraction
    fold: Fraction
    unit: int
    bet_multiple: int


@dataclass(frozen=True, slots=True)
class BonusPayouts:
    """Hold the net result of the bonus by kind of five-card hand; `has_row` says which kinds have a row that pays."""

    net: tuple[Fraction, ...]
    has_row: tuple[bool, ...]
    unit: int


def check_stakes(paytable: Paytable, stakes: Stakes | None) -> None:
    """Refuse stakes that no exact analysis of one box exists for, with what to do instead."""
    if stakes is None:
        if paytable.bonus is not None and paytable.rules.bonus_after_fold is BonusAfterFold.LOST:
            raise StakesError(
                message(
                    "{paytable} loses the bonus with a fold, so what is right depends on ante and bonus: give both",
                    paytable=paytable.name or "the paytable",
                )
            )
        return
    if stakes.ante < 1 or stakes.bonus < 0:
        raise StakesError(message("the ante is a whole number of minor units from 1 on, the bonus from 0 on"))
    if stakes.bonus and paytable.bonus is None:
        raise StakesError(message("{paytable} offers no bonus", paytable=paytable.name or "the paytable"))
    _refuse_inexact(paytable, stakes)
    if stakes.limits.max_payout is not None and stakes.limits.max_payout_scope is MaxPayoutScope.DEAL:
        raise StakesError(
            message("a cap on the whole deal depends on all boxes together; simulate it instead of calculating one box")
        )


def _refuse_inexact(paytable: Paytable, stakes: Stakes) -> None:
    """Refuse a wager that could return more than any JSON number holds exactly, as the reader of records does."""
    bet = stakes.ante * paytable.rules.bet_multiple
    for wager, stake in ((Wager.ANTE, stakes.ante), (Wager.BET, bet), (Wager.BONUS, stakes.bonus)):
        if stake and (most := largest_return(paytable, stakes.limits, wager, stake)) > LARGEST_AMOUNT:
            raise StakesError(
                message(
                    "the {wager} of {stake} is too large: it could return {most}, more than {limit}",
                    wager=wager.value,
                    stake=shown(stake),
                    most=shown(most),
                    limit=LARGEST_AMOUNT,
                )
            )


def main_payouts(paytable: Paytable, stakes: Stakes | None = None) -> MainPayouts:
    """Return what ante and bet come to in each channel."""
    rules = paytable.rules
    ante = 1 if stakes is None else stakes.ante
    bet = rules.bet_multiple * ante
    win = _winnings(paytable, stakes)
    unqualified = [win(((ante, _ante_unqualified(paytable, category)),)) for category in Category]
    bets = paytable.bet or EVERY_BET_EVEN
    wins = [
        win(((ante, _odds(paytable.ante.row_of_category(category))), (bet, _odds(bets.row_of_category(category)))))
        for category in Category
    ]
    nothing = Fraction(0)
    return MainPayouts(
        (*unqualified, nothing, *wins, nothing), Fraction(-ante - bet), Fraction(-ante), ante, rules.bet_multiple
    )


def bonus_payouts(paytable: Paytable, stakes: Stakes | None = None) -> BonusPayouts | None:
    """Return what the bonus comes to by kind of five-card hand, or None where there is none at these stakes."""
    stake = 1 if stakes is None else stakes.bonus
    if paytable.bonus is None or not stake:
        return None
    win = _winnings(paytable, stakes)
    rows = [paytable.bonus.row_for(floor) for floor in BONUS_KIND_FLOORS]
    net = tuple(Fraction(-stake) if row is None else win(((stake, row[1]),)) for row in rows)
    return BonusPayouts(net, tuple(row is not None for row in rows), stake)


def _ante_unqualified(paytable: Paytable, category: Category) -> Odds:
    match paytable.rules.ante_without_qualification:
        case AnteWithoutQualification.PUSH:
            return Odds(0)
        case AnteWithoutQualification.EVEN:
            return EVEN
        case AnteWithoutQualification.BY_TABLE:
            return _odds(paytable.ante.row_of_category(category))


def _odds(row: tuple[str, Odds] | None) -> Odds:
    assert row is not None, "the schedules of ante and bet name every hand"
    return row[1]


def _winnings(paytable: Paytable, stakes: Stakes | None) -> Callable[[Sequence[tuple[int, Odds]]], Fraction]:
    """Return a function from wagers (stake and odds) under one cap to what they win together."""
    if stakes is None:
        return lambda wagers: sum((stake * odds.ratio for stake, odds in wagers), Fraction(0))
    limits, rounding = stakes.limits, paytable.rules.rounding

    def win(wagers: Sequence[tuple[int, Odds]]) -> Fraction:
        won = sum(odds.winnings(stake, rounding=rounding, unit=limits.payout_unit) for stake, odds in wagers)
        return Fraction(won if limits.max_payout is None else min(won, limits.max_payout))

    return win
