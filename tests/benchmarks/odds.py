"""Measure the exact mathematics: counting every deal, a changed paytable, a decision, the worst deal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time

from casino_table.cards import parse_cards
from casino_table.game.paytable import Odds, Paytable
from casino_table.odds.analysis import analyse
from casino_table.odds.decision import decide
from casino_table.odds.enumeration import Counts, count_outcomes
from casino_table.odds.exposure import worst_deals
from casino_table.odds.rows import Part, with_rows
from casino_table.resources import paytable_folder

HOLE, FLOP, SEEN = parse_cards("JhTs"), parse_cards("Qd9c9h"), parse_cards("KsQc")


def main() -> None:
    """Print seconds by the clock and by the processor, the best of several runs, compiled code ready."""
    paytable = paytable_folder().get("texas-poker")
    bounds = (paytable.rules.dealer_qualifies.rank, paytable.rules.player_minimum.rank)
    counts = count_outcomes(*bounds, threads=2)
    print("exact mathematics                                    clock     processor")
    for threads in (1, 2):
        _show(f"counts of all deals, {threads} thread(s)", 3, partial(count_outcomes, *bounds, threads=threads))
    _show("exact values of a changed paytable, 2 threads", 15, _changing(paytable, counts))
    _show("a decision, counts loaded", 200, lambda: decide(paytable, HOLE, FLOP, counts=counts))
    _show("a decision, nothing loaded", 20, lambda: decide(paytable, HOLE, FLOP))
    _show("a decision, two cards seen", 20, lambda: decide(paytable, HOLE, FLOP, seen=SEEN))
    _show("worst deal for 1 to 7 boxes, bonus included", 1, lambda: worst_deals(paytable, threads=2))


def _changing(paytable: Paytable, counts: Counts) -> Callable[[], object]:
    """Return the analysis of a paytable that differs at every call, as while an operator types."""
    royal = iter(range(50, 1000))
    return lambda: analyse(with_rows(paytable, Part.ANTE, {"royal_flush": Odds(next(royal))}), counts, threads=2)


def _show(name: str, repeats: int, work: Callable[[], object]) -> None:
    work()  # compiles, or reads the compiled code
    clock, processor = [], []
    for _ in range(repeats):
        start, start_of_process = perf_counter(), process_time()
        work()
        clock.append(perf_counter() - start)
        processor.append(process_time() - start_of_process)
    print(f"  {name:45} {1000 * min(clock):9.2f} ms {1000 * min(processor):9.2f} ms")


if __name__ == "__main__":
    main()
