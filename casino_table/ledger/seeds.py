"""The vault of waiting seeds: durable before their commitment is shown, sealed until their round has ended.

The key lies outside the database, in a file of its owner or in the environment; the database keeps only a fingerprint
of it, so that a wrong key is noticed at start and not at the end of a round. Nothing here logs, and no object shows
the key or a seed when it is printed.
"""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from casino_table.database.base import table_of
from casino_table.database.transactions import connection_of, require_transaction, transaction
from casino_table.game.shuffle import lp
from casino_table.ledger.models import House, RoundSeed
from casino_table.ledger.refusals import NotFoundError, SeedKeyError
from casino_table.ledger.secret_files import kept_secret, read_secret
from casino_table.text import message

SEED_BYTES: Final = 32
ENVIRONMENT: Final = "CASINO_TABLE_SEED_KEY"

_KEY_BYTES: Final = 32
_HOUSE: Final = table_of(House)
_SEEDS: Final = table_of(RoundSeed)
_SEALED: Final = select(_SEEDS.c.sealed).where(_SEEDS.c.round_id == bindparam("of_round"))
_STORE: Final = insert(_SEEDS)


class Vault:
    """Seal and open seeds with one key, which it never shows."""

    __slots__ = ("_fernet", "fingerprint")

    def __init__(self, key: str) -> None:
        """Take a key as a Fernet key is written: 32 bytes in URL-safe base64."""
        try:
            raw = base64.urlsafe_b64decode(key.strip().encode())
            self._fernet = Fernet(key.strip())
        except ValueError:
            raw = b""
        if len(raw) != _KEY_BYTES:
            raise SeedKeyError(message("The key of the seeds is not 32 bytes in URL-safe base64."))
        self.fingerprint = hashlib.sha256(lp("casino-table/seed-key/1", raw)).digest()

    def __repr__(self) -> str:
        return "Vault(...)"

    def seal(self, seed: bytes) -> bytes:
        """Return the seed sealed; it can be stored beside the round."""
        return self._fernet.encrypt(seed)

    def open(self, sealed: bytes) -> bytes:
        """Return the seed that was sealed."""
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            raise SeedKeyError(message("A stored seed cannot be opened with this key, or was damaged.")) from None


def open_vault(session: Session, key_file: Path, *, key: str | None = None) -> Vault:
    """Return the vault of a database; make its key in `key_file` when the database has none yet.

    `key`, where given, is used instead of the file (for keys handed over in the environment). Raises SeedKeyError when
    the key is missing or is not the one that the database's seeds were sealed with.
    """
    with transaction(session):
        expected = connection_of(session).scalar(select(_HOUSE.c.seed_key_fingerprint))
        vault = Vault(key if key is not None else _read_key(key_file, may_make=expected is None))
        if expected is None:
            connection_of(session).execute(update(_HOUSE).values(seed_key_fingerprint=vault.fingerprint))
        elif expected != vault.fingerprint:
            raise SeedKeyError(
                message("The key of the seeds is not the one this database was started with. Bring the right one back.")
            )
    return vault


def store_seed(session: Session, round_id: str, seed: bytes, vault: Vault) -> None:
    """Keep the sealed seed of a new round; a second one for the same round is refused by the database."""
    require_transaction(session)
    if len(seed) != SEED_BYTES:
        raise ValueError("a server seed has 32 bytes")
    connection_of(session).execute(_STORE, {"round_id": round_id, "sealed": vault.seal(seed)})


def load_seed(session: Session, round_id: str, vault: Vault) -> bytes:
    """Return the seed of a round, 32 bytes; for whoever deals or reveals it, never for a page."""
    sealed = connection_of(session).scalar(_SEALED, {"of_round": round_id})
    if sealed is None:
        raise NotFoundError(message("There is no seed of round {round}.", round=round_id))
    return vault.open(sealed)


def _read_key(key_file: Path, *, may_make: bool) -> str:
    if may_make:
        return kept_secret(key_file, lambda: Fernet.generate_key().decode())
    try:
        return read_secret(key_file)
    except FileNotFoundError:
        raise SeedKeyError(
            message(
                "The key of the seeds is missing: {file} is not there. Bring it back from where it was kept.",
                file=key_file,
            )
        ) from None
