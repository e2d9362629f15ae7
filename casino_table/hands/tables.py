"""The stored tables of the batch evaluator: how a card becomes a key, and where a sum of keys finds its rank.

A card's key holds, in its upper 23 bits, a number whose sums differ for every multiset of five, of six, and of seven
ranks; and in its lower 16 bits one four-bit counter a suit. A hand is the sum of its keys plus `SUIT_BIAS`, which lifts
the counter of a suit with five or more cards to 8 and above, so that one AND with `FLUSH_BITS` finds the flush.
The upper 23 bits are a row (13 bits) and a column (10 bits) of a sparse matrix whose rows are laid over each other
(displacement hashing): the rank stands at `displacement[row] + column`.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

HAND_SIZES: Final = (5, 6, 7)
RANK_LIMIT: Final = 7462

# Each is the smallest number that keeps the sums of all multisets of seven ranks apart, given those before it.
RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SUM_BITS: Final = 23
COLUMN_BITS: Final = 10
ROW_COUNT: Final = 1 << (SUM_BITS - COLUMN_BITS)
# An odd multiplier permutes the sums, and spreads them so evenly over the rows that the table comes out almost minimal.
RANK_MULTIPLIER: Final = 0x1B8001

SUM_SHIFT: Final = 64 - SUM_BITS
SUIT_BIAS: Final = 0x3333
FLUSH_BITS: Final = 0x8888

# The lowest rank of each category, from high card (0) to royal flush (9).
CATEGORY_FLOORS: Final = (1, 1278, 4138, 4996, 5854, 5864, 7141, 7297, 7453, 7462)

STORED: Final = Path(__file__).with_name("batch_tables.bin")
STORED_SHA256: Final = "e94a7daaf4584ccbf47e45a41cb1822f351753168dc537f00d6c15d0e1bd60c4"

Uint16s = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class BatchTables:
    """Hold the ranks of one-suited masks, and for 5, 6 and 7 cards the displacements and the ranks found by them."""

    flush_ranks: Uint16s
    displacements: tuple[Uint16s, ...]
    rank_tables: tuple[Uint16s, ...]


def card_keys() -> npt.NDArray[np.uint64]:
    """Return the key of each of the 52 cards."""
    keys = [
        ((RANK_KEYS[card >> 2] * RANK_MULTIPLIER) % (1 << SUM_BITS)) << SUM_SHIFT | 1 << (4 * (card & 3))
        for card in range(52)
    ]
    return np.array(keys, np.uint64)


def write_tables(tables: BatchTables, path: Path) -> None:
    """Store tables as little-endian 16-bit words: the lengths of the rank tables, then every array in turn."""
    lengths = np.array([len(table) for table in tables.rank_tables], np.uint16)
    arrays = (lengths, tables.flush_ranks, *tables.displacements, *tables.rank_tables)
    path.write_bytes(b"".join(array.astype("<u2").tobytes() for array in arrays))


def read_tables(path: Path = STORED) -> BatchTables:
    """Return the stored tables; their digest is checked, for a wrong rank would be worse than none."""
    content = path.read_bytes()
    if sha256(content).hexdigest() != STORED_SHA256:
        raise RuntimeError(f"{path.name} is not the file this version was made with; install the package again")
    words = np.frombuffer(content, "<u2").astype(np.uint16)
    sizes = [1 << 13, *(ROW_COUNT for _ in HAND_SIZES), *words[: len(HAND_SIZES)].tolist()]
    parts = np.split(words[len(HAND_SIZES) :], np.cumsum(sizes)[:-1])
    count = len(HAND_SIZES)
    return BatchTables(parts[0], tuple(parts[1 : 1 + count]), tuple(parts[1 + count :]))
