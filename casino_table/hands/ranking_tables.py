"""Load the look-up tables of the ranking call, and hold the numbers that they are built on.

A card's key is one whole number: its rank's key above `SUIT_BITS`, its suit's key below. A hand's key is a plain sum.
The suits' sum tells whether five cards share a suit, and which; the ranks' sum tells apart every multiset of ranks.
Python computes fastest with numbers below 2 to the 30th, so the ranks' keys are moved down until sums of seven lie
evenly on both sides of zero and all fit; that is a quarter faster than keys that need more.

The look-up: the ranks' sum, less the shift of its row (the sum above `ROW_BITS`; rows below zero count from the end, as
indices do), is an index into the ranks. Rows are laid over each other by their shifts so that all share one table
without touching.
"""

from __future__ import annotations

import sys
from array import array
from itertools import combinations_with_replacement
from typing import Final, NamedTuple
from zlib import crc32

from casino_table.cards import DECK, rank_of, suit_of
from casino_table.errors import CasinoTableError
from casino_table.text import message

COUNTS: Final = (7, 6, 5)
# Each is the smallest that keeps the sums of all multisets of seven ranks apart, four of a rank at most.
_DISTINCT: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
RANK_KEYS: Final = tuple(key - 558_983 for key in _DISTINCT)
SUIT_KEYS: Final = (0, 1, 25, 32)
SUIT_BITS: Final = 8
ROW_BITS: Final = 10
CARD_KEYS: Final = tuple((RANK_KEYS[rank_of(card)] << SUIT_BITS) + SUIT_KEYS[suit_of(card)] for card in DECK)

# Neither pathlib nor hashlib is imported here: the two would be a third of the time that this module takes to import.
TABLES_FILE: Final = __file__.rpartition(".")[0] + ".bin"
TABLES_CRC32: Final = 0x711BE7B0
FLUSH_COUNT: Final = 1 << 13
_BEST: Final = 5


class TablesError(CasinoTableError):
    """Refuse to rank hands with tables that are not the ones this version was made with."""

    code = "ranking_tables"


class Tables(NamedTuple):
    """Hold the rank of a flush by its mask of ranks, the shifts of rows for 7, 6 and 5 cards, and the shared ranks."""

    flushes: array[int]
    shifts_of_seven: array[int]
    shifts_of_six: array[int]
    shifts_of_five: array[int]
    ranks: array[int]

    def to_bytes(self) -> bytes:
        """Return the tables as the file holds them: one after the other, little-endian, 2 bytes a rank, 4 a shift."""
        tables = [array(table.typecode, table) for table in self]
        if sys.byteorder == "big":
            for table in tables:
                table.byteswap()
        return b"".join(table.tobytes() for table in tables)


def row_count(count: int) -> int:
    """Return how many rows the sums of so many ranks fall into.

    >>> [row_count(count) for count in COUNTS]
    [7644, 7022, 6401]
    """
    lowest = 4 * RANK_KEYS[0] + (count - 4) * RANK_KEYS[1]
    highest = 4 * RANK_KEYS[12] + (count - 4) * RANK_KEYS[11]
    return (highest >> ROW_BITS) - (lowest >> ROW_BITS) + 1


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
    tables = Tables(array("H"), array("i"), array("i"), array("i"), array("H"))
    lengths = (FLUSH_COUNT, *(row_count(count) for count in COUNTS), len(content))
    start = 0
    for table, length in zip(tables, lengths, strict=True):
        stop = start + length * table.itemsize
        table.frombytes(content[start:stop])
        if sys.byteorder == "big":
            table.byteswap()
        start = stop
    return tables


def flush_suits(count: int) -> tuple[int, ...]:
    """Return by the sum of the suits of so many cards which suit five of them share, from 1 on; 0 if none.

    >>> flush_suits(5)[5 * SUIT_KEYS[3]], flush_suits(5)[4 * SUIT_KEYS[3] + SUIT_KEYS[0]]
    (4, 0)
    """
    by_sum = [0] * (1 << SUIT_BITS)
    for suits in combinations_with_replacement(range(4), count):
        shared = [suit for suit in range(4) if suits.count(suit) >= _BEST]
        by_sum[sum(SUIT_KEYS[suit] for suit in suits)] = shared[0] + 1 if shared else 0
    return tuple(by_sum)
