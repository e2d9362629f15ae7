"""Measure the readable evaluator beside treys, phevaluator and eval7: the same hands, one run, one core.

Every evaluator gets its hands in the form it likes best, made before the clock starts, and must put them in one order.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise, starmap
from time import process_time
from typing import Any

from casino_table.cards import DECK, card_texts
from casino_table.hands.ranking import evaluate, rank, rank7
from casino_table.hands.ranking_tables import load_tables

HANDS = 50_000
SLICE = 2_000
PASSES = 7
REACH = 2_000_000

Hands = list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Contender:
    """Hold how an evaluator is called: once a prepared hand, its cards together or as one argument each."""

    name: str
    function: Callable[..., Any]
    prepared: list[Any]
    is_spread: bool = False
    is_lower_stronger: bool = False

    def values(self, start: int = 0, stop: int = HANDS) -> Iterable[Any]:
        """Return what the evaluator makes of each hand of a slice, not yet computed."""
        hands = self.prepared[start:stop]
        return starmap(self.function, hands) if self.is_spread else map(self.function, hands)

    def seconds(self, start: int) -> float:
        """Return the processor time of one slice, the loop around the calls included."""
        values = self.values(start, start + SLICE)
        began = process_time()
        deque(values, maxlen=0)
        return process_time() - began


def main() -> None:
    """Print hands a second of each evaluator, and the readable one's time to import and size of tables."""
    hands = random_hands(7)
    contenders = [Contender("rank, 7 cards", rank, hands), Contender("rank7", rank7, hands, is_spread=True)]
    for make in (phevaluator, eval7, treys):
        try:
            contenders.append(make(hands))
        except ImportError as error:
            print(f"{make.__name__} is not installed, so it is not measured ({error})")
    refuse_other_orders(contenders)
    fives = random_hands(5)
    own = [Contender("rank, 5 cards", rank, fives), Contender("evaluate, checked, with the best five", evaluate, hands)]
    show(contenders, own)
    print(f"to reach {REACH / 1e6:.1f} M hands/s with rank")
    tables = sum(len(table) * table.itemsize for table in load_tables())
    print(f"import {import_milliseconds():.0f} ms of processor time in a new process, to stay under 50 ms")
    print(f"tables {tables:,} bytes")


def random_hands(count: int) -> Hands:
    """Return the same random hands in every run."""
    chance = random.Random(count)
    return [tuple(chance.sample(DECK, count)) for _ in range(HANDS)]


def phevaluator(hands: Hands) -> Contender:
    """Prepare phevaluator: its card numbers are ours."""
    from phevaluator import evaluate_7cards  # noqa: PLC0415 - a peer that need not be installed

    return Contender("phevaluator (C)", evaluate_7cards, hands, is_spread=True, is_lower_stronger=True)


def eval7(hands: Hands) -> Contender:
    """Prepare eval7, which takes a list of its cards."""
    import eval7 as peer  # noqa: PLC0415 - a peer that need not be installed

    prepared = [[peer.Card(text) for text in card_texts(hand)] for hand in hands]
    return Contender("eval7 (C)", peer.evaluate, prepared)


def treys(hands: Hands) -> Contender:
    """Prepare treys, which takes a hand and a board in its own numbers."""
    from treys import Card, Evaluator  # noqa: PLC0415 - a peer that need not be installed

    cards = [[Card.new(text) for text in card_texts(hand)] for hand in hands]
    prepared = [(seven[:2], seven[2:]) for seven in cards]
    return Contender("treys (Python)", Evaluator().evaluate, prepared, is_spread=True, is_lower_stronger=True)


def refuse_other_orders(contenders: list[Contender]) -> None:
    """Stop when an evaluator tells other hands apart, or puts them in another order, than the first does."""
    first = list(contenders[0].values())
    for contender in contenders[1:]:
        sign = -1 if contender.is_lower_stronger else 1
        pairs = sorted({(own, sign * other) for own, other in zip(first, contender.values(), strict=True)})
        for (own, other), (next_own, next_other) in pairwise(pairs):
            assert own < next_own, f"{contender.name} tells equal hands apart"
            assert other < next_other, f"{contender.name} has another order"


def show(contenders: list[Contender], own: list[Contender]) -> None:
    """Measure all in turns, slice by slice, and print the sum of the best times of the slices.

    So other work on the machine meets each alike, and mostly not at all.
    """
    totals = {contender.name: 0.0 for contender in contenders + own}
    for start in range(0, HANDS, SLICE):
        for contender in contenders + own:
            totals[contender.name] += min(contender.seconds(start) for _ in range(PASSES))
    base = totals[contenders[0].name]
    peers = {contender.name for contender in contenders[2:]}
    print(f"{HANDS:,} random hands, {SLICE:,} at a time, the best of {PASSES} passes, one core")
    for name, seconds in totals.items():
        line = f"{name:<40}{HANDS / seconds / 1e6:8.3f} M hands/s{seconds / HANDS * 1e9:9.0f} ns"
        print(f"{line}   rank is {seconds / base:.2f} times as fast" if name in peers else line)


def import_milliseconds() -> float:
    """Return how long the readable evaluator takes to import, the best of several new processes."""
    program = (
        "from time import process_time as now; start = now(); import casino_table.hands.ranking; print(now() - start)"
    )
    command = [sys.executable, "-c", program]
    runs = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(9))
    return min(1000 * float(run.stdout) for run in runs)


if __name__ == "__main__":
    main()
