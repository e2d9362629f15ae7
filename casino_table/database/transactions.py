"""The one boundary that commits.

Every act of this system appends to one hash chain, so writers take turns: on SQLite by BEGIN IMMEDIATE, on
PostgreSQL by one advisory lock held until the commit. A row lock on the last row would not do, since whoever waits
for it goes on from the row he saw before, and two rows then claim the same predecessor. Serialised writers also mean
that what is read inside a transaction is still true when it commits, which is what keeps a balance from being
spent twice. Reads outside need no boundary and wait for nobody.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.orm import Session

from casino_table.database.base import db
from casino_table.database.engines import QUEUE, WRITES
from casino_table.database.refusals import BusyError
from casino_table.text import message

_OPEN: Final = "casino_table_transaction"
_LOCK_NOT_AVAILABLE: Final = "55P03"  # PostgreSQL, when lock_timeout has passed


@dataclass(slots=True)
class _Open:
    """Hold what belongs to a transaction that is open, and goes with it."""

    connection: Connection
    memory: dict[str, Any] = field(default_factory=dict)
    is_doomed: bool = False


@contextmanager
def transaction(session: Session | None = None) -> Iterator[Session]:
    """Commit what is done inside, all or nothing; join the transaction that is already open, if there is one.

    Without `session` it is that of the Flask application context. Reading done before is forgotten, so that what
    will be written is read again under the lock. After an exception inside, also inside an inner one, nothing is
    kept. Raises BusyError when other writers hold the database for longer than the busy timeout.
    """
    session = session if session is not None else db.session()
    if in_transaction(session):
        try:
            yield session
        except BaseException:
            _the_open(session).is_doomed = True
            raise
        return
    if session.new or session.dirty or session.deleted:
        raise RuntimeError("objects were changed outside transaction(), and would be lost")
    session.rollback()
    session.expire_all()
    with _turn(session):
        try:
            session.info[_OPEN] = _Open(session.connection(execution_options={WRITES: True}))
            yield session
            _refuse_half(session)
            session.commit()
        except BaseException as error:
            session.rollback()
            if isinstance(error, OperationalError) and is_busy(error):
                raise _busy() from error
            raise
        finally:
            session.info.pop(_OPEN, None)


def in_transaction(session: Session) -> bool:
    """Return whether the session is inside transaction()."""
    return _OPEN in session.info


def require_transaction(session: Session) -> None:
    """Raise RuntimeError where something would be written outside transaction(): a mistake of the program."""
    if not in_transaction(session):
        raise RuntimeError("this writes, and so belongs inside transaction()")


def memory_of(session: Session) -> dict[str, Any]:
    """Return what the transaction that is open remembers; gone with it, since others may write then."""
    require_transaction(session)
    return _the_open(session).memory


def connection_of(session: Session) -> Connection:
    """Return the connection that the session reads and writes with, without a long way to it in transaction()."""
    return _the_open(session).connection if in_transaction(session) else session.connection()


def is_busy(error: DBAPIError) -> bool:
    """Return whether the database refused because others held it for longer than the busy timeout."""
    original = error.orig
    if isinstance(original, sqlite3.OperationalError):
        return original.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    return getattr(original, "sqlstate", None) == _LOCK_NOT_AVAILABLE


def _the_open(session: Session) -> _Open:
    held: _Open = session.info[_OPEN]
    return held


def _refuse_half(session: Session) -> None:
    if _the_open(session).is_doomed:
        raise RuntimeError("an inner transaction failed; the outer one cannot commit half of it")


@contextmanager
def _turn(session: Session) -> Iterator[None]:
    """Hold this process's place in the queue of writers, where its engine has one."""
    bind = session.get_bind()
    queue = bind.get_execution_options().get(QUEUE) if isinstance(bind, Engine) else None
    if queue is None:
        yield
        return
    lock, timeout = queue
    if not lock.acquire(timeout=timeout):
        raise _busy()
    try:
        yield
    finally:
        lock.release()


def _busy() -> BusyError:
    return BusyError(message("The table is busy just now and nothing was changed. Please try again."))
