"""Play blocks of rounds: deal, decide, rank, settle, add up; compiled, and exact in whole numbers.

A third settlement would be one too many: what a slot or kind brings is looked up in the tables of `rules`, which come
from the payouts of the exact analysis. Rounds picked from every simulation are settled again by the table's own
settlement (`checking`), and so a fault in either shows.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from casino_table.hands.batch import (
    BIASED_KEYS,
    KEYS,
    Scalar,
    flush_rank,
    has_flush,
    kernel,
    rank_of_sum5,
    rank_of_sum7,
)
from casino_table.odds.simulation.dealing import SHARED_CARDS, deal
from casino_table.odds.simulation.rules import (
    BELOW_MINIMUM,
    BONUS_KIND_OF_RANK,
    CATEGORY_OF_RANK,
    KINDS,
    LOST_WITH_FOLD,
    SLOTS,
    UNQUALIFIED,
    WIN,
    Bytes,
    Ints,
    KernelRules,
)
from casino_table.odds.states import flop_index, hole_index

BLOCK_ROUNDS: Final = 65_536
SLICE_ROUNDS: Final = 64
SLICES: Final = BLOCK_ROUNDS // SLICE_ROUNDS
BINS: Final = 2_048
MOST_BOXES: Final = 7

# Results of a round whose squares are added up: open boxes together, blind boxes together, ante and bet of all, all
# bonuses, everything; then an hour; then what a cap on the deal took the place of and put there, open and blind boxes.
SQUARES: Final = 12
OPEN, BLIND, MAIN, BONUS, ALL, HOUR, OLD_OPEN, OLD_BLIND, NEW_OPEN, NEW_BLIND, OLD_BONUS, NEW_BONUS = range(SQUARES)

_LOW: Final = np.uint64(0xFFFFFFFF)
_HALF: Final = np.uint64(32)
_ONE: Final = np.uint64(1)
_SEVEN: Final = np.uint64(7)
_THREE: Final = np.uint64(3)
_FIVE: Final = np.uint64(5)


class Sums(NamedTuple):
    """Hold what a block adds up to; every number is whole, so that blocks can be added in any order."""

    slots: Ints
    """How often each box ended in each slot, shape (7, 24)."""
    kinds: Ints
    """The same of the bonuses, shape (7, 24)."""
    squares: npt.NDArray[np.uint64]
    """Sums of squares in 128 bits, shape (12, 2), low word first."""
    bins: Ints
    """Rounds by the house's result."""
    hour_bins: Ints
    """Hours by the house's result."""
    extremes: Ints
    """The house's worst and best round, worst and best hour."""
    hours: Ints
    """Number of whole hours, and the house's result in all of them."""
    cuts: Ints
    """What a cap on the deal cut off: open boxes, blind boxes, bonuses; rounds with a cut main wager, bonus."""
    slices: Ints
    """The player's result of open boxes, blind boxes and bonuses in each 64 rounds of the block, shape (1024, 3)."""


class Played(NamedTuple):
    """Hold single rounds; arrays without rows where they are not wanted."""

    cards: Bytes
    """Dealer, flop, turn, river, then two a box; shape (rounds, 7 + 2 x boxes)."""
    folded: npt.NDArray[np.bool_]
    main: Ints
    """The player's result of ante and bet, shape (rounds, boxes)."""
    bonus: Ints


def new_sums() -> Sums:
    """Return sums of nothing."""
    largest = np.iinfo(np.int64).max
    return Sums(
        np.zeros((MOST_BOXES, SLOTS), np.int64),
        np.zeros((MOST_BOXES, KINDS), np.int64),
        np.zeros((SQUARES, 2), np.uint64),
        np.zeros(BINS, np.int64),
        np.zeros(BINS, np.int64),
        np.array([largest, -largest, largest, -largest], np.int64),
        np.zeros(2, np.int64),
        np.zeros(5, np.int64),
        np.zeros((SLICES, 3), np.int64),
    )


def room_for(rounds: int, boxes: int) -> Played:
    """Return room for single rounds."""
    return Played(
        np.zeros((rounds, SHARED_CARDS + 2 * boxes), np.uint8),
        np.zeros((rounds, boxes), np.bool_),
        np.zeros((rounds, boxes), np.int64),
        np.zeros((rounds, boxes), np.int64),
    )


@kernel
def _rank7(cards: Bytes, first: Scalar, key: Scalar, hand: Bytes) -> Scalar:
    """Return the rank of the board with the two cards from `first` on, whose biased sum of keys is `key`."""
    if not has_flush(key):
        return np.uint64(rank_of_sum7(key))
    for place in range(_FIVE):
        hand[place] = cards[place + np.uint64(2)]
    hand[5], hand[6] = cards[first], cards[first + _ONE]
    return np.uint64(flush_rank(hand, key, np.uint64(0), _SEVEN))


@kernel
def _rank5(cards: Bytes, first: Scalar, key: Scalar, hand: Bytes) -> Scalar:
    """Return the rank of the flop with the two cards from `first` on."""
    if not has_flush(key):
        return np.uint64(rank_of_sum5(key))
    for place in range(_THREE):
        hand[place] = cards[place + np.uint64(2)]
    hand[3], hand[4] = cards[first], cards[first + _ONE]
    return np.uint64(flush_rank(hand, key, np.uint64(0), _FIVE))


@kernel
def add_square(squares: npt.NDArray[np.uint64], row: Scalar, value: Scalar) -> None:
    """Add the square of a result to a sum of 128 bits."""
    size = np.uint64(abs(value))
    low, high = size * size, np.uint64(0)
    if size > _LOW:
        # The square of two halves: the middle part belongs half to the low word and half to the high one.
        least, most = size & _LOW, size >> _HALF
        middle = least * most
        high = most * most + (middle >> (_HALF - _ONE))
        part = middle << (_HALF + _ONE)
        low = least * least + part
        high += np.uint64(low < part)
    before = squares[row, 0]
    squares[row, 0] = before + low
    squares[row, 1] += high + np.uint64(squares[row, 0] < before)


@kernel
def _share_of_cap(amount: Scalar, cap: Scalar, total: Scalar) -> Scalar:
    """Return amount * cap // total, where the product may pass 64 bits: a long division in base two."""
    quotient, rest = np.uint64(0), np.uint64(0)
    for bit in range(63, -1, -1):
        quotient <<= _ONE
        rest <<= _ONE
        if (np.uint64(cap) >> np.uint64(bit)) & _ONE:
            rest += np.uint64(amount)
        for _ in range(2):  # the rest was below total, and amount is no more than it
            if rest >= np.uint64(total):
                rest -= np.uint64(total)
                quotient += _ONE
    return np.int64(quotient)


@kernel
def share_cap(won: Ints, cap: Scalar, paid: Ints) -> bool:
    """Write what a cap on all boxes together leaves of their winnings; return whether it cut anything."""
    # Loops over places, here and below: assigning whole arrays takes seconds to compile.
    total = np.int64(0)
    for box in range(len(won)):
        total += won[box]
        paid[box] = won[box]
    if total <= cap:
        return False
    left = cap
    for box in range(len(won)):
        paid[box] = _share_of_cap(won[box], cap, total)
        left -= paid[box]
    for box in range(len(won)):
        if left > 0 and paid[box] < won[box]:
            paid[box] += 1
            left -= 1
    return True


@kernel
def _cut_to_deal_cap(rules: KernelRules, main: Ints, bonus: Ints, slots: Ints, kinds: Ints, sums: Sums) -> None:
    """Cut the results of a round to the cap on the deal, and add up what it takes the place of and puts there."""
    won, paid = np.zeros(rules.boxes, np.int64), np.zeros(rules.boxes, np.int64)
    for box in range(rules.boxes):
        won[box] = rules.main_won[slots[box]]
    if share_cap(won, rules.deal_cap, paid):
        sums.cuts[3] += 1
        for box in range(rules.boxes):
            is_blind = np.int64(box >= rules.open_boxes)
            add_square(sums.squares, OLD_OPEN + is_blind, main[box])
            main[box] -= won[box] - paid[box]
            sums.cuts[is_blind] += won[box] - paid[box]
            add_square(sums.squares, NEW_OPEN + is_blind, main[box])
    if not rules.has_bonus:
        return
    for box in range(rules.boxes):
        won[box] = rules.bonus_won[kinds[box]]
    if share_cap(won, rules.deal_cap, paid):
        sums.cuts[4] += 1
        for box in range(rules.boxes):
            add_square(sums.squares, OLD_BONUS, bonus[box])
            bonus[box] -= won[box] - paid[box]
            sums.cuts[2] += won[box] - paid[box]
            add_square(sums.squares, NEW_BONUS, bonus[box])


@kernel
def _play_boxes(
    rules: KernelRules, cards: Bytes, hand: Bytes, main: Ints, bonus: Ints, slots: Ints, kinds: Ints, sums: Sums
) -> None:
    """Decide and settle every box of a round, before a cap on the deal."""
    flop_key = BIASED_KEYS[cards[2]] + KEYS[cards[3]] + KEYS[cards[4]]
    board_key = flop_key + KEYS[cards[5]] + KEYS[cards[6]]
    dealer = _rank7(cards, np.uint64(0), board_key + KEYS[cards[0]] + KEYS[cards[1]], hand)
    qualifies = dealer >= np.uint64(rules.qualifying)
    flop = np.uint64(flop_index(np.int64(cards[2]), np.int64(cards[3]), np.int64(cards[4])))
    flop_class, renaming = np.uint64(rules.flop_class[flop]), np.uint64(rules.flop_renaming[flop])
    for box in range(np.uint64(rules.boxes)):
        first = np.uint64(SHARED_CARDS) + (box << _ONE)
        one, other = np.uint64(cards[first]), np.uint64(cards[first + _ONE])
        hole_key = KEYS[one] + KEYS[other]
        player = _rank7(cards, first, board_key + hole_key, hand)
        category = np.uint64(CATEGORY_OF_RANK[player])
        if qualifies:
            slot = _ONE + np.uint64(player == dealer) + np.uint64(player > dealer) * (category + np.uint64(WIN - 1))
        elif player >= np.uint64(rules.minimum):
            slot = category + np.uint64(UNQUALIFIED)
        else:
            slot = np.uint64(BELOW_MINIMUM)
        plays = _ONE
        if box < np.uint64(rules.open_boxes):
            one = (one & ~_THREE) | ((renaming >> ((one & _THREE) << _ONE)) & _THREE)
            other = (other & ~_THREE) | ((renaming >> ((other & _THREE) << _ONE)) & _THREE)
            hole = np.uint64(hole_index(np.int64(one), np.int64(other)))
            plays = (np.uint64(rules.bets[flop_class, hole >> _THREE]) >> (hole & _SEVEN)) & _ONE
        slot *= plays
        slots[box] = slot
        main[box] = rules.main_net[slot]
        sums.slots[box, slot] += 1
        if rules.has_bonus:
            kind = np.uint64(BONUS_KIND_OF_RANK[_rank5(cards, first, flop_key + hole_key, hand)])
            if rules.is_bonus_lost and not plays:
                kind = np.uint64(LOST_WITH_FOLD)
            kinds[box] = kind
            bonus[box] = rules.bonus_net[kind]
            sums.kinds[box, kind] += 1


@kernel
def _place(value: Scalar, start: Scalar, width: Scalar) -> Scalar:
    # Exact below 2**52, and much faster than dividing whole numbers; values below the start truncate to 0.
    place = np.int64(np.float64(value - start) / np.float64(width))
    return min(max(place, 0), BINS - 1)


@kernel
def play_rounds(rules: KernelRules, first_round: Scalar, rounds: Scalar, sums: Sums, played: Played) -> None:
    """Play rounds by their numbers, at most a block of them, and add them up; write them down where there is room."""
    deck, hand = np.zeros(56, np.uint8), np.zeros(7, np.uint8)
    cards = np.zeros(SHARED_CARDS + 2 * rules.boxes, np.uint8)
    main, bonus = np.zeros(rules.boxes, np.int64), np.zeros(rules.boxes, np.int64)
    slots, kinds = np.zeros(rules.boxes, np.int64), np.zeros(rules.boxes, np.int64)
    hour, hour_rounds = np.int64(0), np.int64(0)
    for number in range(np.uint64(rounds)):
        deal(rules.start, np.uint64(first_round) + number, rules.rejections, deck, cards)
        _play_boxes(rules, cards, hand, main, bonus, slots, kinds, sums)
        if rules.deal_cap >= 0:
            _cut_to_deal_cap(rules, main, bonus, slots, kinds, sums)
        opened, blind, bonuses = np.int64(0), np.int64(0), np.int64(0)
        for box in range(np.uint64(rules.open_boxes)):
            opened += main[box]
        for box in range(np.uint64(rules.open_boxes), np.uint64(rules.boxes)):
            blind += main[box]
        if rules.has_bonus:
            for box in range(np.uint64(rules.boxes)):
                bonuses += bonus[box]
        house = -(opened + blind + bonuses)
        add_square(sums.squares, OPEN, opened)
        add_square(sums.squares, BLIND, blind)
        add_square(sums.squares, MAIN, opened + blind)
        add_square(sums.squares, BONUS, bonuses)
        add_square(sums.squares, ALL, house)
        sums.bins[_place(house, rules.bin_start, rules.bin_width)] += 1
        sums.extremes[0] = min(sums.extremes[0], house)
        sums.extremes[1] = max(sums.extremes[1], house)
        place = number // np.uint64(SLICE_ROUNDS)
        sums.slices[place, 0] += opened
        sums.slices[place, 1] += blind
        sums.slices[place, 2] += bonuses
        hour += house
        hour_rounds += 1
        if hour_rounds == rules.hour_rounds:
            _end_hour(rules, hour, sums)
            hour, hour_rounds = np.int64(0), np.int64(0)
        if number < np.uint64(len(played.cards)):
            _write_down(number, cards, main, bonus, slots, played)


@kernel
def _write_down(number: Scalar, cards: Bytes, main: Ints, bonus: Ints, slots: Ints, played: Played) -> None:
    for index in range(np.uint64(len(cards))):
        played.cards[number, index] = cards[index]
    for box in range(np.uint64(len(main))):
        played.main[number, box] = main[box]
        played.bonus[number, box] = bonus[box]
        played.folded[number, box] = slots[box] == 0


@kernel
def _end_hour(rules: KernelRules, hour: Scalar, sums: Sums) -> None:
    add_square(sums.squares, HOUR, hour)
    sums.hours[0] += 1
    sums.hours[1] += hour
    sums.hour_bins[_place(hour, rules.hour_bin_start, rules.hour_bin_width)] += 1
    sums.extremes[2] = min(sums.extremes[2], hour)
    sums.extremes[3] = max(sums.extremes[3], hour)
