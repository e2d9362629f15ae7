"""Run a simulation on the workers of a Dask cluster; needs the extra `cluster`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from casino_table.game.fields import shown
from casino_table.odds.simulation.plan import SimulationError
from casino_table.odds.simulation.rules import KernelRules
from casino_table.odds.simulation.tally import Tally, play_blocks, task_blocks
from casino_table.text import message

_SECONDS_TO_CONNECT: Final = 10
_TASKS_OF_A_THREAD: Final = 3
_ADDRESS: Final = re.compile(r"(?:tcp|tls)://(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}", re.ASCII)


def check_address(scheduler: str) -> None:
    """Refuse what is no address of a scheduler, before anything is played."""
    if _ADDRESS.fullmatch(scheduler) is None:
        raise SimulationError(
            message(
                "a scheduler has an address like tcp://10.0.0.1:8786 or tls://10.0.0.1:8786, not {address}",
                address=shown(scheduler),
            )
        )


def run_on_cluster(scheduler: str, rules: KernelRules, rounds: int) -> Iterator[Tally]:
    """Hand the blocks to the workers of a scheduler, and yield what they add up to as it comes."""
    check_address(scheduler)
    try:
        import distributed  # noqa: PLC0415 - an extra that need not be there
    except ImportError:
        raise SimulationError(
            message("a cluster needs Dask, which is not installed: pip install 'casino-table[cluster]'")
        ) from None
    dask: Any = distributed  # it has no types of its own

    class Client(dask.Client):  # type: ignore[misc]
        def __del__(self) -> None:
            """Leave a client alone that could not connect: Dask would wait for it and then complain."""

    try:
        client = Client(scheduler, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # TypeError: TLS is not set up for Dask
        raise SimulationError(
            message("no Dask scheduler answers at {address}: {reason}", address=scheduler, reason=str(error))
        ) from None
    try:
        yield from _run(dask, client, rules, rounds)
    finally:
        client.close()


def _run(dask: Any, client: Any, rules: KernelRules, rounds: int) -> Iterator[Tally]:
    threads = sum(client.nthreads().values())
    if not threads:
        raise SimulationError(message("the Dask scheduler has no workers"))
    shared = client.scatter(rules, broadcast=True)
    tasks = iter(task_blocks(rounds, threads))

    def submitted(limit: int) -> list[Any]:
        return [client.submit(play_blocks, shared, rounds, blocks, pure=False) for blocks in islice(tasks, limit)]

    running = dask.as_completed(submitted(_TASKS_OF_A_THREAD * threads), loop=client.loop)
    for future in running:
        try:
            part: Tally = future.result()
        except dask.KilledWorker as error:
            raise SimulationError(message("workers of the Dask cluster died: {reason}", reason=str(error))) from None
        yield part
        running.update(submitted(1))
