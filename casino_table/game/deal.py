"""The cards of a round and the order in which they are read off the shuffled deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Final

import msgspec

FIVE_CARD_HANDS: Final = comb(52, 5)
"""All hands of a box with the flop: 2,598,960."""
DEALS: Final = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
"""All deals of one box, 27,813,810,024,000: its cards, the flop, turn and river, and the dealer's cards."""


class Deal(msgspec.Struct, frozen=True, gc=False):
    """Hold the cards that are known of a round, as card numbers; None for what was never dealt or is not known.

    A struct rather than a dataclass: settling files makes millions of these, and a frozen dataclass costs ten times
    as much to make.
    """

    boxes: Mapping[int, tuple[int, int]]
    flop: tuple[int, int, int] | None = None
    turn: int | None = None
    river: int | None = None
    dealer: tuple[int, int] | None = None


def deal_cards(deck: Sequence[int], boxes: Iterable[int]) -> Deal:
    """Return the cards of the boxes in play, read off the front of the deck.

    Two to the lowest box, two to the next and so on, two to the dealer, three for the flop, the turn, the river;
    no burn cards (docs/rules.md, "Order of play", 2).

    >>> deal_cards(range(52), [4, 1])
    Deal(boxes={1: (0, 1), 4: (2, 3)}, flop=(6, 7, 8), turn=9, river=10, dealer=(4, 5))
    """
    hands: dict[int, tuple[int, int]] = {}
    at = 0
    for box in sorted(boxes):
        hands[box] = (deck[at], deck[at + 1])
        at += 2
    return Deal(
        boxes=hands,
        dealer=(deck[at], deck[at + 1]),
        flop=(deck[at + 2], deck[at + 3], deck[at + 4]),
        turn=deck[at + 5],
        river=deck[at + 6],
    )
