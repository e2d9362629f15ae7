"""The clock of the house: does what betting and decision times demand, whether or not anybody looks."""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import Final

from sqlalchemy import Engine

from casino_table.database import BusyError, open_session
from casino_table.tables.operations import Dealer

PERIOD_SECONDS: Final = 0.5

_LOG: Final = logging.getLogger(__name__)


def start_clock(engine: Engine, dealer: Dealer, *, period_seconds: float = PERIOD_SECONDS) -> Event:
    """Start the clock in a thread of its own and return the event that stops it.

    Several processes may each run one: whoever comes second finds that there is nothing left to do.
    """
    stop = Event()
    Thread(target=_run, args=(engine, dealer, stop, period_seconds), name="clock", daemon=True).start()
    return stop


def _run(engine: Engine, dealer: Dealer, stop: Event, period_seconds: float) -> None:
    while not stop.wait(period_seconds):
        try:
            with open_session(engine) as session:
                dealer.advance_all(session)
        except BusyError:
            continue
        except Exception:  # noqa: BLE001 - see below
            # A clock that stands still would leave players waiting for ever; the next turn may well succeed.
            _LOG.exception("the clock could not do its turn")
