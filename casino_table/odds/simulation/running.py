"""Run a simulation: here, in processes of this machine, or on a cluster; the result is the same to the last unit."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Final

from casino_table.odds.simulation.plan import Plan, SimulationError, kernel_rules
from casino_table.odds.simulation.rules import KernelRules
from casino_table.odds.simulation.tally import Tally, play_blocks, task_blocks
from casino_table.text import message

_TASKS_OF_A_WORKER: Final = 3

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Simulation:
    """Hold a simulation that was run: `tally` covers `tally.rounds` rounds, all of the plan's unless interrupted."""

    plan: Plan
    tally: Tally

    @property
    def is_complete(self) -> bool:
        """Say whether all rounds were played."""
        return self.tally.rounds == self.plan.rounds


def simulate(
    plan: Plan, *, workers: int = 1, scheduler: str | None = None, progress: Progress | None = None
) -> Simulation:
    """Play all rounds of a plan and return what they add up to.

    `workers` processes share the work, one being this process itself; with `scheduler`, the address of a Dask scheduler
    such as `tcp://10.0.0.1:8786`, its workers do. `progress` is called with the number of rounds played so far. Neither
    changes the result. Ctrl-C ends the simulation early: what was played by then is returned. More than one worker
    needs the usual `if __name__ == "__main__":` in a script of one's own.
    """
    if workers < 1:
        raise SimulationError(message("the number of workers is {workers}, but must be at least 1", workers=workers))
    tally = Tally()
    parts = _parts(plan, workers, scheduler)
    try:
        for part in parts:
            with _undisturbed():
                tally.add(part)
            if progress is not None:
                progress(tally.rounds)
    except KeyboardInterrupt:
        pass
    finally:
        parts.close()
    return Simulation(plan, tally)


def _parts(plan: Plan, workers: int, scheduler: str | None) -> Generator[Tally, None, None]:
    rules = kernel_rules(plan)
    tasks = task_blocks(plan.rounds, workers)
    if scheduler is not None:
        from casino_table.odds.simulation.cluster import run_on_cluster  # noqa: PLC0415 - an extra that need not be there

        yield from run_on_cluster(scheduler, rules, plan.rounds)
    elif workers == 1 or len(tasks) == 1:
        for blocks in tasks:
            yield play_blocks(rules, plan.rounds, blocks)
    else:
        yield from _run_in_processes(rules, plan.rounds, tasks, min(workers, len(tasks)))


def _run_in_processes(rules: KernelRules, rounds: int, tasks: list[range], workers: int) -> Iterator[Tally]:
    play_blocks(rules, 1, range(1))  # compiles here, once, what the processes then find compiled
    # Fresh processes, for a copy of one that has threads may hang. The rules go with each task and not to the start of
    # a process, where more than a pipe holds would wait for ever if the process died; they are sent in a fraction of a
    # millisecond, and a task takes hundreds.
    pool = ProcessPoolExecutor(workers, get_context("spawn"))
    waiting: set[Future[Tally]] = set()
    todo = iter(tasks)
    try:
        with _interrupts_for_this_process_only():
            waiting.update(pool.submit(play_blocks, rules, rounds, blocks) for blocks in islice(todo, workers))
        for blocks in todo:
            waiting.add(pool.submit(play_blocks, rules, rounds, blocks))
            if len(waiting) >= _TASKS_OF_A_WORKER * workers:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    except BrokenExecutor:
        raise SimulationError(
            message('a worker process ended by itself; scripts need if __name__ == "__main__", or take one worker')
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let Ctrl-C wait until what is inside is done, so that a sum is never left half added."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


@contextmanager
def _interrupts_for_this_process_only() -> Iterator[None]:
    """Keep Ctrl-C from the processes started meanwhile, which inherit what is blocked: this one ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
