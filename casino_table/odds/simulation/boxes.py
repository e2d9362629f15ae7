"""Decide, rank and settle the boxes of rounds, and cut them to a cap on the deal; compiled.

A third settlement would be one too many: what a slot or kind brings is looked up in the tables of `rules`, which come
from the payouts of the exact analysis. Rounds picked from every simulation are settled again by the table's own
settlement (`rounds.check`), and so a fault in either shows.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

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
from casino_table.odds.simulation.dealing import SHARED_CARDS
from casino_table.odds.simulation.rules import (
    BELOW_MINIMUM,
    BONUS_KIND_OF_RANK,
    CATEGORY_OF_RANK,
    LOST_WITH_FOLD,
    UNQUALIFIED,
    WIN,
    Bytes,
    Ints,
    KernelRules,
)
from casino_table.odds.simulation.sums import (
    NEW_BONUS,
    NEW_OPEN,
    OLD_BONUS,
    OLD_OPEN,
    Sums,
    add_square,
)
from casino_table.odds.states import flop_index, hole_index

_ONE: Final = np.uint64(1)
_SEVEN: Final = np.uint64(7)
_TWO: Final = np.uint64(2)
_THREE: Final = np.uint64(3)
_FOUR: Final = np.uint64(4)
_FIVE: Final = np.uint64(5)
_SIX: Final = np.uint64(6)


class Results(NamedTuple):
    """Hold what rounds bring the player before they are added up, a line a round, a column a box."""

    main: Ints
    """The result of ante and bet."""
    bonus: Ints
    slots: Ints
    kinds: Ints


@kernel
def _rank7(cards: Bytes, at: Scalar, first: Scalar, key: Scalar, hand: Bytes) -> Scalar:
    """Return the rank of the board of the round at `at` with the two cards at `first`; `key` is their biased sum."""
    if not has_flush(key):
        return np.uint64(rank_of_sum7(key))
    for place in range(_FIVE):
        hand[place] = cards[at + _TWO + place]
    hand[5], hand[6] = cards[first], cards[first + _ONE]
    return np.uint64(flush_rank(hand, key, np.uint64(0), _SEVEN))


@kernel
def _rank5(cards: Bytes, at: Scalar, first: Scalar, key: Scalar, hand: Bytes) -> Scalar:
    """Return the rank of the flop of the round at `at` with the two cards at `first`."""
    if not has_flush(key):
        return np.uint64(rank_of_sum5(key))
    for place in range(_THREE):
        hand[place] = cards[at + _TWO + place]
    hand[3], hand[4] = cards[first], cards[first + _ONE]
    return np.uint64(flush_rank(hand, key, np.uint64(0), _FIVE))


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
def cut_to_deal_cap(rules: KernelRules, rounds: Scalar, results: Results, sums: Sums) -> None:
    """Cut the results of rounds to the cap on the deal, and add up what it takes the place of and puts there."""
    won, paid = np.zeros(rules.boxes, np.int64), np.zeros(rules.boxes, np.int64)
    for number in range(np.uint64(rounds)):
        for box in range(np.uint64(rules.boxes)):
            won[box] = rules.main_won[results.slots[number, box]]
        if share_cap(won, rules.deal_cap, paid):
            sums.cuts[3] += 1
            for box in range(rules.boxes):
                is_blind = np.int64(box >= rules.open_boxes)
                add_square(sums.squares, OLD_OPEN + is_blind, results.main[number, box])
                results.main[number, box] -= won[box] - paid[box]
                sums.cuts[is_blind] += won[box] - paid[box]
                add_square(sums.squares, NEW_OPEN + is_blind, results.main[number, box])
        if not rules.has_bonus:
            continue
        for box in range(np.uint64(rules.boxes)):
            won[box] = rules.bonus_won[results.kinds[number, box]]
        if share_cap(won, rules.deal_cap, paid):
            sums.cuts[4] += 1
            for box in range(rules.boxes):
                add_square(sums.squares, OLD_BONUS, results.bonus[number, box])
                results.bonus[number, box] -= won[box] - paid[box]
                sums.cuts[2] += won[box] - paid[box]
                add_square(sums.squares, NEW_BONUS, results.bonus[number, box])


@kernel
def play_boxes(rules: KernelRules, cards: Bytes, rounds: Scalar, results: Results) -> None:
    """Decide and settle every box of so many rounds, before a cap on the deal."""
    hand = np.zeros(7, np.uint8)
    for number in range(np.uint64(rounds)):
        at = number * np.uint64(SHARED_CARDS + 2 * rules.boxes)
        low, middle, high = cards[at + _TWO], cards[at + _THREE], cards[at + _FOUR]
        flop_key = BIASED_KEYS[low] + KEYS[middle] + KEYS[high]
        board_key = flop_key + KEYS[cards[at + _FIVE]] + KEYS[cards[at + _SIX]]
        dealer = _rank7(cards, at, at, board_key + KEYS[cards[at]] + KEYS[cards[at + _ONE]], hand)
        qualifies = dealer >= np.uint64(rules.qualifying)
        flop = np.uint64(flop_index(np.int64(low), np.int64(middle), np.int64(high)))
        flop_class, renaming = np.uint64(rules.flop_class[flop]), np.uint64(rules.flop_renaming[flop])
        for box in range(np.uint64(rules.boxes)):
            first = at + np.uint64(SHARED_CARDS) + (box << _ONE)
            one, other = np.uint64(cards[first]), np.uint64(cards[first + _ONE])
            hole_key = KEYS[one] + KEYS[other]
            player = _rank7(cards, at, first, board_key + hole_key, hand)
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
            results.slots[number, box] = slot
            results.main[number, box] = rules.main_net[slot]
            if rules.has_bonus:
                kind = np.uint64(BONUS_KIND_OF_RANK[_rank5(cards, at, first, flop_key + hole_key, hand)])
                if rules.is_bonus_lost and not plays:
                    kind = np.uint64(LOST_WITH_FOLD)
                results.kinds[number, box] = kind
                results.bonus[number, box] = rules.bonus_net[kind]
