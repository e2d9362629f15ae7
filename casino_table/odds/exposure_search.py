"""Compiled search for the deal that costs the house most; `exposure` says what is searched and why it is a proof."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.game.limits import MOST_BOXES
from casino_table.hands.batch import PAIR_COUNT, Scalar, kernel, rank_pairs_unchecked, ranks5_unchecked
from casino_table.hands.tables import CATEGORY_FLOORS

_LEFT: Final = 47
_LOWEST: Final = np.int64(-(1 << 62))
_FLOORS: Final = np.array(CATEGORY_FLOORS, np.int64)

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

# Places in the array `values`: what ante and bet come to by category without a qualified dealer and with a win, then:
UNQUALIFIED: Final = 0
WIN: Final = 10
LOSE: Final = 20
FOLD: Final = 21
QUALIFYING_RANK: Final = 22
MINIMUM_RANK: Final = 23
BONUS_LOST_WITH_FOLD: Final = 24
VALUES: Final = 25


@kernel
def _category(rank: Scalar) -> Scalar:
    category = 0
    while category < 9 and rank >= _FLOORS[category + 1]:  # noqa: PLR2004 - the last category
        category += 1
    return category


@kernel
def _box_value(main: Scalar, bonus: Scalar, values: Ints, bonus_stake: Scalar) -> Scalar:
    """Return what a box wins in all, if its owner may also fold."""
    fold = values[FOLD] + (-bonus_stake if values[BONUS_LOST_WITH_FOLD] else bonus)
    return max(main + bonus, fold)


@kernel
def _bonus_of_pairs(flop: Bytes, bonus_by_rank: Ints, hand: Bytes, rank: npt.NDArray[np.uint16], bonuses: Ints) -> None:
    """Write what the bonus comes to with each pair of hole cards, at [lower card, higher card]."""
    for place in range(3):
        hand[2 + place] = flop[place]
    for high in range(1, 52):
        hand[1] = high
        for low in range(high):
            hand[0] = low
            if low not in flop and high not in flop:
                ranks5_unchecked(hand, rank)
                bonuses[low, high] = bonus_by_rank[rank[0]]


@kernel
def _best_main_by_rank(values: Ints, can_miss: Scalar, main: Ints) -> None:
    """Write the best that ante and bet can come to with each rank, over all dealer hands."""
    for rank in range(1, len(main)):
        category = _category(rank)
        qualifies = rank >= values[QUALIFYING_RANK]
        main[rank] = values[WIN + category] if qualifies else values[LOSE]
        if can_miss:
            main[rank] = max(main[rank], values[UNQUALIFIED + category] if rank >= values[MINIMUM_RANK] else 0)


@kernel
def bound_states(cards: Bytes, values: Ints, bonus_stake: Scalar, bonus_by_rank: Ints, bounds: Ints) -> None:
    """Write for each board and flop (turn and river, then flop) what 1 to 7 boxes can cost at most.

    Every pair is given the best that any dealer hand allows it. Each box takes two cards, and a pair is worth no more
    than the mean of what its two cards are worth at best, so n boxes are worth at most half the 2 n best cards.
    """
    rest, by_ranks, ranks = np.zeros(_LEFT, np.uint8), np.zeros(169, np.uint16), np.zeros(PAIR_COUNT, np.uint16)
    bonuses, hand, one = np.zeros((52, 52), np.int64), np.zeros(5, np.uint8), np.zeros(1, np.uint16)
    best, last_flop = np.zeros(_LEFT, np.int64), np.zeros(3, np.uint8)
    mains = np.zeros((2, 7463), np.int64)
    _best_main_by_rank(values, False, mains[0])  # noqa: FBT003 - compiled functions take no keywords
    _best_main_by_rank(values, True, mains[1])  # noqa: FBT003
    stays = values[BONUS_LOST_WITH_FOLD] == 0
    for state in range(len(cards)):
        flop = cards[state, 2:]
        if bonus_stake and (state == 0 or (flop != last_flop).any()):
            _bonus_of_pairs(flop, bonus_by_rank, hand, one, bonuses)
            for place in range(3):
                last_flop[place] = flop[place]
        rank_pairs_unchecked(cards[state], rest, by_ranks, ranks)
        main = mains[1 if np.int64(ranks.min()) < values[QUALIFYING_RANK] else 0]
        best[:] = _LOWEST
        pair = np.uint64(0)
        for first in range(np.uint64(_LEFT - 1)):
            row = bonuses[rest[first]]
            of_first = best[first]
            for second in range(first + np.uint64(1), np.uint64(_LEFT)):
                bonus = row[rest[second]]
                fold = values[FOLD] + (bonus if stays else -bonus_stake)
                value = max(main[ranks[pair]] + bonus, fold)
                pair += np.uint64(1)
                of_first = max(of_first, value)
                best[second] = max(best[second], value)
            best[first] = of_first
        _add_up_best(best, bounds[state])


@kernel
def _add_up_best(best: Ints, bounds: Ints) -> None:
    """Turn the best values of cards into bounds for 1 to 7 boxes; `best` is used up."""
    total = np.int64(0)
    for boxes in range(1, MOST_BOXES + 1):
        for _ in range(2):
            place = np.argmax(best)
            total += best[place]
            best[place] = _LOWEST
        bounds[boxes - 1] = total // 2


@kernel
def search_state(
    cards: Bytes, boxes: Scalar, values: Ints, bonus_stake: Scalar, bonus_by_rank: Ints, best: Scalar, found: Bytes
) -> Scalar:
    """Return the most that `boxes` boxes cost on a board and flop if it is more than `best`, else `best`.

    `found` receives the dealer's cards and then those of the boxes. Dealer hands are tried by strength: those that do
    not qualify as one, then each rank from the weakest that does; against a stronger dealer no box is worth more.
    """
    rest, ranks = np.zeros(_LEFT, np.uint8), np.zeros(PAIR_COUNT, np.uint16)
    bonuses, hand, one = np.zeros((52, 52), np.int64), np.zeros(5, np.uint8), np.zeros(1, np.uint16)
    rank_pairs_unchecked(cards, rest, np.zeros(169, np.uint16), ranks)
    if bonus_stake:
        _bonus_of_pairs(cards[2:], bonus_by_rank, hand, one, bonuses)
    masks, low_high = np.zeros(PAIR_COUNT, np.uint64), np.zeros((PAIR_COUNT, 2), np.uint8)
    pair = 0
    for first in range(_LEFT - 1):
        for second in range(first + 1, _LEFT):
            low_high[pair, 0], low_high[pair, 1] = rest[first], rest[second]
            masks[pair] = np.uint64(1) << np.uint64(rest[first]) | np.uint64(1) << np.uint64(rest[second])
            pair += 1
    worth = np.zeros(PAIR_COUNT, np.int64)
    qualifying = values[QUALIFYING_RANK]
    for dealer in _dealer_ranks(ranks, qualifying):
        for pair in range(PAIR_COUNT):
            rank = np.int64(ranks[pair])
            if dealer == 0:
                main = values[UNQUALIFIED + _category(rank)] if rank >= values[MINIMUM_RANK] else np.int64(0)
            elif rank > dealer:
                main = values[WIN + _category(rank)]
            else:
                main = np.int64(0) if rank == dealer else values[LOSE]
            worth[pair] = _box_value(main, bonuses[low_high[pair, 0], low_high[pair, 1]], values, bonus_stake)
        dealers = masks[ranks < qualifying] if dealer == 0 else masks[ranks == dealer]
        best, was_blocked = _choose_pairs(worth, masks, dealers, boxes, best, low_high, found)
        if dealer and not was_blocked:
            # No choice failed for want of a dealer hand, so a stronger dealer, who can only cost less, does not help.
            break
    return best


@kernel
def _dealer_ranks(ranks: npt.NDArray[np.uint16], qualifying: Scalar) -> Ints:
    """Return the ranks a dealer can have from the weakest that qualifies on, 0 in front for those that do not."""
    distinct = np.unique(ranks).astype(np.int64)
    those: Ints = distinct[distinct >= qualifying]
    if len(those) < len(distinct):
        return np.concatenate((np.zeros(1, np.int64), those))
    return those


@kernel
def _choose_pairs(
    worth: Ints,
    masks: npt.NDArray[np.uint64],
    dealers: npt.NDArray[np.uint64],
    boxes: Scalar,
    best: Scalar,
    low_high: Bytes,
    found: Bytes,
) -> tuple[Scalar, bool]:
    """Return the most that disjoint pairs are worth together, if more than `best`; branch and bound, depth first.

    The second value says whether some choice left no dealer hand. Pairs are taken from the best down. A branch ends
    when even the next best free pairs, were they disjoint, or half the best free cards, would not pass `best`.
    """
    order = np.argsort(-worth)
    values, free = worth[order], masks[order]
    by_card = _cards_by_worth(values, order, low_high)
    places: Ints = np.zeros(boxes + 1, np.int64)
    used = np.zeros(boxes + 1, np.uint64)
    sums = np.zeros(boxes + 1, np.int64)
    result, was_blocked = np.int64(best), False
    depth = 0
    while depth >= 0:
        place = places[depth]
        while place < len(free) and free[place] & used[depth]:
            place += 1
        missing = boxes - depth
        bound = _bound(place, values, free, used[depth], missing, by_card)
        if place >= len(free) or sums[depth] + bound <= result:
            depth -= 1
            continue
        places[depth] = place + 1
        taken = used[depth] | free[place]
        dealer = _free_dealer(dealers, taken)
        if dealer == np.uint64(0):
            was_blocked = True
            continue
        if missing == 1:
            result = sums[depth] + values[place]
            _write_deal(dealer, places, order, low_high, boxes, found)
            depth -= 1
            continue
        depth += 1
        places[depth], used[depth], sums[depth] = place + 1, taken, sums[depth - 1] + values[place]
    return result, was_blocked


@kernel
def _cards_by_worth(values: Ints, order: Ints, low_high: Bytes) -> Ints:
    """Return cards from the best down with the value of the best pair each is in, shape (47, 2)."""
    cards, count = np.zeros((_LEFT, 2), np.int64), 0
    seen = np.uint64(0)
    for place in range(len(values)):
        for card in low_high[order[place]]:
            bit = np.uint64(1) << np.uint64(card)
            if not seen & bit:
                seen |= bit
                cards[count, 0], cards[count, 1] = card, values[place]
                count += 1
        if count == _LEFT:
            break
    return cards


@kernel
def _bound(
    place: Scalar, values: Ints, masks: npt.NDArray[np.uint64], used: Scalar, missing: Scalar, by_card: Ints
) -> Scalar:
    by_pairs: Scalar = np.int64(0)
    left = missing
    while left and place < len(values):
        if not masks[place] & used:
            by_pairs += values[place]
            left -= 1
        place += 1
    if left:
        return _LOWEST
    by_cards: Scalar = np.int64(0)
    left = 2 * missing
    for number in range(len(by_card)):
        if left and not (used >> np.uint64(by_card[number, 0])) & np.uint64(1):
            by_cards += by_card[number, 1]
            left -= 1
    return min(by_pairs, by_cards // 2)


@kernel
def _free_dealer(dealers: npt.NDArray[np.uint64], taken: Scalar) -> Scalar:
    for dealer in dealers:
        if not dealer & taken:
            return dealer
    return np.uint64(0)


@kernel
def _write_deal(dealer: Scalar, places: Ints, order: Ints, low_high: Bytes, boxes: Scalar, found: Bytes) -> None:
    count = 0
    for card in range(52):
        if (dealer >> np.uint64(card)) & np.uint64(1):
            found[count] = card
            count += 1
    for box in range(boxes):
        found[2 + 2 * box], found[3 + 2 * box] = (
            low_high[order[places[box] - 1], 0],
            low_high[order[places[box] - 1], 1],
        )
