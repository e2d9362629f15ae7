"""Play blocks of rounds: deal, settle, add up; compiled, and exact in whole numbers."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from casino_table.hands.batch import Scalar, kernel
from casino_table.odds.simulation.boxes import Results, cut_to_deal_cap, play_boxes
from casino_table.odds.simulation.dealing import SHARED_CARDS, deal
from casino_table.odds.simulation.rules import Bytes, Ints, KernelRules
from casino_table.odds.simulation.sums import (
    ALL,
    BINS,
    BLIND,
    BONUS,
    HOUR,
    MAIN,
    OPEN,
    SLICE_BITS,
    SLICE_ROUNDS,
    Sums,
    add_square,
)

_SLICE: Final = np.uint64(SLICE_ROUNDS)
_SLICE_SHIFT: Final = np.uint64(SLICE_BITS)


class Played(NamedTuple):
    """Hold single rounds; arrays without rows where they are not wanted."""

    cards: Bytes
    """Dealer, flop, turn, river, then two a box; shape (rounds, 7 + 2 x boxes)."""
    folded: npt.NDArray[np.bool_]
    main: Ints
    """The player's result of ante and bet, shape (rounds, boxes)."""
    bonus: Ints


def room_for(rounds: int, boxes: int) -> Played:
    """Return room for single rounds."""
    return Played(
        np.zeros((rounds, SHARED_CARDS + 2 * boxes), np.uint8),
        np.zeros((rounds, boxes), np.bool_),
        np.zeros((rounds, boxes), np.int64),
        np.zeros((rounds, boxes), np.int64),
    )


@kernel
def play_rounds(rules: KernelRules, first_round: Scalar, rounds: Scalar, sums: Sums, played: Played) -> None:
    """Play rounds by their numbers, at most a block of them, and add them up; write them down where there is room."""
    boxes, size = np.uint64(rules.boxes), np.uint64(SHARED_CARDS + 2 * rules.boxes)
    cards = np.zeros(_SLICE * size, np.uint8)
    results = Results(
        np.zeros((_SLICE, boxes), np.int64),
        np.zeros((_SLICE, boxes), np.int64),
        np.zeros((_SLICE, boxes), np.int64),
        np.zeros((_SLICE, boxes), np.int64),
    )
    hour = np.zeros(2, np.int64)
    for part in range((np.uint64(rounds) + _SLICE - np.uint64(1)) >> _SLICE_SHIFT):
        # A slice at a time, and each step of it for all its rounds: calls that hand over so many arrays cost as much as
        # a round, and cards are taken from a deck faster while nothing else is written.
        start = part << _SLICE_SHIFT
        count = min(_SLICE, np.uint64(rounds) - start)
        deal(rules.start, np.uint64(first_round) + start, count, rules.rejections, cards, size)
        play_boxes(rules, cards, count, results)
        if rules.deal_cap >= 0:
            cut_to_deal_cap(rules, count, results, sums)
        _add_up(rules, part, count, results, hour, sums)
        if start < np.uint64(len(played.cards)):
            _write_down(start, count, cards, results, played)


@kernel
def _add_up(
    rules: KernelRules,
    part: Scalar,
    rounds: Scalar,
    results: Results,
    hour: Ints,
    sums: Sums,
) -> None:
    """Add rounds of a slice up; `hour` holds the rounds of the hour so far and the house's result of them."""
    for number in range(np.uint64(rounds)):
        opened, blind, bonuses = np.int64(0), np.int64(0), np.int64(0)
        for box in range(np.uint64(rules.open_boxes)):
            opened += results.main[number, box]
        for box in range(np.uint64(rules.open_boxes), np.uint64(rules.boxes)):
            blind += results.main[number, box]
        for box in range(np.uint64(rules.boxes)):
            sums.slots[box, np.uint64(results.slots[number, box])] += 1
        if rules.has_bonus:
            for box in range(np.uint64(rules.boxes)):
                bonuses += results.bonus[number, box]
                sums.kinds[box, np.uint64(results.kinds[number, box])] += 1
        house = -(opened + blind + bonuses)
        add_square(sums.squares, OPEN, opened)
        add_square(sums.squares, BLIND, blind)
        add_square(sums.squares, MAIN, opened + blind)
        add_square(sums.squares, BONUS, bonuses)
        add_square(sums.squares, ALL, house)
        sums.bins[_bin(house, rules.bin_start, rules.bin_width)] += 1
        sums.extremes[0] = min(sums.extremes[0], house)
        sums.extremes[1] = max(sums.extremes[1], house)
        sums.slices[part, 0] += opened
        sums.slices[part, 1] += blind
        sums.slices[part, 2] += bonuses
        hour[0] += 1
        hour[1] += house
        if hour[0] == rules.hour_rounds:
            _end_hour(rules, hour[1], sums)
            hour[0] = hour[1] = 0


@kernel
def _bin(value: Scalar, start: Scalar, width: Scalar) -> Scalar:
    # Exact below 2**52, and much faster than dividing whole numbers; values below the start truncate to 0.
    place = np.int64(np.float64(value - start) / np.float64(width))
    return min(max(place, 0), BINS - 1)


@kernel
def _write_down(start: Scalar, rounds: Scalar, cards: Bytes, results: Results, played: Played) -> None:
    size = np.uint64(played.cards.shape[1])
    for number in range(min(np.uint64(rounds), np.uint64(len(played.cards)) - start)):
        for index in range(size):
            played.cards[start + number, index] = cards[number * size + index]
        for box in range(np.uint64(results.main.shape[1])):
            played.main[start + number, box] = results.main[number, box]
            played.bonus[start + number, box] = results.bonus[number, box]
            played.folded[start + number, box] = results.slots[number, box] == 0


@kernel
def _end_hour(rules: KernelRules, hour: Scalar, sums: Sums) -> None:
    add_square(sums.squares, HOUR, hour)
    sums.hours[0] += 1
    sums.hours[1] += hour
    sums.hour_bins[_bin(hour, rules.hour_bin_start, rules.hour_bin_width)] += 1
    sums.extremes[2] = min(sums.extremes[2], hour)
    sums.extremes[3] = max(sums.extremes[3], hour)
