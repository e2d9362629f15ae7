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


def tray_chips(*, least: int, largest: int, step: int, decimals: int, floor: int | None = None) -> tuple[int, ...]:
    """Return the chips of a table in minor units: the least stake, then multiples of the step, none too large to use.

    Stakes count in steps from the least one. Where that is a multiple of the step itself, all chips are, and whatever
    lies on a box from `floor` on is a stake; elsewhere the least chip and any others make one, the step's own included.

    >>> tray_chips(least=500, largest=10_000, step=500, decimals=2)
    (500, 2500, 10000)
    >>> tray_chips(least=10, largest=90, step=10, decimals=0)
    (10, 50)
    >>> tray_chips(least=7, largest=100, step=5, decimals=0)
    (7, 5, 25)
    """
    is_even = least % step == 0
    low, high = (min(least, floor or least), largest) if is_even else (step, largest - least)
    unit = 10**decimals
    fitting, all_fitting = (
        [value * unit for value in values if value * unit % step == 0 and low <= value * unit <= high]
        for values in (_USUAL, _VALUES)
    )
    if len({least, *fitting}) < TRAY_SIZE - 2:
        fitting = all_fitting if len(all_fitting) < TRAY_SIZE else all_fitting[::2]
    if not is_even and step <= high:
        fitting = sorted({step, *fitting})
    return (least, *(chip for chip in fitting if chip != least))[:TRAY_SIZE]


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
