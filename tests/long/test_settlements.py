"""Ten million random boxes, settled for people and for arrays."""

from __future__ import annotations

from tests.odds.settlement_comparison import compare


def test_both_settlements_agree_over_ten_million_random_boxes() -> None:
    assert compare(10_000_000, seed=2) >= 10_000_000
