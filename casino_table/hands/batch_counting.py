"""Count all 133,784,560 seven-card hands by rank, each of them ranked: proof of the tables, and a measure of speed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import DECK_SIZE
from casino_table.hands.batch import BIASED_KEYS, KEYS, Cards, flush_rank, has_flush, kernel, rank_of_sum7
from casino_table.hands.tables import RANK_LIMIT

_SEVEN: Final = np.uint64(7)


@kernel
def _count_from(first: int, counts: npt.NDArray[np.uint32]) -> None:
    """Count, by rank, all seven-card hands whose two lowest cards are pair number `first` of the deck."""
    low = 0
    while first >= DECK_SIZE - 1 - low:
        first -= DECK_SIZE - 1 - low
        low += 1
    cards = np.zeros(7, np.uint8)
    cards[0] = low
    cards[1] = low + 1 + first
    two = BIASED_KEYS[cards[0]] + KEYS[cards[1]]
    for third in range(cards[1] + 1, DECK_SIZE - 4):
        cards[2] = third
        three = two + KEYS[third]
        for fourth in range(third + 1, DECK_SIZE - 3):
            cards[3] = fourth
            four = three + KEYS[fourth]
            for fifth in range(fourth + 1, DECK_SIZE - 2):
                cards[4] = fifth
                five = four + KEYS[fifth]
                # A counter of 3 + 3 and two cards to come: the flush is possible. Adding 2 makes that the flag's bit.
                if has_flush(five + np.uint64(0x2222)):
                    _count_with_flushes(cards, five, counts)
                else:
                    _count_without_flushes(fifth, five, counts)


@kernel
def _count_without_flushes(fifth: int, five: np.uint64, counts: npt.NDArray[np.uint32]) -> None:
    for sixth in range(np.uint64(fifth + 1), np.uint64(DECK_SIZE - 1)):
        six = five + KEYS[sixth]
        own_rank = sixth & ~np.uint64(3)
        alike = np.uint64(3) - (sixth & np.uint64(3))
        if alike:
            counts[rank_of_sum7(six + KEYS[own_rank])] += np.uint32(alike)
        for seventh in range(own_rank + np.uint64(4), np.uint64(DECK_SIZE), np.uint64(4)):
            counts[rank_of_sum7(six + KEYS[seventh])] += np.uint32(4)


@kernel
def _count_with_flushes(cards: Cards, five: np.uint64, counts: npt.NDArray[np.uint32]) -> None:
    for sixth in range(np.uint64(cards[4]) + np.uint64(1), np.uint64(DECK_SIZE - 1)):
        six = five + KEYS[sixth]
        cards[5] = sixth
        for seventh in range(sixth + np.uint64(1), np.uint64(DECK_SIZE)):
            key = six + KEYS[seventh]
            if has_flush(key):
                cards[6] = seventh
                counts[flush_rank(cards, key, np.uint64(0), _SEVEN)] += np.uint32(1)
            else:
                counts[rank_of_sum7(key)] += np.uint32(1)


def count_seven_card_hands(*, threads: int = 1) -> npt.NDArray[np.int64]:
    """Return how many of all 133,784,560 seven-card hands have each rank, shape (7463,), by ranking them."""
    pairs = DECK_SIZE * (DECK_SIZE - 1) // 2
    counts = np.zeros((threads, RANK_LIMIT + 1), np.uint32)

    def count(thread: int) -> None:
        for pair in range(thread, pairs, threads):
            _count_from(pair, counts[thread])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(count, range(threads)))
    total: npt.NDArray[np.int64] = counts.sum(axis=0, dtype=np.int64)
    return total
