"""Engines on which nothing acknowledged can be lost: SQLite with WAL and FULL, PostgreSQL with synchronous commits.

The drivers are told not to begin transactions by themselves: SQLite's default mode loses updates silently, and
PostgreSQL's costs a writer one more trip. Here a transaction begins where SQLAlchemy says so: for reading, which sees
one state from beginning to end, and for writing, with the lock of the one writer.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session

from casino_table.database.refusals import DatabaseUnusableError
from casino_table.text import message

if TYPE_CHECKING:  # a house on SQLite need not load it
    import psycopg

BUSY_TIMEOUT_MS: Final = 10_000
_LOG: Final = logging.getLogger(__name__)

# The option of a connection that is going to write, and that of an engine whose writers queue inside the process.
WRITES: Final = "casino_table_writes"
QUEUE: Final = "casino_table_queue"

# Any constant does, as long as nothing else in the database locks it: "casino" in ASCII.
ADVISORY_LOCK: Final = 0x636173696E6F

# Whatever isolation the database has by default: who reads sees one state in all statements of a page, as on SQLite,
# and who writes sees what was committed before the lock was got, not before it was asked for.
_BEGIN_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_BEGIN_WRITING: Final = f"BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"

# A statement that failed is logged, and among its values may be a seed, or cards that nobody has seen yet.
_QUIET: Final = {"hide_parameters": True}

_PRAGMAS: Final = (
    # name, value set, value that must be read back (None: not every build of SQLite reports it)
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", 2),
    ("foreign_keys", "ON", 1),
    ("fullfsync", "ON", None),  # macOS: a plain fsync there leaves the bytes in the drive's cache
)


def create_engine_for(url: str | URL, *, busy_timeout_ms: int = BUSY_TIMEOUT_MS, **options: Any) -> Engine:
    """Return an engine whose every connection keeps what it acknowledged and checks its references.

    `url` is `sqlite:///FILE` or `postgresql://...`; `busy_timeout_ms` is how long a writer waits for its turn;
    `options` go to SQLAlchemy's create_engine. Raises DatabaseUnusableError for any other database.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUnusableError(
            message("This is no database URL. Write sqlite:///FILE or postgresql://USER@HOST/NAME.")
        ) from None
    backend = parsed.get_backend_name()
    if backend == "sqlite":
        return _sqlite_engine(parsed, busy_timeout_ms, options)
    if backend in {"postgresql", "postgres"}:
        return _postgresql_engine(parsed, busy_timeout_ms, options)
    raise DatabaseUnusableError(
        message("The database {backend} is not supported: use sqlite or postgresql.", backend=backend)
    )


def open_session(engine: Engine) -> Session:
    """Return a session outside Flask, with the options of those inside; the caller closes it."""
    return Session(engine, expire_on_commit=False)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection in a transaction that holds the lock of the one writer until all is done, then commit."""
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        yield connection


def is_sqlite(engine: Engine | Connection) -> bool:
    """Return whether the database below is SQLite."""
    return engine.dialect.name == "sqlite"


def _sqlite_engine(url: URL, busy_timeout_ms: int, options: dict[str, Any]) -> Engine:
    if url.database in {None, "", ":memory:"}:
        raise DatabaseUnusableError(
            message("A database in memory keeps nothing: name a file, as in sqlite:///casino.db.")
        )
    options.setdefault("pool_size", 20)
    options.setdefault("max_overflow", 300)  # a connection is a file handle; threads should not queue for one
    connect_args = {"timeout": busy_timeout_ms / 1000} | options.pop("connect_args", {})
    engine = create_engine(url.set(drivername="sqlite"), connect_args=connect_args, **_QUIET, **options)
    # Threads of one process queue on a lock, which wakes the next at once; SQLite's own waiting sleeps and polls.
    engine.update_execution_options(**{QUEUE: (threading.Lock(), busy_timeout_ms / 1000)})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for name, value, expected in _PRAGMAS:
            found = _set_pragma(connection, name, value, busy_timeout_ms)
            if expected is not None and found != expected:
                raise DatabaseUnusableError(
                    message(
                        "This SQLite database cannot be used: {name} must be {value} and is {found}.",
                        name=name,
                        value=value,
                        found=found,
                    )
                )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _set_pragma(connection: sqlite3.Connection, name: str, value: str, busy_timeout_ms: int) -> object:
    """Set a pragma and return what it is then; wait when another process turns the same new file to WAL."""
    give_up_at = time.monotonic() + busy_timeout_ms / 1000
    while True:
        try:
            connection.execute(f"PRAGMA {name}={value}")
            row = connection.execute(f"PRAGMA {name}").fetchone()
        except sqlite3.OperationalError as error:
            # The switch to WAL does not wait for locks by itself.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
            time.sleep(0.01)
        else:
            return row[0] if row else None


def _postgresql_engine(url: URL, busy_timeout_ms: int, options: dict[str, Any]) -> Engine:
    options.setdefault("pool_size", 20)
    options.setdefault("max_overflow", 20)
    options.setdefault("pool_pre_ping", True)
    # A database or role may have switched these off; a ledger may not run so.
    settings = f"-c synchronous_commit=on -c timezone=UTC -c lock_timeout={busy_timeout_ms}"
    connect_args = {"options": settings} | options.pop("connect_args", {})
    engine = create_engine(url.set(drivername="postgresql+psycopg"), connect_args=connect_args, **_QUIET, **options)

    @event.listens_for(engine, "connect")
    def prepare(connection: psycopg.Connection[object], _record: object) -> None:
        connection.autocommit = True
        warn_of_forgetting(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES, False)
        connection.exec_driver_sql(_BEGIN_WRITING if writes else _BEGIN_READING)

    event.listen(engine, "handle_error", _leave_out_details)
    return engine


def warn_of_forgetting(connection: psycopg.Connection[object]) -> None:
    """Log which settings of a server keep it from writing through to the disk: its operator's choice, not ours."""
    for setting in ("fsync", "full_page_writes"):
        if connection.execute("SELECT current_setting(%s)", [setting]).fetchone() != ("on",):
            _LOG.warning("this server may lose what it confirmed when the power fails: its %s is off", setting)


def _leave_out_details(context: ExceptionContext) -> None:
    """Keep of an error of PostgreSQL what went wrong: "DETAIL: Failing row contains" goes on with the row's values."""
    original, wrapped = context.original_exception, context.sqlalchemy_exception
    diagnosis: psycopg.errors.Diagnostic | None = getattr(original, "diag", None)
    if diagnosis is None or diagnosis.message_primary is None:
        return
    told = str(original)
    original.args = (diagnosis.message_primary,)
    if wrapped is not None:
        wrapped.args = tuple(str(text).replace(told, diagnosis.message_primary) for text in wrapped.args)
