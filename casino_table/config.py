"""What a running house needs to know: its database, the folder of its secrets, and where new seeds come from."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from casino_table.database.refusals import DatabaseUnusableError
from casino_table.ledger import seeds
from casino_table.ledger.secret_files import kept_secret, make_folder
from casino_table.text import message

DATABASE: Final = "CASINO_TABLE_DATABASE"
DATA_FOLDER: Final = "CASINO_TABLE_DATA"
COOKIE_KEY: Final = "CASINO_TABLE_COOKIE_KEY"
COOKIE_KEY_FILE: Final = "cookies.key"
SEED_KEY_FILE: Final = "seeds.key"
DATABASE_FILE: Final = "casino-table.sqlite3"
_KEY_BYTES: Final = 32


def _new_seed() -> bytes:
    return secrets.token_bytes(seeds.SEED_BYTES)


def _new_key() -> str:
    return secrets.token_hex(_KEY_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Hold the configuration of one web process.

    `cookie_key` signs the cookies, so it must stay the same for guests to stay who they are. `seed_key`, where given,
    opens the waiting seeds instead of the file `seed_key_file`. `new_seed` draws the seed of a new round.
    """

    database: str
    cookie_key: str
    seed_key_file: Path
    seed_key: str | None = None
    new_seed: Callable[[], bytes] = _new_seed
    is_secure: bool = False

    def __repr__(self) -> str:
        # A password may stand in the URL, and the keys are secrets.
        return "Config(...)"


def load_config(*, database: str | None = None, environment: Mapping[str, str] | None = None) -> Config:
    """Return the configuration from the environment, with the user's data folder for what it does not say.

    `database` goes before the environment. The folder and a key for the cookies are made where they are missing.
    """
    environment = os.environ if environment is None else environment
    url = (environment.get(DATABASE) or None) if database is None else database
    chosen = None if url is None else database_url(url)
    folder = Path(environment[DATA_FOLDER]) if DATA_FOLDER in environment else user_data_path("casino-table")
    make_folder(folder)
    return Config(
        database=chosen or _file_url(folder / DATABASE_FILE),
        cookie_key=environment.get(COOKIE_KEY) or kept_secret(folder / COOKIE_KEY_FILE, _new_key),
        seed_key_file=folder / SEED_KEY_FILE,
        seed_key=environment.get(seeds.ENVIRONMENT),
        is_secure=environment.get("CASINO_TABLE_HTTPS") == "1",
    )


def database_url(text: str) -> str:
    """Return a database's URL with the whole path of a file; refuse what is no URL.

    Whoever opens a relative path looks for it somewhere else: Flask-SQLAlchemy in a folder of its own.
    """
    no_url = DatabaseUnusableError(
        message("This is no database URL. Write sqlite:///FILE or postgresql://USER@HOST/NAME.")
    )
    try:
        text.encode()
        url = make_url(text)
    except (ArgumentError, ValueError):  # ValueError: a port that is no number, or bytes that are no UTF-8
        raise no_url from None
    if url.get_backend_name() != "sqlite":
        return text
    if url.host or "\0" in (url.database or ""):
        raise no_url
    if url.query:
        raise DatabaseUnusableError(
            message("The URL of an SQLite database takes no parameters, but has {names}.", names=", ".join(url.query))
        )
    if url.database in {None, "", ":memory:"}:
        return text
    return _file_url(Path(url.database or ""))


def _file_url(file: Path) -> str:
    return URL.create("sqlite", database=str(file.absolute())).render_as_string()
