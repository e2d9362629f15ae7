"""Running: the same sums in one process, in several, and on a Dask cluster; Ctrl-C keeps what is known."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.odds.simulation.plan import Plan, SimulationError, kernel_rules
from casino_table.odds.simulation.running import simulate
from casino_table.odds.simulation.sums import BLOCK_ROUNDS
from casino_table.odds.simulation.tally import Tally, play_blocks, task_blocks
from tests.odds.simulation.conftest import CreatePlan

ROUNDS = 4 * BLOCK_ROUNDS + 1_000


def assert_same(one: Tally, other: Tally) -> None:
    for item in fields(Tally):
        mine, theirs = getattr(one, item.name), getattr(other, item.name)
        if item.name == "slices":
            assert mine.keys() == theirs.keys()
            assert all(np.array_equal(mine[block], theirs[block]) for block in mine)
        else:
            np.testing.assert_equal(mine, theirs)


@pytest.fixture
def plan(create_plan: CreatePlan) -> Plan:
    limits = Limits(max_payout=90_001, max_payout_scope=MaxPayoutScope.DEAL)
    return create_plan(rounds=ROUNDS, limits=limits)


@pytest.fixture
def alone(plan: Plan) -> Tally:
    return simulate(plan).tally


def test_one_process_and_two_count_the_same(plan: Plan, alone: Tally) -> None:
    assert alone.rounds == ROUNDS
    assert_same(simulate(plan, workers=2).tally, alone)


def test_blocks_add_up_in_any_order(plan: Plan, alone: Tally) -> None:
    backwards = Tally()
    for block in reversed(range(5)):
        backwards.add(play_blocks(kernel_rules(plan), ROUNDS, [block]))
    assert_same(backwards, alone)


def test_tasks_cover_every_block_once() -> None:
    for rounds in (1, BLOCK_ROUNDS, BLOCK_ROUNDS + 1, 1_000 * BLOCK_ROUNDS):
        for workers in (1, 2, 7):
            blocks = [block for task in task_blocks(rounds, workers) for block in task]
            assert blocks == list(range(-(-rounds // BLOCK_ROUNDS)))


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    distributed: Any = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other people's code, about ports and loops
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp"
        ) as started:
            yield started.scheduler_address


def test_a_dask_cluster_of_two_workers_counts_the_same(cluster: str, plan: Plan, alone: Tally) -> None:
    seen: list[int] = []
    simulation = simulate(plan, scheduler=cluster, progress=seen.append)
    assert simulation.is_complete
    assert seen[-1] == ROUNDS
    assert_same(simulation.tally, alone)


@pytest.mark.parametrize("address", ["", "nope", "foo://x:1", "tcp://x", "tcp://:1", "tcp://x:port", "tcp://x:1/y"])
def test_an_address_is_looked_at_first(address: str, create_plan: CreatePlan) -> None:
    with pytest.raises(SimulationError, match="a scheduler has an address like"):
        simulate(create_plan(), scheduler=address)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tls://127.0.0.1:9"])
def test_a_scheduler_that_does_not_answer_is_refused(
    address: str, create_plan: CreatePlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino_table.odds.simulation.cluster._SECONDS_TO_CONNECT", 0.5)
    with pytest.raises(SimulationError, match=f"no Dask scheduler answers at {address}: "):
        simulate(create_plan(), scheduler=address)
    gc.collect()  # what is left of the connection complains of nothing either


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_known(workers: int, create_plan: CreatePlan) -> None:
    def interrupt(rounds: int) -> None:
        if rounds >= BLOCK_ROUNDS:
            raise KeyboardInterrupt

    plan = create_plan(rounds=400 * BLOCK_ROUNDS)
    simulation = simulate(plan, workers=workers, progress=interrupt)
    played = simulation.tally.rounds
    assert BLOCK_ROUNDS <= played < plan.rounds
    assert not simulation.is_complete
    assert int(simulation.tally.slots[0].sum()) == played == int(simulation.tally.bins.sum())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rounds": 0}, "the number of rounds is 0, but must be 1 to "),
        ({"boxes": 8}, "the number of boxes is 8, but must be 1 to 7"),
        ({"open_boxes": 7}, "the number of open boxes is 7, but must be 0 to 6"),
        ({"seed": -1}, "the seed is -1, but must be 0 to 18446744073709551615"),
        ({"ante": 0}, "the ante is 0"),
        ({"bonus": -1}, "the bonus is -1"),
        ({"rounds_per_hour": 0}, "the number of rounds an hour is 0"),
        ({"ante": 10**12}, "1000000000000 on the ante can return more than 8796093022208"),
        ({"paytable": "player-needs-a-pair", "bonus": 5}, "offers no bonus"),
    ],
)
def test_refuses_what_cannot_be_simulated(changes: dict[str, Any], sentence: str, create_plan: CreatePlan) -> None:
    with pytest.raises(SimulationError, match=sentence):
        create_plan(**changes)


def test_refuses_to_work_with_nobody(create_plan: CreatePlan) -> None:
    with pytest.raises(SimulationError, match="the number of workers is 0"):
        simulate(create_plan(), workers=0)
