"""A hundred million rounds of six boxes for three paytables: open, blind and bonus inside the 99.9% interval."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from casino_table.game.limits import NO_LIMITS
from casino_table.odds.cache import CountsCache
from casino_table.odds.simulation.estimates import estimate
from casino_table.odds.simulation.exact import exact_results
from casino_table.odds.simulation.plan import Plan, box_stakes
from casino_table.odds.simulation.rounds import check
from casino_table.odds.simulation.running import simulate
from casino_table.odds.simulation.strategy import optimal
from casino_table.resources import paytable_folder

ROUNDS = 100_000_000
ANTE = 10_000


@pytest.mark.parametrize("name", ["texas-poker", "by-table-aces", "minsk"])
def test_a_hundred_million_rounds_fall_into_the_interval(name: str, shared_folder: Path) -> None:
    paytable = paytable_folder().get(name)
    cache = CountsCache(shared_folder / "counts", threads=2)
    counts = cache.counts(paytable.rules.dealer_qualifies.rank, paytable.rules.player_minimum.rank)
    plan_stakes = box_stakes(ANTE, ANTE, NO_LIMITS)
    strategy = optimal(paytable, counts, plan_stakes)
    plan = Plan(paytable=paytable, strategy=strategy, rounds=ROUNDS, ante=ANTE, bonus=ANTE, seed=20_260_131)
    simulation = simulate(plan, workers=os.cpu_count() or 1)
    assert simulation.is_complete
    found = estimate(simulation, exact_results(plan, counts))
    assert found.open is not None and found.blind is not None and found.bonus is not None  # noqa: PT018
    for wager in (found.open, found.blind, found.bonus):
        low, high = wager.edge.interval(0.999)
        assert wager.edge.exact is not None
        assert low < wager.edge.exact < high, wager
        assert high - low < 0.002
        assert wager.chi_square is not None
        assert wager.chi_square.p > 1e-4, wager
    assert found.hour is not None
    for house in (found.round, found.hour):
        assert house.mean.z is not None
        assert abs(house.mean.z) < 3.3
    assert check(plan, 20_000) == 20_000
