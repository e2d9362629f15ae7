"""Load the look-up tables of the ranking call, and hold the numbers that they are built on.

A card's key is one whole number in two parts. The low part stands for its rank, and its sums over a hand tell apart
every multiset of ranks; the high part is four counters, one a suit, that start at three, so that the fifth card of a
suit sets the counter's highest bit. A hand's key is a plain sum: one AND finds flushes, one look-up finds the rest.

The look-up: the low part of the key, less the shift of its row (its bits above `ROW_BITS`), is an index into the ranks.
Rows are laid over each other by their shifts so that they share one table without touching.
"""

from __future__ import annotations

import sys
from array import array
from typing import Final, NamedTuple
from zlib import crc32

from casino_table.cards import DECK, rank_of, suit_of
from casino_table.errors import CasinoTableError
from casino_table.text import message

# Each key is the smallest that keeps the sums of all multisets of seven ranks apart, four of a rank at most.
RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
# Hands of seven, six and five cards start where the sums of the ones before have ended, so all share one table.
RANK_STARTS: Final = {7: 0, 6: 7_825_760, 5: 15_015_175}
ROW_BITS: Final = 10

RANK_MASK: Final = (1 << 25) - 1
_COUNTERS: Final = 32
SUIT_KEYS: Final = tuple(1 << (_COUNTERS + 4 * suit) for suit in range(4))
FLUSH_FLAGS: Final = tuple(8 * key for key in SUIT_KEYS)

CARD_KEYS: Final = tuple(RANK_KEYS[rank_of(card)] + SUIT_KEYS[suit_of(card)] for card in DECK)
START_KEYS: Final = {count: start + 3 * sum(SUIT_KEYS) for count, start in RANK_STARTS.items()}

# Neither pathlib nor hashlib is imported here: the two would be a third of the time that this module takes to import.
TABLES_FILE: Final = __file__.rpartition(".")[0] + ".bin"
TABLES_CRC32: Final = 0xCF45BE20
FLUSH_COUNT: Final = 1 << 13
ROW_COUNT: Final = (RANK_STARTS[5] + 4 * RANK_KEYS[12] + RANK_KEYS[11] >> ROW_BITS) + 1


class TablesError(CasinoTableError):
    """Refuse to rank hands with tables that are not the ones this version was made with."""

    code = "ranking_tables"


class Tables(NamedTuple):
    """Hold the tables: the rank of a flush by its mask of ranks, the shift of a row, the rank at a shifted key."""

    flushes: array[int]
    shifts: array[int]
    ranks: array[int]

    def to_bytes(self) -> bytes:
        """Return the tables as the file holds them: one after the other, little-endian, 2, 4 and 2 bytes a number."""
        tables = [array(table.typecode, table) for table in self]
        if sys.byteorder == "big":
            for table in tables:
                table.byteswap()
        return b"".join(table.tobytes() for table in tables)


def load_tables(path: str = TABLES_FILE) -> Tables:
    """Return the tables of a file; refuse one that is not to be read or has another checksum.

    >>> load_tables().flushes[0b1111100000000]
    7462
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - see above
            content = file.read()
    except OSError as error:
        raise TablesError(message("the ranking tables cannot be read: {error}", error=error)) from error
    if crc32(content) != TABLES_CRC32:
        raise TablesError(message("{path} is damaged or of another version; install casino-table again", path=path))
    tables = Tables(array("H"), array("i"), array("H"))
    rows_at = FLUSH_COUNT * tables.flushes.itemsize
    ranks_at = rows_at + ROW_COUNT * tables.shifts.itemsize
    for table, part in zip(tables, (content[:rows_at], content[rows_at:ranks_at], content[ranks_at:]), strict=True):
        table.frombytes(part)
        if sys.byteorder == "big":
            table.byteswap()
    return tables
