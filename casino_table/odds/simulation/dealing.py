"""Deal rounds from a seed: the cards of a round depend on the seed and the number of the round alone.

Whoever plays which rounds, on how many processes or machines, deals the same cards. Random words are those of
SplitMix64 (Steele, Lea, Flood 2014), whose state is a counter, so that each round has its own eight words of the one
sequence. A word gives up to seven cards, exactly evenly, by multiplication with a rare rejection (Brackett-Rozinsky and
Lemire 2024); a card is taken out of the deck by putting the last one in its place.
"""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import DECK_SIZE
from casino_table.hands.batch import Scalar, kernel

SHARED_CARDS: Final = 7
"""Two cards of the dealer, three of the flop, turn, river: the first that are dealt here, whatever boxes there are."""

_CARDS_OF_A_WORD: Final = 7
_FRACTION_BITS: Final = 58  # a fraction times at most 52 fits a word
_MASK: Final = np.uint64((1 << _FRACTION_BITS) - 1)
_SHIFT: Final = np.uint64(_FRACTION_BITS)
_UNUSED_BITS: Final = np.uint64(64 - _FRACTION_BITS)
_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_WORD_SHIFT: Final = np.uint64(3)
_MULTIPLIERS: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))
_ONE: Final = np.uint64(1)
_LAST: Final = np.uint64(DECK_SIZE - 1)
_SEVEN: Final = np.uint64(_CARDS_OF_A_WORD)

_DECK: Final = np.arange(DECK_SIZE, dtype=np.uint8)

Cards = npt.NDArray[np.uint8]


@kernel
def mix(word: Scalar) -> Scalar:
    """Return the word that SplitMix64 makes of its counter."""
    word = (word ^ (word >> _SHIFTS[0])) * _MULTIPLIERS[0]
    word = (word ^ (word >> _SHIFTS[1])) * _MULTIPLIERS[1]
    return word ^ (word >> _SHIFTS[2])


def start_of(seed: int) -> np.uint64:
    """Return the counter that the rounds of a seed (0 to 2**64 - 1) begin at; different for every seed."""
    return np.uint64(mix(np.uint64(seed)))


def rejections(cards: int) -> npt.NDArray[np.uint64]:
    """Return for each word the fractions left over below which it is drawn anew, so that all cards are as likely.

    n possibilities share 2**58 fractions evenly once 2**58 mod n of them are put aside.
    """
    starts = range(0, cards, _CARDS_OF_A_WORD)
    ways = [
        prod(range(DECK_SIZE - min(start + _CARDS_OF_A_WORD, cards) + 1, DECK_SIZE - start + 1)) for start in starts
    ]
    return np.array([(1 << _FRACTION_BITS) % count for count in ways], np.uint64)


@kernel
def deal(
    counter: Scalar, first: Scalar, rounds: Scalar, limits: npt.NDArray[np.uint64], out: Cards, size: Scalar
) -> None:
    """Write the cards of rounds one after another: dealer, flop, turn, river, then two a box; `size` cards each.

    `counter` is that of the seed, `first` the number of the first round, `limits` what `rejections` gives for that many
    cards.
    """
    deck = np.zeros(DECK_SIZE, np.uint8)
    for number in range(np.uint64(rounds)):
        for place in range(np.uint64(DECK_SIZE)):
            deck[place] = _DECK[place]
        at, word_counter = number * size, counter + ((first + number) << _WORD_SHIFT) * _GAMMA
        dealt, word_number = np.uint64(0), np.uint64(0)
        while dealt < size:
            end = min(dealt + _SEVEN, size)
            word_counter += _GAMMA
            word = mix(word_counter)
            while True:
                fraction = word >> _UNUSED_BITS
                for place in range(dealt, end):
                    fraction *= np.uint64(DECK_SIZE) - place
                    out[at + place] = fraction >> _SHIFT
                    fraction &= _MASK
                if fraction >= limits[word_number]:
                    break
                word = mix(word + _GAMMA)
            for place in range(dealt, end):
                pick = np.uint64(out[at + place])
                out[at + place] = deck[pick]
                deck[pick] = deck[_LAST - place]
            dealt = end
            word_number += _ONE
