"""Playing: sums of squares in 128 bits, a shared cap, and settlement against the table's own over random paytables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import Paytable
from casino_table.game.settlement import _shares
from casino_table.odds.simulation.boxes import share_cap
from casino_table.odds.simulation.plan import Plan
from casino_table.odds.simulation.rounds import MismatchError, check
from casino_table.odds.simulation.strategy import Strategy, simple
from casino_table.odds.simulation.sums import add_square
from casino_table.odds.states import STATE_COUNT
from tests.odds.settlement_comparison import random_limits, random_paytable
from tests.odds.simulation.conftest import CreatePlan

RESULTS = st.integers(-(2**47), 2**47) | st.integers(-(2**33), 2**33)


@settings(deadline=None)  # the first call compiles
@given(st.lists(RESULTS, max_size=20))
def test_squares_add_up_in_128_bits(values: list[int]) -> None:
    squares = np.zeros((1, 2), np.uint64)
    for value in values:
        add_square(squares, 0, np.int64(value))
    low, high = squares[0].tolist()
    assert low + (high << 64) == sum(value * value for value in values)


@settings(deadline=None)
@given(st.lists(st.integers(0, 2**43), min_size=1, max_size=7), st.integers(1, 2**46))
def test_a_cap_on_the_deal_is_shared_as_settlement_shares_it(won: list[int], cap: int) -> None:
    paid = np.zeros(len(won), np.int64)
    is_cut = share_cap(np.array(won, np.int64), np.int64(cap), paid)
    assert is_cut == (sum(won) > cap)
    assert paid.tolist() == (list(_shares(dict(enumerate(won)), cap).values()) if is_cut else won)


@pytest.mark.parametrize("seed", range(40))
def test_random_paytables_settle_as_the_table_settles_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    paytable, boxes = random_paytable(rng), int(rng.integers(1, 8))
    strategy = Strategy("random", rng.random(STATE_COUNT) < 0.7)
    plan = Plan(
        paytable=paytable,
        strategy=strategy,
        rounds=2**40,
        boxes=boxes,
        open_boxes=int(rng.integers(0, boxes + 1)),
        ante=int(rng.integers(1, 10 ** rng.integers(1, 7))),
        bonus=int(rng.integers(0, 10**4)) * (paytable.bonus is not None),
        limits=random_limits(rng),
        seed=int(rng.integers(0, 2**63)),
    )
    assert check(plan, 100) == 100


@pytest.mark.parametrize("paytable", ["texas-poker", "by-table-aces", "bonus-lost-with-fold", "strict-minimum"])
@pytest.mark.parametrize("scope", list(MaxPayoutScope))
def test_caps_cut_in_the_simulation_as_at_the_table(
    paytable: str, scope: MaxPayoutScope, create_plan: CreatePlan
) -> None:
    plan = create_plan(paytable, boxes=7, open_boxes=3, limits=Limits(max_payout=30_001, max_payout_scope=scope))
    assert check(plan, 500) == 500


def test_the_check_notices_a_wrong_amount(create_plan: CreatePlan, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = create_plan(strategy=simple())
    correct = check(plan, 50)
    assert correct == 50
    monkeypatch.setattr(
        "casino_table.odds.simulation.rounds.settle",
        _settle_with(plan.paytable.name, ante_short_by=1),
    )
    with pytest.raises(MismatchError, match="round 1: simulation and settlement differ"):
        check(plan, 50)


def _settle_with(_: str, *, ante_short_by: int) -> Callable[..., object]:
    from msgspec.structs import replace  # noqa: PLC0415

    from casino_table.game.settlement import settle  # noqa: PLC0415

    def wrong(paytable: Paytable, *rest: object) -> tuple[object, ...]:
        lines = settle(paytable, *rest)  # type: ignore[arg-type] # handed through
        return (replace(lines[0], returned=lines[0].returned - ante_short_by), *lines[1:])

    return wrong
