"""Plans for the tests of the simulation, at stakes where every cap and rounding can be made to matter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from casino_table.game.limits import NO_LIMITS
from casino_table.game.paytable import Paytable
from casino_table.odds.enumeration import Counts
from casino_table.odds.simulation.plan import Plan, box_stakes
from casino_table.odds.simulation.strategy import optimal

CreatePlan = Callable[..., Plan]


@pytest.fixture(scope="session")
def counts_of(counts_for: Callable[..., Counts]) -> Callable[[Paytable], Counts]:
    return lambda paytable: counts_for(paytable.rules.dealer_qualifies.text, paytable.rules.player_minimum.text)


@pytest.fixture
def create_plan(paytables: dict[str, Paytable], counts_of: Callable[[Paytable], Counts]) -> CreatePlan:
    """Return a function that makes a plan; a paytable is a case of the reference, the best play the default."""

    def create(paytable: str = "texas-poker", **changes: Any) -> Plan:
        table = paytables[paytable]
        values: dict[str, Any] = {
            "rounds": 1_000,
            "ante": 10_000,
            "bonus": 10_000 * (table.bonus is not None),
            "seed": 1,
        }
        values |= changes
        if "strategy" not in values:
            stakes = box_stakes(values["ante"], values["bonus"], values.get("limits", NO_LIMITS))
            values["strategy"] = optimal(table, counts_of(table), stakes)
        return Plan(paytable=table, **values)

    return create
