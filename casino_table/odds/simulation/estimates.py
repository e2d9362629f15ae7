"""What a simulation says: estimates with intervals beside exact values, correlation, results per round and per hour."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from casino_table.odds.simulation import rules
from casino_table.odds.simulation.chi_square import ChiSquare, chi_square
from casino_table.odds.simulation.exact import ExactResult, ExactResults
from casino_table.odds.simulation.plan import hour_bins, round_bins
from casino_table.odds.simulation.rules import Ints
from casino_table.odds.simulation.running import Simulation
from casino_table.odds.simulation.sums import ALL, BONUS, HOUR, MAIN, NEW_BONUS, NEW_OPEN, OLD_BONUS, OLD_OPEN, OPEN

LEVELS: Final = (0.95, 0.999)
QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Hold an estimate, its standard error, and the exact value where there is one."""

    value: float
    error: float
    exact: float | None = None

    def interval(self, level: float) -> tuple[float, float]:
        """Return the interval that holds the exact value with this certainty.

        >>> low, high = Estimate(0.03, 0.001).interval(0.95)
        >>> round(low, 5), round(high, 5)
        (0.02804, 0.03196)
        """
        reach = NormalDist().inv_cdf((1 + level) / 2) * self.error
        return self.value - reach, self.value + reach

    @property
    def z(self) -> float | None:
        """How many standard errors the estimate lies above the exact value."""
        return None if self.exact is None or not self.error else (self.value - self.exact) / self.error


@dataclass(frozen=True, slots=True)
class WagerEstimate:
    """Hold the house's edge on a wager per stake (the ante for ante and bet), and the deviation of one box."""

    edge: Estimate
    sd: float
    exact_sd: float | None
    boxes: int
    fold_share: float
    correlation: float | None
    """Between two boxes of a round; None where there are not two, or no result varies."""
    chi_square: ChiSquare | None


@dataclass(frozen=True, slots=True)
class HouseEstimate:
    """Hold the house's result in a round or an hour, in minor units.

    `quantiles` are those of the simulated rounds or hours, to the width of a bin; `loses` is the share in which the
    house lost.
    """

    mean: Estimate
    sd: float
    worst: int
    best: int
    quantiles: dict[float, int]
    loses: float
    count: int


@dataclass(frozen=True, slots=True)
class Estimates:
    """Hold all that a simulation says; what was not simulated is None."""

    open: WagerEstimate | None
    blind: WagerEstimate | None
    bonus: WagerEstimate | None
    open_blind_correlation: float | None
    round: HouseEstimate
    hour: HouseEstimate | None
    staked_per_round: float
    capped_rounds: int


def estimate(simulation: Simulation, exact: ExactResults) -> Estimates:
    """Return what a simulation of at least two rounds says beside the exact values.

    A cap on the deal has no exact value: with one, edges stand alone.
    """
    return _Estimating(simulation, exact).result()


class _Estimating:
    """Work out the estimates from the sums of a simulation."""

    def __init__(self, simulation: Simulation, exact: ExactResults) -> None:
        self.plan, self.tally, self.exact = simulation.plan, simulation.tally, exact
        self.rounds = simulation.tally.rounds
        self.main_net = rules.main_results(self.plan.paytable, self.plan.stakes)[0].tolist()
        self.bonus_net = rules.bonus_results(self.plan.paytable, self.plan.stakes)[0].tolist()
        open_boxes = self.plan.open_boxes
        self.slots = (self.tally.slots[:open_boxes], self.tally.slots[open_boxes : self.plan.boxes])
        old, new = OLD_OPEN, NEW_OPEN
        squares, cuts = self.tally.squares, self.tally.cuts
        # What all boxes of a side won, and the squares of single boxes, with what a cap on the deal changed.
        self.sums = [_total(slots, self.main_net) - cuts[side] for side, slots in enumerate(self.slots)]
        self.box_squares = [
            _total(slots, [value**2 for value in self.main_net]) - squares[old + side] + squares[new + side]
            for side, slots in enumerate(self.slots)
        ]
        self.bonus_sum = _total(self.tally.kinds, self.bonus_net) - cuts[2]
        self.bonus_squares = (
            _total(self.tally.kinds, [value**2 for value in self.bonus_net]) - squares[OLD_BONUS] + squares[NEW_BONUS]
        )

    def result(self) -> Estimates:
        plan = self.plan
        opened = self._main(0, plan.open_boxes, self.exact.open)
        blind = self._main(1, plan.blind_boxes, self.exact.blind)
        return Estimates(
            opened,
            blind,
            self._bonus() if plan.bonus else None,
            self._open_blind_correlation() if opened and blind else None,
            self._round(),
            self._hour(),
            self._staked(),
            max(self.tally.cuts[3:]),
        )

    def _main(self, side: int, boxes: int, exact: ExactResult) -> WagerEstimate | None:
        if not boxes:
            return None
        square = self.tally.squares[OPEN + side]
        known = None if self.plan.has_deal_cap else exact
        slots = self.slots[side]
        return WagerEstimate(
            self._edge(self.sums[side], square, boxes, self.plan.ante, None if known is None else -known.mean),
            sqrt(_variance(self.sums[side], self.box_squares[side], self.rounds * boxes)) / self.plan.ante,
            None if known is None else known.sd / self.plan.ante,
            boxes,
            int(slots[:, rules.FOLD].sum()) / (self.rounds * boxes),
            self._correlation(self.sums[side], self.box_squares[side], square, boxes),
            chi_square(slots[0].tolist(), exact),
        )

    def _bonus(self) -> WagerEstimate:
        plan, square = self.plan, self.tally.squares[BONUS]
        opened, blind = self.exact.open_bonus, self.exact.blind_bonus
        assert opened is not None and blind is not None  # noqa: PT018 - there is a bonus, so there are both
        mean = (plan.open_boxes * opened.mean + plan.blind_boxes * blind.mean) / plan.boxes
        is_known = not plan.has_deal_cap
        return WagerEstimate(
            self._edge(self.bonus_sum, square, plan.boxes, plan.bonus, -mean if is_known else None),
            sqrt(_variance(self.bonus_sum, self.bonus_squares, self.rounds * plan.boxes)) / plan.bonus,
            blind.sd / plan.bonus if is_known and not (plan.is_bonus_lost and plan.open_boxes) else None,
            plan.boxes,
            int(self.tally.kinds[:, rules.LOST_WITH_FOLD].sum()) / (self.rounds * plan.boxes),
            self._correlation(self.bonus_sum, self.bonus_squares, square, plan.boxes),
            chi_square(self.tally.kinds[0].tolist(), opened if plan.open_boxes else blind),
        )

    def _edge(self, total: int, squares: int, boxes: int, stake: int, exact: Fraction | None) -> Estimate:
        """Return the edge per stake; its error is that of whole rounds, whose boxes depend on each other."""
        unit = self.rounds * boxes * stake
        error = sqrt(_variance(total, squares, self.rounds) / self.rounds) / (boxes * stake)
        return Estimate(-total / unit, error, None if exact is None else float(exact / stake))

    def _correlation(self, total: int, box_squares: int, round_squares: int, boxes: int) -> float | None:
        """Return the correlation of two boxes: Var(sum of k boxes) = k Var(box) (1 + (k - 1) correlation)."""
        variance = _variance(total, box_squares, self.rounds * boxes)
        if boxes < 2 or not variance:  # noqa: PLR2004 - two boxes
            return None
        of_sum = _variance(total, round_squares, self.rounds)
        return float((of_sum / (boxes * variance) - 1) / (boxes - 1))

    def _open_blind_correlation(self) -> float | None:
        """Return the correlation of an open and a blind box: Var(a + b) = Var(a) + Var(b) + 2 Cov(a, b)."""
        squares, sums, plan = self.tally.squares, self.sums, self.plan
        whole = _variance(sum(sums), squares[MAIN], self.rounds)
        parts = [_variance(sums[side], squares[OPEN + side], self.rounds) for side in (0, 1)]
        covariance = (whole - sum(parts)) / 2 / (plan.open_boxes * plan.blind_boxes)
        sizes = (plan.open_boxes, plan.blind_boxes)
        boxes = [_variance(sums[side], self.box_squares[side], self.rounds * sizes[side]) for side in (0, 1)]
        return float(covariance) / sqrt(boxes[0] * boxes[1]) if all(boxes) else None

    def _round(self) -> HouseEstimate:
        plan, result = self.plan, -sum(self.sums) - self.bonus_sum
        variance = _variance(result, self.tally.squares[ALL], self.rounds)
        mean = Estimate(result / self.rounds, sqrt(variance / self.rounds), self._exact_round())
        worst, best = self.tally.extremes[:2]
        width, start = round_bins(plan)
        quantiles = _quantiles(self.tally.bins, start, width, worst, best)
        return HouseEstimate(
            mean, sqrt(variance), worst, best, quantiles, _share_below_zero(self.tally.bins, start, width), self.rounds
        )

    def _exact_round(self) -> float | None:
        plan, exact = self.plan, self.exact
        if plan.has_deal_cap:
            return None
        mean = plan.open_boxes * exact.open.mean + plan.blind_boxes * exact.blind.mean
        for boxes, bonus in ((plan.open_boxes, exact.open_bonus), (plan.blind_boxes, exact.blind_bonus)):
            mean += 0 if bonus is None else boxes * bonus.mean
        return float(-mean)

    def _hour(self) -> HouseEstimate | None:
        tally, plan = self.tally, self.plan
        if tally.hours < 2:  # noqa: PLR2004 - a deviation needs two
            return None
        variance = _variance(tally.hours_result, tally.squares[HOUR], tally.hours)
        exact = self._exact_round()
        mean = Estimate(
            tally.hours_result / tally.hours,
            sqrt(variance / tally.hours),
            None if exact is None else exact * plan.rounds_per_hour,
        )
        worst, best = tally.extremes[2:]
        width, start = hour_bins(plan)
        quantiles = _quantiles(tally.hour_bins, start, width, worst, best)
        loses = _share_below_zero(tally.hour_bins, start, width)
        return HouseEstimate(mean, sqrt(variance), worst, best, quantiles, loses, tally.hours)

    def _staked(self) -> float:
        plan = self.plan
        folds = int(self.slots[0][:, rules.FOLD].sum())
        bets = plan.ante * plan.paytable.rules.bet_multiple * (self.rounds * plan.boxes - folds)
        return bets / self.rounds + plan.boxes * (plan.ante + plan.bonus)


def _total(counts: Ints, values: list[int]) -> int:
    return sum(count * value for count, value in zip(counts.sum(axis=0).tolist(), values, strict=True))


def _variance(total: int, squares: int, count: int) -> Fraction:
    """Return the variance of `count` results from their sum and the sum of their squares."""
    return Fraction(squares * count - total * total, count * max(count - 1, 1))


def _quantiles(bins: Ints, start: int, width: int, worst: int, best: int) -> dict[float, int]:
    """Return quantiles as the lower edges of their bins, within what was seen."""
    reached = np.array(list(accumulate(bins.tolist())))
    places = {level: int(np.searchsorted(reached, level * reached[-1])) for level in QUANTILES}
    return {level: min(max(start + place * width, worst), best) for level, place in places.items()}


def _share_below_zero(bins: Ints, start: int, width: int) -> float:
    return int(bins[: -start // width].sum()) / int(bins.sum())
