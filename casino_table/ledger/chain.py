"""The hash chain of the journal, by the ledger's promise L20."""

from __future__ import annotations

import hashlib
from typing import Final

from casino_table.database.columns import HASH_BYTES

SCHEME: Final = "casino-table/journal/1"
FIRST_PREVIOUS_HASH: Final = bytes(HASH_BYTES)


def entry_hash(*, sequence: int, previous_hash: bytes, at_us: int, kind: str, payload: str) -> bytes:
    """Return the SHA-256 of one journal entry, 32 bytes, over the one before and all that it says."""
    return hashlib.sha256(lp(SCHEME, sequence, previous_hash, at_us, kind, payload)).digest()


def lp(*fields: bytes | str | int) -> bytes:
    """Return each field as its length, 4 bytes big-endian, and its bytes; text is UTF-8, an integer 8 bytes.

    >>> lp("ab", 1).hex()
    '000000026162000000080000000000000001'
    """
    parts = []
    for each in fields:
        encoded = each.encode() if isinstance(each, str) else each.to_bytes(8) if isinstance(each, int) else each
        parts += [len(encoded).to_bytes(4), encoded]
    return b"".join(parts)
