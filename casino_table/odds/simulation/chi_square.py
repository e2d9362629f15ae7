"""Hold simulated outcomes against exact ones: Pearson's chi-square, with its exact tail."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

from casino_table.odds.simulation.exact import ExactResult

_LEAST_EXPECTED: Final = 5


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """Hold how far the outcomes of one box lie from the exact ones; `p` is the chance of lying as far or farther."""

    value: float
    degrees: int
    p: float


def chi_square(counts: list[int], exact: ExactResult) -> ChiSquare | None:
    """Return how far the counts of one box lie from the exact ways; rare outcomes are put together.

    None where fewer than two outcomes are expected often enough.
    """
    rounds = sum(counts)
    cells: list[tuple[int, float]] = []
    rare = [0, 0.0]
    for count, ways in zip(counts, exact.ways, strict=True):
        expected = rounds * ways / exact.cases
        if expected >= _LEAST_EXPECTED:
            cells.append((count, expected))
        else:
            rare[0], rare[1] = rare[0] + count, rare[1] + expected
    if rare[1] >= _LEAST_EXPECTED:
        cells.append((int(rare[0]), rare[1]))
    if len(cells) < 2:  # noqa: PLR2004 - nothing to compare
        return None
    value = sum((count - expected) ** 2 / expected for count, expected in cells)
    return ChiSquare(value, len(cells) - 1, chi_square_tail(value, len(cells) - 1))


def chi_square_tail(value: float, degrees: int) -> float:
    """Return the chance that chi-square of so many degrees of freedom is at least `value`: the exact finite sum.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(18.307, 10), 3)
    (0.05, 0.05)
    """
    half = value / 2
    if not half:
        return 1.0
    total, first = (erfc(sqrt(half)), 0.5) if degrees % 2 else (0.0, 0.0)
    powers = [first + step for step in range(degrees // 2)]
    # In logarithms, for terms of many degrees pass what floating point holds.
    return min(1.0, total + sum(exp(power * log(half) - half - lgamma(power + 1)) for power in powers))
