"""Measure the evaluator over arrays beside the evaluators that Python can call, all in this run, one thread each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time

import eval7
import numpy as np
import phevaluator
import treys

from casino_table.cards import card_text
from casino_table.hands.batch import (
    PAIR_COUNT,
    kernel,
    rank_pairs_unchecked,
    ranks5_unchecked,
    ranks7,
    ranks7_unchecked,
)
from casino_table.hands.batch import categories as categories_of
from casino_table.hands.batch_counting import count_seven_card_hands
from tests.benchmarks.ompeval_peer import hands_a_second

HANDS = 1_000_000
PEER_HANDS = 20_000
BOARDS = 20_000
ALL_HANDS = 133_784_560
REPEATS = 7


def main() -> None:
    """Print hands a second; times are those of the processor, so that others on the machine count less."""
    rng = np.random.default_rng(1)
    cards = np.argsort(rng.random((HANDS, 52), dtype=np.float32), axis=1)[:, :7].astype(np.uint8)
    flat, out = np.ascontiguousarray(cards.reshape(-1)), np.empty(HANDS, np.uint16)
    fives = np.ascontiguousarray(cards[:, :5].reshape(-1))
    print("hands a second, one thread")
    own = _show("seven cards, array", HANDS, lambda: ranks7_unchecked(flat, out))
    _show("seven cards, array, checked first", HANDS, lambda: ranks7(cards))
    _show("five cards, array", HANDS, lambda: ranks5_unchecked(fives, out))
    _show("one board with all its pairs", BOARDS * PAIR_COUNT, lambda: _rank_boards(flat, BOARDS))
    _show_ompeval(cards, own)
    hands = cards[:PEER_HANDS].tolist()
    for name, rate in _peers(hands):
        print(f"  {name:36} {rate / 1e6:10.3f} million    this one: {own / rate:6.0f} times")
    for threads in (1, 2):
        seconds = _best(partial(count_seven_card_hands, threads=threads), perf_counter)
        print(f"  all {ALL_HANDS:,} seven-card hands counted, {threads} thread(s): {seconds:.3f} s by the clock")


def _show_ompeval(cards: np.typing.NDArray[np.uint8], own: float) -> None:
    measured = hands_a_second(cards)
    if measured is None:
        print("  OMPEval (C++) could not be built here")
        return
    rate, categories = measured
    # Its categories go from 1, and it has no royal flush of its own.
    assert categories == int(np.minimum(categories_of(ranks7(cards)), 8).sum()) + len(cards)
    print(f"  {'OMPEval (C++), same array':36} {rate / 1e6:10.3f} million    this one: {own / rate:6.2f} times")


@kernel
def _rank_boards(cards: np.typing.NDArray[np.uint8], boards: int) -> None:
    rest, by_ranks, out = np.zeros(47, np.uint8), np.zeros(169, np.uint16), np.zeros(PAIR_COUNT, np.uint16)
    for board in range(boards):
        rank_pairs_unchecked(cards[7 * board : 7 * board + 5], rest, by_ranks, out)


def _peers(hands: list[list[int]]) -> list[tuple[str, float]]:
    eval7_hands = [[eval7.Card(card_text(card)) for card in hand] for hand in hands]
    treys_hands = [[treys.Card.new(card_text(card)) for card in hand] for hand in hands]
    evaluator = treys.Evaluator()
    return [
        (
            "phevaluator, a hand a call",
            _rate(len(hands), lambda: [phevaluator.evaluate_cards(*hand) for hand in hands]),
        ),
        ("eval7, a hand a call", _rate(len(hands), lambda: [eval7.evaluate(hand) for hand in eval7_hands])),
        ("treys, a hand a call", _rate(len(hands), lambda: [evaluator.evaluate(h[:2], h[2:]) for h in treys_hands])),
    ]


def _show(name: str, count: int, work: Callable[[], object]) -> float:
    rate = _rate(count, work)
    print(f"  {name:36} {rate / 1e6:10.3f} million")
    return rate


def _rate(count: int, work: Callable[[], object]) -> float:
    return count / _best(work, process_time)


def _best(work: Callable[[], object], clock: Callable[[], float]) -> float:
    work()  # compiles, or reads the compiled code
    times = []
    for _ in range(REPEATS):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


if __name__ == "__main__":
    main()
