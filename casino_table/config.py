"""What a running house needs to know: its database, the folder of its secrets, and where new seeds come from."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from casino_table.ledger import seeds
from casino_table.ledger.secret_files import kept_secret

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
    folder = Path(environment[DATA_FOLDER]) if DATA_FOLDER in environment else user_data_path("casino-table")
    folder.mkdir(parents=True, exist_ok=True)
    return Config(
        database=database or environment.get(DATABASE) or f"sqlite:///{folder / DATABASE_FILE}",
        cookie_key=environment.get(COOKIE_KEY) or kept_secret(folder / COOKIE_KEY_FILE, _new_key),
        seed_key_file=folder / SEED_KEY_FILE,
        seed_key=environment.get(seeds.ENVIRONMENT),
        is_secure=environment.get("CASINO_TABLE_HTTPS") == "1",
    )
