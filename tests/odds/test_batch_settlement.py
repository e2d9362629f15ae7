"""The settlement over arrays against the one for people; ten million boxes are compared in `tests/long`."""

from __future__ import annotations

from tests.odds.settlement_comparison import compare


def test_both_settlements_agree_over_a_hundred_thousand_random_boxes() -> None:
    assert compare(100_000, seed=1) >= 100_000
