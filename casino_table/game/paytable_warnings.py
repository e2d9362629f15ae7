"""What an operator should know about a paytable although it is allowed: nothing here refuses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Final

from casino_table.game.deal import DEALS, FIVE_CARD_HANDS
from casino_table.game.paytable_types import AnteWithoutQualification, Paytable
from casino_table.game.schedule import CATEGORY_KEYS, OTHERWISE, PAIR_ROWS, Schedule
from casino_table.hands.ranking import CATEGORY_BY_KEY, Category, lowest_rank_of
from casino_table.text import Message, message

FIVE_CARD_COUNTS: Final = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
"""How many of the 2,598,960 hands of five cards fall into each category: the published counts."""

_PAIR_RANK_COUNT: Final = FIVE_CARD_COUNTS[Category.PAIR] // 13
_KICKERS: Final = comb(12, 3)


def warnings(paytable: Paytable, *, main_net: Fraction | None = None) -> tuple[Message, ...]:
    """Return what is odd about a paytable: rows that pay nothing, are out of order, cannot be won, or cost the house.

    `main_net` is what a player gains by ante and bet together over all deals, in antes, at optimal play; whoever knows
    it (the odds package) passes it in, and without it only the bonus is looked at for an edge for the player.
    """
    return (
        *_schedule_warnings("ante", paytable.ante, _reachable(paytable, is_ante=True)),
        *_schedule_warnings("bet", paytable.bet, _reachable(paytable, is_ante=False)),
        *_schedule_warnings("bonus", paytable.bonus, frozenset(Category)),
        *_edge_warnings(paytable, main_net),
    )


def bonus_net(bonus: Schedule) -> Fraction:
    """Return the sum of a bonus player's net results over all 2,598,960 hands of five cards, in stakes.

    >>> from casino_table.game.odds_ratio import Odds
    >>> bonus_net(Schedule((("pair_of_aces", Odds(7)), ("two_pair", Odds(7)))))
    Fraction(-934704, 1)
    """
    net = Fraction(-FIVE_CARD_HANDS)
    for key, odds in bonus.rows:
        net += _winning_hands(key) * (odds.ratio + 1)
    return net


def _winning_hands(row: str) -> int:
    if row in PAIR_ROWS:
        pairs_below = (PAIR_ROWS[row] - lowest_rank_of(Category.PAIR)) // _KICKERS
        return (13 - pairs_below) * _PAIR_RANK_COUNT
    return FIVE_CARD_COUNTS[CATEGORY_BY_KEY[row]]


def _reachable(paytable: Paytable, *, is_ante: bool) -> frozenset[Category]:
    """Return the categories with which the schedule of ante or bet can ever be won.

    Against a dealer who qualifies only a better hand wins, so a high card needs a qualifying hand below the pairs. The
    ante by table is also read against a dealer without a game, down to the player's minimum.
    """
    rules = paytable.rules
    lowest_pair = lowest_rank_of(Category.PAIR)
    beats_a_game = rules.dealer_qualifies.rank < lowest_pair
    wins_without_game = (
        is_ante
        and rules.ante_without_qualification is AnteWithoutQualification.BY_TABLE
        and rules.player_minimum.rank < lowest_pair
    )
    return frozenset(Category) - (frozenset() if beats_a_game or wins_without_game else {Category.HIGH_CARD})


def _schedule_warnings(wager: str, schedule: Schedule | None, reachable: frozenset[Category]) -> Iterator[Message]:
    if schedule is None:
        return
    for key, odds in schedule.rows:
        if odds.numerator == 0:
            yield message("{wager}.{row}: {odds} wins nothing", wager=wager, row=key, odds=str(odds))
        if not reachable & _categories_of(key, schedule):
            yield message("{wager}.{row}: no hand can ever win by this row", wager=wager, row=key)
    yield from _order_warnings(wager, schedule, reachable)


def _categories_of(key: str, schedule: Schedule) -> set[Category]:
    return {category for category in Category if (row := schedule.row_of_category(category)) and row[0] == key}


def _order_warnings(wager: str, schedule: Schedule, reachable: frozenset[Category]) -> Iterator[Message]:
    """Name each category that pays less than the one below it."""
    for stronger, weaker in pairwise(CATEGORY_KEYS):
        if CATEGORY_BY_KEY[weaker] not in reachable:
            continue
        high = schedule.row_of_category(CATEGORY_BY_KEY[stronger])
        low = schedule.row_of_category(CATEGORY_BY_KEY[weaker])
        if low is None or low[1].numerator == 0:
            continue
        if high is None:
            yield message(
                "{wager}.{row}: is not named, though {weaker} below it wins {odds}",
                wager=wager,
                row=stronger,
                weaker=CATEGORY_BY_KEY[weaker].label,
                odds=str(low[1]),
            )
        elif high[1].ratio < low[1].ratio:
            yield message(
                "{wager}.{row}: {high} is less than {low} for {lower_row}, a weaker hand",
                wager=wager,
                row=high[0],
                high=str(high[1]),
                low=str(low[1]),
                lower_row=low[0] if low[0] != OTHERWISE else weaker,
            )


def _edge_warnings(paytable: Paytable, main_net: Fraction | None) -> Iterator[Message]:
    if paytable.bonus is not None and (net := bonus_net(paytable.bonus)) > 0:
        yield message("bonus: the player has the edge, {edge}% of the stake", edge=_percent(net / FIVE_CARD_HANDS))
    if main_net is not None and main_net > 0:
        yield message("ante and bet: the player has the edge, {edge}% of the ante", edge=_percent(main_net / DEALS))


def _percent(share: Fraction) -> str:
    """Return a share as a percentage with four decimals, rounded half up in whole numbers."""
    units = (share * 1_000_000 * 2 + 1) // 2
    return f"{units // 10_000}.{units % 10_000:04d}"
