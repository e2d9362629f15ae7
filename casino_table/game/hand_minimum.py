"""The hands that a rule can ask for: `dealer_qualifies` and `player_minimum`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino_table.game.fields import FieldError, not_one_of
from casino_table.hands.ranking import LOWEST_ACE_HIGH, LOWEST_ACE_KING_HIGH, WEAKEST_RANK, lowest_rank_of_pair

PAIR_RANKS: Final = (
    "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
    "aces",
)  # fmt: skip
"""The words for pairs in paytables, in order of rank; never translated, for they are part of the format."""


@dataclass(frozen=True, slots=True)
class HandMinimum:
    """Hold the least hand that is good enough: its text in a paytable and the weakest rank that reaches it."""

    text: str
    rank: int

    def __str__(self) -> str:
        return self.text


ANY_HAND: Final = HandMinimum("any hand", WEAKEST_RANK)
HAND_MINIMUMS: Final = {
    minimum.text: minimum
    for minimum in (
        ANY_HAND,
        HandMinimum("ace high", LOWEST_ACE_HIGH),
        HandMinimum("ace-king high", LOWEST_ACE_KING_HIGH),
        *(HandMinimum(f"pair of {name}", lowest_rank_of_pair(index)) for index, name in enumerate(PAIR_RANKS)),
    )
}
PAIR_OF_FOURS: Final = HAND_MINIMUMS["pair of fours"]


def parse_hand_minimum(value: object, where: str) -> HandMinimum:
    """Return the hand that is written as in `HAND_MINIMUMS`.

    >>> parse_hand_minimum("pair of fours", "rules.dealer_qualifies").rank
    1718
    """
    minimum = HAND_MINIMUMS.get(value) if type(value) is str else None
    if minimum is None:
        raise FieldError(where, not_one_of(value, HAND_MINIMUMS))
    return minimum
