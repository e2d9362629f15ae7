"""How evenly decks are spread: cards counted by position, and the distance from even in standard deviations."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

import numpy as np

DEGREES_OF_FREEDOM = 51 * 51


def deviations_from_even(decks: Iterable[tuple[int, ...]]) -> float:
    """Return how many standard deviations chi-square of the table of 52 cards by 52 positions lies above its mean.

    In every deck each card has one position and each position one card, which leaves 51 x 51 degrees of freedom and
    makes the plain sum 52/51 of a chi-square.
    """
    table = np.zeros((52, 52), dtype=np.int64)
    positions = np.arange(52)
    count = 0
    for deck in decks:
        table[np.array(deck), positions] += 1
        count += 1
    expected = count / 52
    statistic = float(((table - expected) ** 2 / expected).sum()) * 51 / 52
    return (statistic - DEGREES_OF_FREEDOM) / sqrt(2 * DEGREES_OF_FREEDOM)
