"""Measure the simulation: six-box rounds on one core, beside its own evaluator and the bound of a loop over eval7."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

import eval7
import numpy as np

from casino_table.game.limits import NO_LIMITS
from casino_table.hands.batch import ranks7_unchecked
from casino_table.odds.enumeration import count_outcomes
from casino_table.odds.simulation.plan import Plan, box_stakes, kernel_rules
from casino_table.odds.simulation.strategy import never_fold, optimal
from casino_table.odds.simulation.sums import BLOCK_ROUNDS
from casino_table.odds.simulation.tally import play_blocks
from casino_table.resources import paytable_folder

BOXES = 6
BLOCKS = 8
HANDS = 1_000_000
EVAL7_HANDS = 50_000


def main() -> None:
    """Print millions a second on one core, the best of several runs, compiled code ready."""
    paytable = paytable_folder().get("texas-poker")
    counts = count_outcomes(paytable.rules.dealer_qualifies.rank, paytable.rules.player_minimum.rank, threads=2)
    best = optimal(paytable, counts, box_stakes(10_000, 10_000, NO_LIMITS))
    rounds = BLOCKS * BLOCK_ROUNDS
    hands = np.argsort(np.random.default_rng(1).random((HANDS, 52)), axis=1)[:, :7].astype(np.uint8).reshape(-1)
    out = np.empty(HANDS, np.uint16)
    print("six-box rounds, one core                      millions/s")
    for name, strategy, bonus in (
        ("best play", best, 0),
        ("best play, bonus on every box", best, 10_000),
        ("never folding", never_fold(), 0),
    ):
        plan = Plan(paytable=paytable, strategy=strategy, rounds=rounds, bonus=bonus, seed=1)
        rules = kernel_rules(plan)
        _show(name, rounds, partial(play_blocks, rules, rounds, range(BLOCKS)))
    _show("the evaluator alone, hands of seven", HANDS, lambda: ranks7_unchecked(hands, out))
    rate = _show("eval7, hands of seven in a loop", EVAL7_HANDS, _loop_over_eval7())
    print(f"  {'bound of a loop over eval7, seven hands a round':45} {rate / (BOXES + 1):9.2f}")


def _loop_over_eval7() -> Callable[[], object]:
    rng = np.random.default_rng(2)
    names = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]
    deck = [eval7.Card(name) for name in names]
    hands = [[deck[card] for card in rng.permutation(52)[:7].tolist()] for _ in range(EVAL7_HANDS)]

    def work() -> None:
        for hand in hands:
            eval7.evaluate(hand)

    return work


def _show(name: str, count: int, work: Callable[[], object]) -> float:
    work()  # compiles, or reads the compiled code
    times = []
    for _ in range(5):
        start = process_time()
        work()
        times.append(process_time() - start)
    rate = count / min(times) / 1e6
    print(f"  {name:45} {rate:9.2f}")
    return rate


if __name__ == "__main__":
    main()
