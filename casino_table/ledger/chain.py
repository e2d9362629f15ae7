"""The hash chain of the journal, by the ledger's promise L20."""

from __future__ import annotations

import hashlib
from typing import Final

from casino_table.database.columns import HASH_BYTES
from casino_table.game.shuffle import lp

SCHEME: Final = "casino-table/journal/1"
FIRST_PREVIOUS_HASH: Final = bytes(HASH_BYTES)


def entry_hash(*, sequence: int, previous_hash: bytes, at_us: int, kind: str, payload: str) -> bytes:
    """Return the SHA-256 of one journal entry, 32 bytes, over the one before and all that it says."""
    return hashlib.sha256(lp(SCHEME, sequence, previous_hash, at_us, kind, payload)).digest()
