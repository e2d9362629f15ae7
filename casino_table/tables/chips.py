"""Chips as the dress of amounts: which ones lie in the tray, and which make up a pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_VALUES: Final = (1, 2, 5, 10, 25, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000)
_USUAL: Final = (1, 5, 25, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000)
TRAY_SIZE: Final = 5
#: A pile shows at most so many chips; the figure beside it says the amount.
PILE_HEIGHT: Final = 4
_BOTTOM: Final = 7.5
_RISE: Final = 2.5


def tray_chips(*, smallest: int, largest: int, step: int, decimals: int) -> tuple[int, ...]:
    """Return the chips of a table in minor units, each a multiple of the step and none above the largest stake.

    >>> tray_chips(smallest=500, largest=10_000, step=500, decimals=2)
    (500, 2500, 10000)
    >>> tray_chips(smallest=10, largest=90, step=10, decimals=0)
    (10, 50)
    """
    unit = 10**decimals
    fitting = [value * unit for value in _USUAL if value * unit % step == 0 and smallest <= value * unit <= largest]
    if len(fitting) < TRAY_SIZE - 2:
        fitting = [
            value * unit for value in _VALUES if value * unit % step == 0 and smallest <= value * unit <= largest
        ]
        fitting = fitting if len(fitting) < TRAY_SIZE else fitting[::2]
    return tuple(fitting[:TRAY_SIZE]) or (smallest,)


def pile_of(amount: int, chips: Sequence[int]) -> list[int]:
    """Return the chips of an amount, largest first, as many as a pile shows.

    >>> pile_of(6000, (500, 2500, 10_000))
    [2500, 2500, 500, 500]
    """
    pile: list[int] = []
    for chip in sorted(chips, reverse=True):
        count, amount = divmod(amount, chip)
        pile += [chip] * count
    return pile[:PILE_HEIGHT]


def placed_pile(amount: int, chips: Sequence[int]) -> list[tuple[int, float]]:
    """Return each chip of a pile with its place in the drawing, the lowest first."""
    return [(chip, _BOTTOM - _RISE * place) for place, chip in enumerate(pile_of(amount, chips))]
