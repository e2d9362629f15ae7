"""Processes that write to one ledger at the same time: run as `python racing.py stake|append URL PROCESSES TIMES`.

It forks after the imports, so that all begin at once, and prints one JSON list with what each process did.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable

from sqlalchemy.orm import Session

from casino_table.database import create_engine_for, now_us, open_session, transaction
from casino_table.ledger.accounts import in_play, player_account
from casino_table.ledger.journal import append
from casino_table.ledger.refusals import InsufficientFundsError
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind, Wager

STAKE_MINOR = 500


def stake(session: Session, times: int) -> int:
    """Try to stake, and count how often it was accepted."""
    transfer = Transfer(
        player_account("p1", "PLAY"), in_play("T1", "PLAY"), STAKE_MINOR, TransferKind.ANTE, box=1, wager=Wager.ANTE
    )
    accepted = 0
    for _ in range(times):
        try:
            with transaction(session):
                append(session, kind="stake", payload={}, at_us=now_us(), actor="p1", transfers=[transfer])
        except InsufficientFundsError:
            continue
        accepted += 1
    return accepted


def append_rows(session: Session, times: int) -> int:
    """Append empty acts, and return how many."""
    for _ in range(times):
        with transaction(session):
            append(session, kind="row", payload={"by": os.getpid()}, at_us=now_us())
    return times


ACTIONS: dict[str, Callable[[Session, int], int]] = {"stake": stake, "append": append_rows}


def race(action: str, url: str, processes: int, times: int) -> list[int]:
    """Fork, let all do the action at once, and return what each says; a process that dies says -1."""
    start_at = time.time() + 0.2
    children = []
    for _ in range(processes):
        readable, writable = os.pipe()
        if os.fork() == 0:
            time.sleep(max(0, start_at - time.time()))
            engine = create_engine_for(url, busy_timeout_ms=60_000)
            with open_session(engine) as session:
                os.write(writable, str(ACTIONS[action](session, times)).encode())
            os._exit(0)
        os.close(writable)
        children.append(readable)
    return [int(os.read(readable, 20) or b"-1") for readable in children]


if __name__ == "__main__":
    begun = time.perf_counter()
    done = race(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    sys.stdout.write(json.dumps({"done": done, "seconds": time.perf_counter() - begun}))
