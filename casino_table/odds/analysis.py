"""What a paytable is worth: exact net sums of an open box played best, of a blind box and of the bonus."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.game.deal import DEALS, FIVE_CARD_HANDS
from casino_table.game.paytable import ANY_HAND, BonusAfterFold, Paytable
from casino_table.hands.ranking import Category
from casino_table.odds.decisions import Decisions, bonus_kinds, decide_all
from casino_table.odds.enumeration import BELOW_MINIMUM, CONTINUATIONS, TIE, UNQUALIFIED, WIN, Counts
from casino_table.odds.payouts import (
    BONUS_KIND_FLOORS,
    BonusPayouts,
    MainPayouts,
    Stakes,
    bonus_payouts,
    check_stakes,
    main_payouts,
)
from casino_table.odds.states import HANDS, build_states
from casino_table.text import Message, message

_SPLITS: Final = HANDS // FIVE_CARD_HANDS
_PERCENT: Final = 100

Outcomes = tuple[int, ...]
"""Numbers of deals by channel of the counts, then lost."""


@dataclass(frozen=True, slots=True)
class BoxAnalysis:
    """Hold the exact result of ante and bet on one box over all deals.

    `net_sum` is the player's, in antes or, at given stakes, in minor units. `edge`, `sd`, `average_wager` are per ante;
    `element_of_risk` is the edge by average wager.
    """

    net_sum: Fraction
    edge: float
    sd: float
    fold_deals: int
    average_wager: float
    element_of_risk: float
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class BonusAnalysis:
    """Hold the exact result of the bonus over all five-card hands, and of an open box's where a fold loses it."""

    net_sum: Fraction
    edge: float
    sd: float
    winning_hands: int
    hit_rate: float
    open_box_net_sum: Fraction | None = None
    open_box_edge: float | None = None
    hands: int = FIVE_CARD_HANDS


@dataclass(frozen=True, slots=True)
class Analysis:
    """Hold the analysis of a paytable, at stakes where some were given."""

    paytable: Paytable
    stakes: Stakes | None
    open: BoxAnalysis
    blind: BoxAnalysis
    bonus: BonusAnalysis | None
    decisions: Decisions = field(repr=False, compare=False)


def analyse(paytable: Paytable, counts: Counts, stakes: Stakes | None = None, *, threads: int = 1) -> Analysis:
    """Analyse a paytable exactly.

    `counts` are those of its qualifying hand and player's minimum. Stakes are needed where a cap, rounding or a bonus
    lost with a fold matters.
    """
    check_stakes(paytable, stakes)
    rules = paytable.rules
    assert (counts.qualifying_rank, counts.minimum_rank) == (rules.dealer_qualifies.rank, rules.player_minimum.rank)
    main, bonus = main_payouts(paytable, stakes), bonus_payouts(paytable, stakes)
    lost_bonus = bonus if rules.bonus_after_fold is BonusAfterFold.LOST else None
    decisions = decide_all(counts, main, lost_bonus, threads=threads)
    return Analysis(
        paytable,
        stakes,
        _box(main, _outcomes_of_bets(counts, decisions), decisions.folded_hands * CONTINUATIONS),
        _box(main, counts.totals, 0),
        None if bonus is None else _bonus(bonus, decisions if lost_bonus else None),
        decisions,
    )


def _outcomes_of_bets(counts: Counts, decisions: Decisions) -> Outcomes:
    return tuple(every - folded for every, folded in zip(counts.totals, decisions.folded, strict=True))


def _box(main: MainPayouts, outcomes: Outcomes, fold_deals: int) -> BoxAnalysis:
    ways = [*zip(outcomes, (*main.channels, main.lose), strict=True), (fold_deals, main.fold)]
    net_sum = sum((count * value for count, value in ways), Fraction(0))
    squares = sum((count * value**2 for count, value in ways), Fraction(0))
    staked = DEALS * main.unit
    average_wager = 1 + main.bet_multiple * Fraction(DEALS - fold_deals, DEALS)
    return BoxAnalysis(
        net_sum,
        float(-net_sum / staked),
        _deviation(net_sum, squares, DEALS, main.unit),
        fold_deals,
        float(average_wager),
        float(-net_sum / staked / average_wager),
        outcomes,
    )


def _deviation(net_sum: Fraction, squares: Fraction, cases: int, unit: int) -> float:
    return sqrt((squares / cases - (net_sum / cases) ** 2) / unit**2)


@cache
def bonus_hands() -> tuple[int, ...]:
    """Return the number of five-card hands of each kind in `BONUS_KIND_FLOORS`; 2,598,960 in all.

    >>> sum(bonus_hands()), bonus_hands()[-3:]
    (2598960, (624, 36, 4))
    """
    straights, rank_sets, suits = 10, comb(13, 5) - 10, 4
    mixed = suits**5 - suits
    return (
        rank_sets * mixed,  # high card
        *[comb(4, 2) * comb(12, 3) * suits**3] * 13,  # a pair of each rank
        comb(13, 2) * comb(4, 2) ** 2 * 11 * suits,  # two pair
        13 * comb(4, 3) * comb(12, 2) * suits**2,  # three of a kind
        straights * mixed,
        rank_sets * suits,  # flush
        13 * comb(4, 3) * 12 * comb(4, 2),  # full house
        13 * 12 * suits,  # four of a kind
        (straights - 1) * suits,  # straight flush
        suits,  # royal flush
    )


def _hands_by_kind(weights: npt.NDArray[np.uint8]) -> list[int]:
    # Sums below 2**53 are exact in the floating point that bincount adds in.
    sums = np.bincount(bonus_kinds(), weights, len(BONUS_KIND_FLOORS))
    kinds: list[int] = sums.astype(np.int64).tolist()
    return kinds


def _bonus(bonus: BonusPayouts, decisions: Decisions | None) -> BonusAnalysis:
    hands = bonus_hands()
    ways = list(zip(hands, bonus.net, strict=True))
    net_sum = sum((count * value for count, value in ways), Fraction(0))
    squares = sum((count * value**2 for count, value in ways), Fraction(0))
    winning = sum(count for count, has_row in zip(hands, bonus.has_row, strict=True) if has_row)
    open_box = None if decisions is None else _bonus_of_open_box(bonus, decisions)
    return BonusAnalysis(
        net_sum,
        float(-net_sum / (FIVE_CARD_HANDS * bonus.unit)),
        _deviation(net_sum, squares, FIVE_CARD_HANDS, bonus.unit),
        winning,
        winning / FIVE_CARD_HANDS,
        open_box,
        None if open_box is None else float(-open_box / (FIVE_CARD_HANDS * bonus.unit)),
    )


def _bonus_of_open_box(bonus: BonusPayouts, decisions: Decisions) -> Fraction:
    """Return the net sum over all five-card hands where a fold loses the bonus; by tenths, for each has ten flops."""
    bet_hands = _hands_by_kind(build_states().multiplicity * decisions.bets)
    folded = HANDS - sum(bet_hands)
    won = sum((count * value for count, value in zip(bet_hands, bonus.net, strict=True)), Fraction(0))
    return (won - folded * bonus.unit) / _SPLITS


def player_edges(analysis: Analysis) -> tuple[Message, ...]:
    """Say in a sentence each what gives the player an edge; nothing where the house has it everywhere."""
    return _edge_sentences(analysis.open, analysis.blind, analysis.bonus)


def main_net(paytable: Paytable, counts: Counts) -> Fraction:
    """Return what the player of an open box gains by ante and bet over all deals, in antes, playing best."""
    return _played_best(main_payouts(paytable), counts).net_sum


def _played_best(main: MainPayouts, counts: Counts) -> BoxAnalysis:
    decisions = decide_all(counts, main)
    return _box(main, _outcomes_of_bets(counts, decisions), decisions.folded_hands * CONTINUATIONS)


def _edge_sentences(opened: BoxAnalysis, blind: BoxAnalysis, bonus: BonusAnalysis | None) -> tuple[Message, ...]:
    edges = (
        (message("an open box played best"), opened.edge),
        (message("a blind box"), blind.edge),
        (message("the bonus"), 0.0 if bonus is None else bonus.edge),
    )
    return tuple(
        message("{what} has an edge of {percent} over the house", what=what, percent=f"{-edge * _PERCENT:.4f}%")
        for what, edge in edges
        if edge < 0
    )


def to_document(analysis: Analysis) -> dict[str, object]:
    """Return the analysis as JSON-able object; sums are text, for they pass 2**53."""
    has_minimum = analysis.paytable.rules.player_minimum != ANY_HAND
    document: dict[str, object] = {
        "deals": DEALS,
        "open": _box_document(analysis.open, has_minimum=has_minimum),
        "blind": _box_document(analysis.blind, has_minimum=has_minimum),
    }
    if analysis.bonus is not None:
        document["bonus"] = _bonus_document(analysis.bonus)
    return document


def _box_document(box: BoxAnalysis, *, has_minimum: bool) -> dict[str, object]:
    return {
        "net_sum": str(box.net_sum),
        "edge": box.edge,
        "sd": box.sd,
        "fold_deals": box.fold_deals,
        "average_wager": box.average_wager,
        "element_of_risk": box.element_of_risk,
        "outcomes": outcome_table(box.outcomes, has_minimum=has_minimum),
    }


def outcome_table(outcomes: Outcomes, *, has_minimum: bool) -> dict[str, int | dict[str, int]]:
    """Return numbers of deals by what happened, categories from royal flush to high card."""

    def by_category(counts: Outcomes) -> dict[str, int]:
        return {category.key: counts[category] for category in sorted(Category, reverse=True)}

    table: dict[str, int | dict[str, int]] = {"unqualified": by_category(outcomes[UNQUALIFIED])}
    if has_minimum:
        table["unqualified_below_minimum"] = outcomes[BELOW_MINIMUM]
    return table | {"win": by_category(outcomes[WIN]), "tie": outcomes[TIE], "lose": outcomes[-1]}


def _bonus_document(bonus: BonusAnalysis) -> dict[str, object]:
    document: dict[str, object] = {
        "hands": bonus.hands,
        "net_sum": str(bonus.net_sum),
        "edge": bonus.edge,
        "sd": bonus.sd,
        "winning_hands": bonus.winning_hands,
        "hit_rate": bonus.hit_rate,
    }
    if bonus.open_box_net_sum is not None:
        document |= {"open_box_net_sum": str(bonus.open_box_net_sum), "open_box_edge": bonus.open_box_edge}
    return document
