"""The chips of a table: what lies in the tray makes stakes that the table takes."""

from __future__ import annotations

from itertools import product

import pytest

from casino_table.game.limits import Limits
from casino_table.game.settlement import BoxStake, Play
from casino_table.game.table_rules import limit_breaches
from casino_table.tables.chips import TRAY_SIZE, tray_chips


def is_stake(amount: int, least: int, largest: int, step: int) -> bool:
    limits = Limits(ante_min=least, ante_max=largest, ante_step=step)
    return not list(limit_breaches(limits, [BoxStake(1, "p", Play.OPEN, amount)]))


@pytest.mark.parametrize(
    ("least", "largest", "step", "decimals", "chips"),
    [
        (500, 10_000, 500, 2, (500, 2500, 10_000)),
        (300, 5_000, 100, 2, (300, 500, 2500)),
        (10, 90, 10, 0, (10, 50)),
        (1, 5_000, 1, 0, (1, 5, 25, 100, 500)),
        (1_000, 10_000, 500, 2, (1_000, 2500, 10_000)),
        (7, 100, 5, 0, (7, 5, 25)),
        (7, 100, 3, 0, (7, 3)),
        (7, 7, 5, 0, (7,)),
        (50, 50, 50, 2, (50,)),
    ],
)
def test_the_least_stake_comes_first_and_further_chips_go_by_the_step(
    least: int, largest: int, step: int, decimals: int, chips: tuple[int, ...]
) -> None:
    assert tray_chips(least=least, largest=largest, step=step, decimals=decimals) == chips


@pytest.mark.parametrize("step", [1, 3, 5, 7, 50, 500])
@pytest.mark.parametrize("least", [1, 5, 7, 12, 500, 550])
def test_the_least_chip_with_any_others_is_a_stake(least: int, step: int) -> None:
    largest = least + 40 * step
    first, *others = tray_chips(least=least, largest=largest, step=step, decimals=0)
    assert first == least
    assert len(others) < TRAY_SIZE
    for counts in product(range(3), repeat=len(others)):
        amount = first + sum(count * chip for count, chip in zip(counts, others, strict=True))
        assert amount > largest or is_stake(amount, least, largest, step), (amount, first, others)


def test_where_the_least_stake_is_off_the_step_every_stake_can_be_made() -> None:
    least, *others = tray_chips(least=7, largest=100, step=5, decimals=0)
    made = {least + sum(chips) for count in range(4) for chips in product((0, *others), repeat=count)}
    assert {7, 12, 17, 32, 37} <= made


def test_a_bonus_smaller_than_the_least_ante_has_a_chip_too() -> None:
    assert tray_chips(least=1_000, largest=10_000, step=500, decimals=2, floor=500) == (1_000, 500, 2500, 10_000)
