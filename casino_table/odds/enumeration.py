"""Count, for every state, how all 1,070,190 continuations end: exactly, every one of 27,813,810,024,000 deals.

The counts depend on the dealer's qualifying hand and on the player's minimum only. How they are found:

1. If no flush were possible, a board would be its five ranks, a pair of hole cards its two ranks. `rank_board_cells`
   settles those 6,175 boards against all dealer hands.
2. A board with three or more cards of a suit, the flush suit, is the ranks in that suit and the other ranks; hole cards
   are their ranks and whether they have the suit. `suited_board_cells` settles those 36,608 boards.
3. For a flop and hole cards the turns and rivers are added up: first by ranks alone (`sum_over_rank_boards`); then, for
   each suit that the flop has, the boards with a flush suit are put right (`sum_over_suited_boards`). No board has two
   flush suits, so the corrections add up.
4. A state is the sum of one entry by its ranks and one for each suit of its flop (`assemble_states`).

Every sum is of whole numbers; nothing is sampled or rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.game.deal import DEALS
from casino_table.odds import cells, sums
from casino_table.odds.states import STATE_COUNT, build_states

CONTINUATIONS: Final = 1_070_190
"""Turns, rivers and dealer hands that follow hole cards and flop: C(47, 2) x C(45, 2)."""
CHANNELS: Final = 22
UNQUALIFIED: Final = slice(0, 10)
BELOW_MINIMUM: Final = 10
WIN: Final = slice(11, 21)
TIE: Final = 21

_RANKS: Final = range(13)
_CHUNKS: Final = 64

Progress = Callable[[float], None]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Hold the counts of all states for a qualifying hand and a player's minimum, given as their weakest ranks.

    `table` has shape (1286792, 22), uint32; its columns are named by `UNQUALIFIED`, `BELOW_MINIMUM`, `WIN` and `TIE`,
    categories from high card to royal flush. The continuations that are left are lost.
    """

    qualifying_rank: int
    minimum_rank: int
    table: npt.NDArray[np.uint32]
    ties: tuple[int, ...]
    """The deals that end equal, by category; the table adds them up."""
    totals: tuple[int, ...] = field(init=False)
    """The deals of each column over all hands, then the lost ones: 27,813,810,024,000 together."""

    def __post_init__(self) -> None:
        """Add the columns up once; the table is not changed any more."""
        self.table.flags.writeable = False
        totals = np.zeros(CHANNELS, np.int64)
        sums.add_up(self.table, build_states().multiplicity, totals)
        known = totals.tolist()
        object.__setattr__(self, "totals", (*known, DEALS - sum(known)))


def count_outcomes(
    qualifying_rank: int, minimum_rank: int, *, threads: int = 1, progress: Progress | None = None
) -> Counts:
    """Count everything for a dealer who qualifies from `qualifying_rank` and a player's minimum of `minimum_rank`.

    `progress` is called with the part that is done, from 0 to 1.
    """
    cards, multiplicity = build_states().cards, build_states().multiplicity
    rank_cells = np.zeros((6188, cells.RANK_PAIRS), np.uint64)
    suited_cells = np.zeros((36608, cells.KIND_PAIRS), np.uint64)
    rank_sums = np.zeros((455, cells.RANK_PAIRS, cells.SLOTS), np.uint64)
    suited_sums = np.zeros((2483, cells.KIND_PAIRS, cells.SLOTS), np.uint64)
    table = np.zeros((STATE_COUNT, CHANNELS), np.uint32)
    bounds = (qualifying_rank, minimum_rank)
    with ThreadPoolExecutor(threads) as pool:
        steps = _Steps(pool, progress)
        steps.run(0.03, _rank_boards(), lambda part: cells.rank_board_cells(part, *bounds, rank_cells))
        steps.run(0.40, _suited_boards(), lambda part: cells.suited_board_cells(part, *bounds, suited_cells))
        steps.run(0.05, _rank_flops(), lambda part: sums.sum_over_rank_boards(part, rank_cells, rank_sums))
        steps.run(
            0.32,
            _suited_flops(),
            lambda part: sums.sum_over_suited_boards(part, rank_cells, suited_cells, suited_sums),
        )
        ties: list[Ints] = []

        def assemble(part: Ints) -> None:
            rows, found = slice(part[0], part[-1] + 1), np.zeros(10, np.int64)
            sums.assemble_states(cards[rows], multiplicity[rows], rank_sums, suited_sums, table[rows], found)
            ties.append(found)

        steps.run(0.20, np.arange(STATE_COUNT), assemble)
    return Counts(qualifying_rank, minimum_rank, table, tuple(np.sum(ties, axis=0).tolist()))


class _Steps:
    """Run kernels over parts of their rows in threads, one step after the other, and say how far the whole is."""

    def __init__(self, pool: ThreadPoolExecutor, progress: Progress | None) -> None:
        self._pool = pool
        self._progress = progress
        self._done = 0.0

    def run(self, share: float, rows: Ints, kernel: Callable[[Ints], None]) -> None:
        parts = np.array_split(rows, _CHUNKS)
        for future in as_completed([self._pool.submit(kernel, part) for part in parts]):
            future.result()
            self._done += share / _CHUNKS
            if self._progress is not None:
                self._progress(min(self._done, 1.0))


def _rank_boards() -> Ints:
    boards = [board for board in combinations_with_replacement(_RANKS, 5) if board[0] != board[4]]
    return np.array(boards, np.int64)


def _suited_boards() -> Ints:
    return _suited_rows(range(3, 6), 5)


def _rank_flops() -> Ints:
    return np.array(list(combinations_with_replacement(_RANKS, 3)), np.int64)


def _suited_flops() -> Ints:
    return _suited_rows(range(1, 4), 3)


def _suited_rows(suited_counts: range, size: int) -> Ints:
    """Return all sets of `size` kinds: mask of the suited ranks, how many they are, and up to two other ranks."""
    rows = [
        (sum(1 << rank for rank in suited), count, *others, *(0,) * (2 - len(others)))
        for count in suited_counts
        for suited in combinations(_RANKS, count)
        for others in combinations_with_replacement(_RANKS, size - count)
    ]
    # Costs differ by the number of suited cards; a fixed shuffle gives every part its share of each.
    return np.random.default_rng(0).permutation(np.array(rows, np.int64))
