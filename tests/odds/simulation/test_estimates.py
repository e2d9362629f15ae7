"""Estimates: the exact values they stand beside, and every figure worked out again from the single rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import Paytable
from casino_table.odds.enumeration import Counts
from casino_table.odds.simulation.chi_square import chi_square, chi_square_tail
from casino_table.odds.simulation.estimates import Estimate, Estimates, estimate
from casino_table.odds.simulation.exact import ExactResult, exact_results
from casino_table.odds.simulation.plan import Plan, kernel_rules
from casino_table.odds.simulation.rounds import replay
from casino_table.odds.simulation.running import simulate
from casino_table.odds.simulation.strategy import never_fold, simple
from tests.odds.simulation.conftest import CreatePlan

CountsOf = Callable[[Paytable], Counts]


def estimates_of(plan: Plan, counts_of: CountsOf) -> Estimates:
    return estimate(simulate(plan), exact_results(plan, counts_of(plan.paytable)))


@pytest.mark.parametrize("case_id", ["texas-poker", "minsk", "capped", "bonus-lost-with-fold", "player-needs-a-pair"])
def test_exact_values_are_those_of_the_reference(
    case_id: str, exact: dict[str, Any], create_plan: CreatePlan, counts_of: CountsOf
) -> None:
    case = next(case for case in exact["paytables"] if case["id"] == case_id)
    stakes = dict(case.get("stakes") or {"ante": 10_000, "bonus": 10_000 * ("bonus" in case["values"])})
    limits = Limits(max_payout=stakes.pop("max_payout", None))
    plan = create_plan(case_id, limits=limits, **stakes)
    results, values = exact_results(plan, counts_of(plan.paytable)), case["values"]
    assert float(-results.open.mean / plan.ante) == pytest.approx(values["open"]["edge"], rel=1e-13)
    assert float(-results.blind.mean / plan.ante) == pytest.approx(values["blind"]["edge"], rel=1e-13)
    assert results.open.sd / plan.ante == pytest.approx(values["open"]["sd"], rel=1e-12)
    assert results.open.ways[0] == values["open"]["fold_deals"]
    assert sum(results.open.ways) == sum(results.blind.ways) == 27_813_810_024_000
    if results.blind_bonus is not None and results.open_bonus is not None:
        assert float(-results.blind_bonus.mean / plan.bonus) == pytest.approx(values["bonus"]["edge"], rel=1e-13)
        open_edge = values["bonus"].get("open_box_edge", values["bonus"]["edge"])
        assert float(-results.open_bonus.mean / plan.bonus) == pytest.approx(open_edge, rel=1e-13)


def test_never_folding_is_exactly_a_blind_box(create_plan: CreatePlan, counts_of: CountsOf) -> None:
    plan = create_plan(strategy=never_fold())
    results = exact_results(plan, counts_of(plan.paytable))
    assert results.open == results.blind


@pytest.mark.parametrize("case_id", ["texas-poker", "by-table-aces", "bonus-lost-with-fold"])
def test_two_hundred_thousand_rounds_fall_into_the_interval(
    case_id: str, create_plan: CreatePlan, counts_of: CountsOf
) -> None:
    found = estimates_of(create_plan(case_id, rounds=200_000), counts_of)
    assert found.open is not None and found.blind is not None and found.bonus is not None  # noqa: PT018
    for measured in (found.open.edge, found.blind.edge, found.bonus.edge, found.round.mean):
        low, high = measured.interval(0.999)
        assert measured.exact is not None
        assert low < measured.exact < high
    for wager in (found.open, found.blind, found.bonus):
        assert wager.chi_square is not None
        assert wager.chi_square.p > 1e-3


@pytest.mark.parametrize("scope", [None, *MaxPayoutScope])
def test_every_figure_is_that_of_the_single_rounds(
    scope: MaxPayoutScope | None, create_plan: CreatePlan, counts_of: CountsOf
) -> None:
    limits = Limits() if scope is None else Limits(max_payout=60_007, max_payout_scope=scope)
    plan = create_plan(rounds=70_000, boxes=7, open_boxes=3, bonus=5_000, limits=limits, strategy=simple())
    found, played = estimates_of(plan, counts_of), replay(kernel_rules(plan), 0, plan.rounds)
    opened, blind, bonus = played.main[:, :3], played.main[:, 3:], played.bonus
    assert found.open is not None and found.blind is not None and found.bonus is not None  # noqa: PT018
    for wager, results, stake in (
        (found.open, opened, 10_000),
        (found.blind, blind, 10_000),
        (found.bonus, bonus, 5_000),
    ):
        boxes = results.shape[1]
        assert wager.edge.value == pytest.approx(-results.mean() / stake, rel=1e-9)
        sums = results.sum(axis=1)
        assert wager.edge.error == pytest.approx(sums.std(ddof=1) / np.sqrt(plan.rounds) / boxes / stake, rel=1e-9)
        assert wager.sd == pytest.approx(results.std() / stake, rel=1e-5)
        assert wager.correlation == pytest.approx(mean_correlation(results, results), abs=1e-4)
    assert found.open.fold_share == pytest.approx(played.folded[:, :3].mean())
    assert found.open_blind_correlation == pytest.approx(mean_correlation(opened, blind), abs=1e-4)
    house = -(played.main.sum(axis=1) + bonus.sum(axis=1))
    assert found.round.mean.value == pytest.approx(house.mean(), rel=1e-9)
    assert found.round.sd == pytest.approx(house.std(ddof=1), rel=1e-9)
    assert (found.round.worst, found.round.best) == (house.min(), house.max())
    assert found.round.loses == pytest.approx((house < 0).mean())
    for level, value in found.round.quantiles.items():
        assert value <= np.quantile(house, level, method="inverted_cdf") < value + plan.ante
    bets = (~played.folded).sum() * 20_000 / plan.rounds
    assert found.staked_per_round == pytest.approx(bets + 7 * 15_000)
    hours = np.concatenate([block[: len(block) // 40 * 40] for block in (house[:65_536], house[65_536:])])
    by_hour = hours.reshape(-1, 40).sum(axis=1)
    assert found.hour is not None
    assert found.hour.count == len(by_hour)
    assert found.hour.mean.value == pytest.approx(by_hour.mean(), rel=1e-9)
    assert found.hour.sd == pytest.approx(by_hour.std(ddof=1), rel=1e-9)
    assert (found.hour.worst, found.hour.best) == (by_hour.min(), by_hour.max())
    assert (found.capped_rounds > 0) == (scope is MaxPayoutScope.DEAL)
    assert (found.open.edge.exact is None) == (scope is MaxPayoutScope.DEAL)


def mean_correlation(one: Any, other: Any) -> float:
    """Return the mean covariance of different boxes by the deviations of their kinds."""
    pairs = [
        np.mean(one[:, i] * other[:, j]) - one.mean() * other.mean()
        for i in range(one.shape[1])
        for j in range(other.shape[1])
        if one is not other or i != j
    ]
    return float(np.mean(pairs) / one.std() / other.std())


def test_chi_square_of_a_fair_and_a_loaded_die() -> None:
    fair = ExactResult((1,) * 6, 6, mean=None, sd=0.0)  # type: ignore[arg-type] # not looked at
    close = chi_square([98, 103, 99, 101, 97, 102], fair)
    loaded = chi_square([50, 100, 100, 100, 100, 150], fair)
    assert close is not None and loaded is not None  # noqa: PT018
    assert close.value == pytest.approx(0.28)
    assert close.degrees == 5
    assert close.p > 0.99
    assert loaded.p < 1e-8
    assert chi_square([3, 0, 0, 0, 0, 0], fair) is None


@pytest.mark.parametrize(
    # Critical values of the usual tables.
    ("value", "degrees", "tail"),
    [(6.635, 1, 0.01), (5.991, 2, 0.05), (7.815, 3, 0.05), (23.209, 10, 0.01), (37.566, 20, 0.01)],
)
def test_the_tail_of_chi_square(value: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(value, degrees) == pytest.approx(tail, rel=0.02)


def test_an_estimate_without_spread_has_no_z() -> None:
    assert Estimate(1.0, 0.0, 1.0).z is None
