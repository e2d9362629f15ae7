"""Odds as exact ratios, and the one rule by which winnings are rounded."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import gcd
from typing import Final

from casino_table.game.fields import FieldError, shown
from casino_table.text import message

LARGEST_NUMERATOR: Final = 1_000_000
LARGEST_DENOMINATOR: Final = 1_000

_WRITTEN: Final = re.compile(r"(0|[1-9][0-9]{0,6}):([1-9][0-9]{0,3})", re.ASCII)


class Rounding(StrEnum):
    """Say which way winnings go that fall between two multiples of the payout unit."""

    DOWN = "down"
    UP = "up"
    NEAREST = "nearest"


_DOWN, _UP = Rounding.DOWN, Rounding.UP


@dataclass(frozen=True, slots=True)
class Odds:
    """Hold odds as they are written: a stake s wins s times numerator over denominator.

    >>> Odds(3, 2).winnings(333), Odds(3, 2).winnings(333, rounding=Rounding.NEAREST)
    (499, 500)
    >>> Odds(3, 2).winnings(1500, unit=500), str(Odds(2, 2))
    (2000, '2:2')
    """

    numerator: int
    denominator: int = 1
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Write the text once, for every line of every record is compared with it."""
        object.__setattr__(self, "text", f"{self.numerator}:{self.denominator}")

    def __str__(self) -> str:
        return self.text

    def winnings(self, stake: int, *, rounding: Rounding = Rounding.DOWN, unit: int = 1) -> int:
        """Return what `stake` wins in minor units, as a multiple of `unit`; halves go up with `nearest`."""
        won = stake * self.numerator
        step = self.denominator * unit
        if rounding is _DOWN:
            return won // step * unit
        if rounding is _UP:
            return -(-won // step) * unit
        return (2 * won + step) // (2 * step) * unit

    @property
    def ratio(self) -> Fraction:
        """Return the odds as a number of stakes."""
        return Fraction(self.numerator, self.denominator)

    def in_lowest_terms(self) -> Odds:
        """Return equal odds with the smallest whole numbers.

        >>> str(Odds(100, 2).in_lowest_terms()), str(Odds(0, 7).in_lowest_terms())
        ('50:1', '0:1')
        """
        divisor = gcd(self.numerator, self.denominator)
        return Odds(self.numerator // divisor, self.denominator // divisor)


EVEN: Final = Odds(1, 1)


def parse_odds(value: object, where: str) -> Odds:
    """Return the odds written as `a:b`, digits without leading zeros, 0 <= a <= 1,000,000 and 1 <= b <= 1,000.

    >>> parse_odds("7:1", "bonus.pair")
    Odds(numerator=7, denominator=1)
    """
    match = _WRITTEN.fullmatch(value) if type(value) is str else None
    if match is not None:
        odds = Odds(int(match[1]), int(match[2]))
        if odds.numerator <= LARGEST_NUMERATOR and odds.denominator <= LARGEST_DENOMINATOR:
            return odds
    raise FieldError(
        where,
        message(
            'must be odds like "7:1", whole numbers without leading zeros, first 0 to {a}, then 1 to {b}; not {value}',
            a=LARGEST_NUMERATOR,
            b=LARGEST_DENOMINATOR,
            value=shown(value),
        ),
    )
