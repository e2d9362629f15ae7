"""What a table can expect to win over many rounds, and the interval in which the result falls."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from casino_table.errors import CasinoTableError
from casino_table.text import message


class HoldError(CasinoTableError):
    """Refuse figures that no expectation can be made from."""

    code = "hold"


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """Hold what the house wins over a number of rounds, in the unit of the stake: mean, deviation, interval."""

    mean: float
    sd: float
    low: float
    high: float


def expected_result(
    edge: float,
    sd: float,
    rounds: int,
    *,
    stake: float = 1,
    boxes: int = 1,
    correlation: float = 0.0,
    level: float = 0.95,
) -> ExpectedResult:
    """Return what the house wins over `rounds` rounds of `boxes` equal boxes, and where it falls with this certainty.

    `edge` and `sd` are per stake, as the analysis gives them. Rounds are independent; the boxes of a round share board
    and dealer, and `correlation` is that between two of them (simulation measures it; 1 is the most there can be). The
    interval is that of the normal distribution, which the sum of many rounds approaches.

    >>> result = expected_result(0.03, 2.6, 10_000)
    >>> round(result.mean), round(result.sd), round(result.low), round(result.high)
    (300, 260, -210, 810)
    """
    if rounds < 1 or boxes < 1 or not 0 < level < 1 or not -1 <= correlation <= 1:
        raise HoldError(message("rounds and boxes are at least 1, a level is between 0 and 1, a correlation -1 to 1"))
    variance = boxes * sd**2 * (1 + (boxes - 1) * correlation)
    deviation = stake * sqrt(max(variance, 0.0) * rounds)
    mean = stake * edge * boxes * rounds
    reach = NormalDist().inv_cdf((1 + level) / 2) * deviation
    return ExpectedResult(mean, deviation, mean - reach, mean + reach)
