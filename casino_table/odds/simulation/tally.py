"""What played blocks add up to: whole numbers of any size, the same in whatever order the blocks come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from casino_table.game.limits import MOST_BOXES
from casino_table.odds.simulation.playing import play_rounds, room_for
from casino_table.odds.simulation.rules import KINDS, SLOTS, Ints, KernelRules
from casino_table.odds.simulation.sums import BINS, BLOCK_ROUNDS, SLICE_ROUNDS, SQUARES, Sums, new_sums

FINE_BLOCKS: Final = 128
"""So many blocks from the first on are kept in slices of 64 rounds, for pictures; later ones as a whole."""

_WORD: Final = 64
_BLOCKS_OF_A_TASK: Final = 8
_LEAST_TASKS_OF_A_WORKER: Final = 3


@dataclass(slots=True)
class Tally:
    """Hold the sums of blocks; `sums.Sums` says what each is."""

    rounds: int = 0
    slots: Ints = field(default_factory=lambda: np.zeros((MOST_BOXES, SLOTS), np.int64))
    kinds: Ints = field(default_factory=lambda: np.zeros((MOST_BOXES, KINDS), np.int64))
    squares: list[int] = field(default_factory=lambda: [0] * SQUARES)
    bins: Ints = field(default_factory=lambda: np.zeros(BINS, np.int64))
    hour_bins: Ints = field(default_factory=lambda: np.zeros(BINS, np.int64))
    hours: int = 0
    hours_result: int = 0
    cuts: list[int] = field(default_factory=lambda: [0] * 5)
    extremes: list[int] = field(default_factory=list)
    """The house's worst and best round, worst and best hour; empty before the first block."""
    blocks: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)
    """By block: rounds, and the player's result of open boxes, blind boxes and bonuses."""
    slices: dict[int, Ints] = field(default_factory=dict)
    """By block: the same in slices of 64 rounds, shape (slices, 3)."""

    def add(self, other: Tally) -> None:
        """Add other blocks."""
        self.rounds += other.rounds
        self.slots += other.slots
        self.kinds += other.kinds
        self.bins += other.bins
        self.hour_bins += other.hour_bins
        self.squares = [one + more for one, more in zip(self.squares, other.squares, strict=True)]
        self.hours += other.hours
        self.hours_result += other.hours_result
        self.cuts = [one + more for one, more in zip(self.cuts, other.cuts, strict=True)]
        if self.extremes and other.extremes:
            choices = (min, max, min, max)
            pairs = zip(choices, self.extremes, other.extremes, strict=True)
            self.extremes = [choose(one, more) for choose, one, more in pairs]
        else:
            self.extremes = self.extremes or list(other.extremes)
        self.blocks |= other.blocks
        self.slices |= other.slices


def _tally_of(block: int, rounds: int, sums: Sums) -> Tally:
    slices = -(-rounds // SLICE_ROUNDS)
    opened, blind, bonuses = sums.slices.sum(axis=0).tolist()
    return Tally(
        rounds=rounds,
        slots=sums.slots,
        kinds=sums.kinds,
        squares=[low + (high << _WORD) for low, high in sums.squares.tolist()],
        bins=sums.bins,
        hour_bins=sums.hour_bins,
        hours=int(sums.hours[0]),
        hours_result=int(sums.hours[1]),
        cuts=sums.cuts.tolist(),
        extremes=sums.extremes.tolist(),
        blocks={block: (rounds, opened, blind, bonuses)},
        slices={block: sums.slices[:slices]} if block < FINE_BLOCKS else {},
    )


def play_blocks(rules: KernelRules, rounds: int, blocks: Iterable[int]) -> Tally:
    """Play blocks by their numbers and return what they add up to.

    `rounds` are those of the whole simulation: block b plays rounds 65,536 b to 65,536 (b + 1) - 1, the last block what
    is left. This is the piece of work that goes to processes and clusters.
    """
    tally = Tally()
    for block in blocks:
        first = block * BLOCK_ROUNDS
        count = min(BLOCK_ROUNDS, rounds - first)
        sums = new_sums()
        play_rounds(rules, np.int64(first), np.int64(count), sums, room_for(0, int(rules.boxes)))
        tally.add(_tally_of(block, count, sums))
    return tally


def task_blocks(rounds: int, workers: int) -> list[range]:
    """Return the blocks of a simulation in tasks: some for each worker, but none so long that one waits for it."""
    blocks = -(-rounds // BLOCK_ROUNDS)
    size = max(1, min(_BLOCKS_OF_A_TASK, blocks // (_LEAST_TASKS_OF_A_WORKER * workers)))
    return [range(start, min(start + size, blocks)) for start in range(0, blocks, size)]
