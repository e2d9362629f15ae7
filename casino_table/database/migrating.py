"""Bring a database to this program's schema, and back: each time in one transaction, by one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, Engine, text
from sqlalchemy.exc import DatabaseError

from casino_table.database.engines import create_engine_for, is_sqlite, writing
from casino_table.database.refusals import DatabaseUnusableError
from casino_table.text import message

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS: Final = Path(__file__).with_name("migrations")


def newest() -> str:
    """Return the newest revision of the schema, read off the file names so that a start need not load Alembic."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def current(database: Engine | str | URL) -> str | None:
    """Return the revision a database is at, None for an empty one."""
    with _engine(database) as engine:
        if is_sqlite(engine) and not Path(engine.url.database or "").exists():
            return None  # to connect would make the file
        with engine.connect() as connection:
            return _revision(connection)


def upgrade(database: Engine | str | URL, revision: str = "head") -> None:
    """Bring a database up to a revision, by default the newest; quick where nothing is to be done.

    Processes that start at once take turns, and whoever comes second finds the work done. Raises DatabaseUnusableError
    for a database made by a newer program.
    """
    with _engine(database) as engine:
        if revision == "head" and _is_newest(engine):
            return
        with writing(engine) as connection:
            _refuse_unknown(_revision(connection))
            _run("upgrade", connection, revision)


def downgrade(database: Engine | str | URL, revision: str = "base") -> None:
    """Take a database back to a revision, by default to nothing; what it held in the tables dropped is gone."""
    with _engine(database) as engine, writing(engine) as connection:
        _refuse_unknown(_revision(connection))
        _run("downgrade", connection, revision)


def alembic_config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration for the migrations of this package."""
    from alembic.config import Config  # noqa: PLC0415 - a start that migrates nothing need not load it

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _run(direction: str, connection: Connection, revision: str) -> None:
    from alembic import command  # noqa: PLC0415 - the same
    from alembic.util import CommandError  # noqa: PLC0415 - the same

    try:
        getattr(command, direction)(alembic_config(connection), revision)
    except CommandError as error:
        raise DatabaseUnusableError(message("The database was left as it is: {why}.", why=error)) from None


def _is_newest(engine: Engine) -> bool:
    with engine.connect() as connection:
        return _revision(connection) == newest()


def _revision(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _refuse_unknown(revision: str | None) -> None:
    if revision is not None and revision > newest():
        raise DatabaseUnusableError(
            message(
                "The database is at revision {revision}, this program knows none after {newest}: use a newer program.",
                revision=revision,
                newest=newest(),
            )
        )


@contextmanager
def _engine(database: Engine | str | URL) -> Iterator[Engine]:
    if isinstance(database, Engine):
        yield database
        return
    engine = create_engine_for(database)
    try:
        yield engine
    except DatabaseError as error:
        why = " ".join(str(error.orig).split())  # on one line, where drivers write several
        raise DatabaseUnusableError(message("The database cannot be used: {why}", why=why)) from error
    finally:
        engine.dispose()
