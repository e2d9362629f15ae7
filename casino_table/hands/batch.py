"""Rank hands by the million: compiled kernels over arrays, and the checked functions that stand before them.

Ranks are 1..7462, larger is stronger, as everywhere in the project. This is the second evaluator, written apart from
the readable one and held against it by tests. It alone brings numba in, so only what works on arrays imports it.
Functions named `..._unchecked` are kernels: they trust their arguments, and may be called from other kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.core import event

from casino_table.cards import DECK_SIZE, CardError
from casino_table.hands.tables import (
    CATEGORY_FLOORS,
    COLUMN_BITS,
    FLUSH_BITS,
    SUIT_BIAS,
    SUM_SHIFT,
    card_keys,
    read_tables,
)
from casino_table.text import message

PAIR_COUNT: Final = 1081
BOARD_SIZE: Final = 5

Cards = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.uint16]
Scalar = Any
"""A number inside a kernel, whose type numba and not mypy keeps."""
Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile a function over arrays, and keep the machine code for the next process where a folder can be written.

    Numba keeps it beside the module, or in the user's cache folder where the package is read-only; `NUMBA_CACHE_DIR`
    names another folder. Where none can be written, the function is compiled anew in each process.
    """
    # A kernel is called from Python and from other kernels, never from C: without that entry a tenth less to compile.
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    try:
        compiled = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # numba's word for "no locator available": nowhere to keep it
        return cast("Function", numba.njit(**options)(function))
    # Numba asks only whether the function's own file changed, but what it calls in other files is compiled into it.
    kept = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None:
        kept._source_stamp = _SOURCES  # noqa: SLF001 - there is no public way to say what a kernel depends on
    return cast("Function", compiled)


class _FirstCompiling(event.Listener):
    """Tell once that a kernel is being compiled; one whose machine code is kept causes no event."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell: Callable[[], None] | None = tell

    def on_start(self, _: object) -> None:
        if self._tell is not None:
            tell, self._tell = self._tell, None
            tell()

    def on_end(self, _: object) -> None:
        pass


def tell_of_compiling(tell: Callable[[], None]) -> None:
    """Have `tell` called once in this process, just before the first kernel that must be compiled is compiled."""
    event.register("numba:compile", _FirstCompiling(tell))  # type: ignore[no-untyped-call]  # numba has few types


def source_stamp(package: Path) -> str:
    """Return a digest that changes with any source of the kernels: names, sizes and times of change."""
    inside = [path for folder in ("hands", "odds") for path in (package / folder).rglob("*")]
    files = sorted(path for path in inside if path.suffix in {".py", ".bin"})
    stamps = [f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files]
    return sha256("\n".join(stamps).encode()).hexdigest()


_SOURCES: Final = source_stamp(Path(__file__).parents[1])


def _reaching_every_place(table: Ranks) -> Ranks:
    """Lengthen a rank table with zeros so that no key, not even one of an impossible hand, reads outside it."""
    return np.concatenate([table, np.zeros((1 << 16) - len(table), np.uint16)])


_TABLES: Final = read_tables()
_FLUSH_RANKS: Final = _TABLES.flush_ranks
_DISPLACEMENT_5, _DISPLACEMENT_6, _DISPLACEMENT_7 = _TABLES.displacements
_RANKS_5, _RANKS_6, _RANKS_7 = (_reaching_every_place(table) for table in _TABLES.rank_tables)

KEYS: Final = card_keys()
BIASED_KEYS: Final = KEYS + np.uint64(SUIT_BIAS)
# Indices stay unsigned throughout: a signed one costs a test for counting from the end at every access.
_ROW_SHIFT: Final = np.uint64(SUM_SHIFT + COLUMN_BITS)
_COLUMN_SHIFT: Final = np.uint64(SUM_SHIFT)
_COLUMN_MASK: Final = np.uint64((1 << COLUMN_BITS) - 1)
_FLUSH: Final = np.uint64(FLUSH_BITS)
_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_BIT_7, _BIT_11, _BIT_15 = np.uint64(7), np.uint64(11), np.uint64(15)
_STEP_5: Final = np.uint64(5)
_STEP_6: Final = np.uint64(6)
_STEP_7: Final = np.uint64(7)


@kernel
def rank_of_sum7(key: np.uint64) -> np.uint16:
    """Return the rank of seven cards without a flush from the sum of their keys."""
    place = np.uint16(_DISPLACEMENT_7[key >> _ROW_SHIFT] + ((key >> _COLUMN_SHIFT) & _COLUMN_MASK))
    return np.uint16(_RANKS_7[place])


@kernel
def rank_of_sum6(key: np.uint64) -> np.uint16:
    """Return the rank of six cards without a flush from the sum of their keys."""
    place = np.uint16(_DISPLACEMENT_6[key >> _ROW_SHIFT] + ((key >> _COLUMN_SHIFT) & _COLUMN_MASK))
    return np.uint16(_RANKS_6[place])


@kernel
def rank_of_sum5(key: np.uint64) -> np.uint16:
    """Return the rank of five cards without a flush from the sum of their keys."""
    place = np.uint16(_DISPLACEMENT_5[key >> _ROW_SHIFT] + ((key >> _COLUMN_SHIFT) & _COLUMN_MASK))
    return np.uint16(_RANKS_5[place])


@kernel
def has_flush(key: np.uint64) -> bool:
    """Return whether a biased sum of keys holds five or more cards of a suit."""
    return bool((key & _FLUSH) != np.uint64(0))


@kernel
def flush_rank(cards: Cards, key: np.uint64, start: np.uint64, size: np.uint64) -> np.uint16:
    """Return the rank of the flush among `size` cards of a flat array, whose biased sum of keys says there is one."""
    flags = key & _FLUSH
    suit = ((flags >> _BIT_7) & _ONE) + ((flags >> _BIT_11) & _ONE) * _TWO + ((flags >> _BIT_15) & _ONE) * _THREE
    mask = np.uint64(0)
    for place in range(start, start + size):
        card = np.uint64(cards[place])
        mask |= np.uint64((card & _THREE) == suit) << (card >> _TWO)
    return np.uint16(_FLUSH_RANKS[mask])


@kernel
def flush_rank_of_mask(mask: np.uint64) -> np.uint16:
    """Return the rank of the five best of five to seven cards of one suit, given as a mask of their ranks."""
    return np.uint16(_FLUSH_RANKS[mask])


@kernel
def ranks7_unchecked(cards: Cards, out: Ranks) -> None:
    """Write the rank of each seven consecutive cards of a flat array."""
    at = np.uint64(0)
    for hand in range(np.uint64(len(out))):
        key = (
            BIASED_KEYS[cards[at]]
            + KEYS[cards[at + np.uint64(1)]]
            + KEYS[cards[at + np.uint64(2)]]
            + KEYS[cards[at + np.uint64(3)]]
            + KEYS[cards[at + np.uint64(4)]]
            + KEYS[cards[at + np.uint64(5)]]
            + KEYS[cards[at + np.uint64(6)]]
        )
        out[hand] = flush_rank(cards, key, at, _STEP_7) if has_flush(key) else rank_of_sum7(key)
        at += _STEP_7


@kernel
def ranks6_unchecked(cards: Cards, out: Ranks) -> None:
    """Write the rank of each six consecutive cards of a flat array."""
    at = np.uint64(0)
    for hand in range(np.uint64(len(out))):
        key = (
            BIASED_KEYS[cards[at]]
            + KEYS[cards[at + np.uint64(1)]]
            + KEYS[cards[at + np.uint64(2)]]
            + KEYS[cards[at + np.uint64(3)]]
            + KEYS[cards[at + np.uint64(4)]]
            + KEYS[cards[at + np.uint64(5)]]
        )
        out[hand] = flush_rank(cards, key, at, _STEP_6) if has_flush(key) else rank_of_sum6(key)
        at += _STEP_6


@kernel
def ranks5_unchecked(cards: Cards, out: Ranks) -> None:
    """Write the rank of each five consecutive cards of a flat array."""
    at = np.uint64(0)
    for hand in range(np.uint64(len(out))):
        key = (
            BIASED_KEYS[cards[at]]
            + KEYS[cards[at + np.uint64(1)]]
            + KEYS[cards[at + np.uint64(2)]]
            + KEYS[cards[at + np.uint64(3)]]
            + KEYS[cards[at + np.uint64(4)]]
        )
        out[hand] = flush_rank(cards, key, at, _STEP_5) if has_flush(key) else rank_of_sum5(key)
        at += _STEP_5


@kernel
def rank_pairs_unchecked(board: Cards, rest: Cards, by_ranks: Ranks, out: Ranks) -> None:
    """Write the ranks of one board with each of its 1,081 pairs.

    `rest` (47) receives the other cards, ascending; `by_ranks` (169) is room to work in. The pairs come in the order
    (0, 1), (0, 2), ..., (45, 46) of `rest`. Suits matter only for a flush, so 91 pairs of ranks are looked up, all
    pairs filled from them, and those that make a flush put right.
    """
    board_key = np.uint64(SUIT_BIAS)
    used = np.uint64(0)
    counts = np.zeros(4, np.int64)
    masks = np.zeros(4, np.uint64)
    for card in board:
        board_key += KEYS[card]
        used |= np.uint64(1) << np.uint64(card)
        counts[card & 3] += 1
        masks[card & 3] |= np.uint64(1) << np.uint64(card >> 2)
    left = np.uint64(0)
    for card in range(DECK_SIZE):
        if not (used >> np.uint64(card)) & np.uint64(1):
            rest[left] = card
            left += np.uint64(1)
    for low in range(np.uint64(13)):
        key = board_key + KEYS[low * np.uint64(4)]
        for high in range(low, np.uint64(13)):
            by_ranks[low * np.uint64(13) + high] = rank_of_sum7(key + KEYS[high * np.uint64(4)])
    at = np.uint64(0)
    for first in range(np.uint64(46)):
        row = np.uint64(rest[first] >> 2) * np.uint64(13)
        for second in range(first + np.uint64(1), np.uint64(47)):
            out[at] = by_ranks[row + np.uint64(rest[second] >> 2)]
            at += np.uint64(1)
    for suit in range(4):
        if counts[suit] >= BOARD_SIZE - 2:
            _put_flushes_right(counts[suit], masks[suit], suit, rest, out)


@kernel
def _put_flushes_right(count: int, mask: np.uint64, suit: int, rest: Cards, out: Ranks) -> None:
    at = np.uint64(0)
    for first in range(np.uint64(46)):
        first_card = rest[first]
        one = count
        one_mask = mask
        if (first_card & 3) == suit:
            one += 1
            one_mask |= np.uint64(1) << np.uint64(first_card >> 2)
        if one < BOARD_SIZE - 1:
            at += np.uint64(46) - first
            continue
        for second in range(first + np.uint64(1), np.uint64(47)):
            card = rest[second]
            if (card & 3) == suit:
                out[at] = _FLUSH_RANKS[one_mask | np.uint64(1) << np.uint64(card >> 2)]
            elif one >= BOARD_SIZE:
                out[at] = _FLUSH_RANKS[one_mask]
            at += np.uint64(1)


@kernel
def _first_bad_hand(cards: Cards, size: np.uint64) -> np.int64:
    at = np.uint64(0)
    for hand in range(np.uint64(len(cards)) // size):
        seen = np.uint64(0)
        bad = np.uint64(0)
        for place in range(at, at + size):
            card = np.uint64(cards[place])
            bit = _ONE << (card & np.uint64(63))
            bad |= (seen & bit) | np.uint64(card >= np.uint64(DECK_SIZE))
            seen |= bit
        if bad:
            return np.int64(hand)
        at += size
    return np.int64(-1)


def _checked(cards: npt.ArrayLike, size: int) -> Cards:
    """Return hands as a flat array of bytes, or refuse them by name."""
    hands = np.asarray(cards)
    if hands.ndim != 2 or hands.shape[1] != size or not np.issubdtype(hands.dtype, np.integer):  # noqa: PLR2004 - rows
        raise CardError(
            message(
                "hands come as whole numbers in an array of shape (hands, {size}), not {shape} of {kind}",
                size=size, shape=str(hands.shape), kind=str(hands.dtype),
            )
        )  # fmt: skip
    if hands.dtype != np.uint8:
        outside = (hands < 0) | (hands >= DECK_SIZE)
        if outside.any():
            hand, place = np.argwhere(outside)[0].tolist()
            raise CardError(
                message(
                    "{card} in hand {hand} is not a card number; card numbers are 0 to 51",
                    card=hands[hand, place], hand=hand,
                )
            )  # fmt: skip
    flat = np.ascontiguousarray(hands, np.uint8).reshape(-1)
    bad = _first_bad_hand(flat, np.uint64(size))
    if bad >= 0:
        raise CardError(
            message(
                "hand {hand} is {cards}; card numbers are 0 to 51, each at most once",
                hand=bad, cards=hands[bad].tolist(),
            )
        )  # fmt: skip
    return flat


def ranks7(cards: npt.ArrayLike) -> Ranks:
    """Return the ranks of seven-card hands.

    `cards` are card numbers of shape (n, 7), best as uint8; the result is uint16 of shape (n,), 1..7462, larger is
    stronger. Numbers outside 0..51 and cards that stand twice in a hand are refused.

    >>> ranks7([[51, 47, 43, 39, 35, 0, 1]]).tolist()
    [7462]
    """
    flat = _checked(cards, 7)
    out = np.empty(len(flat) // 7, np.uint16)
    ranks7_unchecked(flat, out)
    return out


def ranks6(cards: npt.ArrayLike) -> Ranks:
    """Return the ranks of six-card hands, as `ranks7` does of seven."""
    flat = _checked(cards, 6)
    out = np.empty(len(flat) // 6, np.uint16)
    ranks6_unchecked(flat, out)
    return out


def ranks5(cards: npt.ArrayLike) -> Ranks:
    """Return the ranks of five-card hands, as `ranks7` does of seven."""
    flat = _checked(cards, 5)
    out = np.empty(len(flat) // 5, np.uint16)
    ranks5_unchecked(flat, out)
    return out


def pair_ranks(board: npt.ArrayLike) -> tuple[Cards, Ranks]:
    """Return the 1,081 pairs that a board of five leaves, shape (1081, 2), and the rank of each with the board.

    >>> pairs, ranks = pair_ranks([51, 47, 43, 39, 35])
    >>> pairs[0].tolist(), set(ranks.tolist())
    ([0, 1], {7462})
    """
    flat = _checked(np.atleast_2d(board), BOARD_SIZE)
    rest, out = np.empty(DECK_SIZE - BOARD_SIZE, np.uint8), np.empty(PAIR_COUNT, np.uint16)
    rank_pairs_unchecked(flat, rest, np.empty(169, np.uint16), out)
    first, second = np.triu_indices(len(rest), 1)
    return np.stack([rest[first], rest[second]], axis=1), out


def categories(ranks: Ranks) -> npt.NDArray[np.uint8]:
    """Return the category of each rank, 0 high card to 9 royal flush.

    >>> categories(np.array([1, 7462], np.uint16)).tolist()
    [0, 9]
    """
    return (np.searchsorted(CATEGORY_FLOORS, ranks, side="right") - 1).astype(np.uint8)
