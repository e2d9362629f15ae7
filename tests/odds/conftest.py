"""Counts for the tests of the mathematics: made once, shared by all test processes through one cache folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casino_table.game.paytable import HAND_MINIMUMS, Paytable, parse_paytable
from casino_table.odds.cache import CountsCache
from casino_table.odds.enumeration import Counts


@pytest.fixture(scope="session")
def exact() -> dict[str, Any]:
    values: dict[str, Any] = json.loads(Path("tests/reference/exact_values.json").read_text())
    return values


@pytest.fixture(scope="session")
def paytables(exact: dict[str, Any]) -> dict[str, Paytable]:
    return {case["id"]: parse_paytable(case["paytable"]) for case in exact["paytables"]}


@pytest.fixture(scope="session")
def counts_cache(shared_folder: Path) -> CountsCache:
    return CountsCache(shared_folder / "counts", threads=2)


@pytest.fixture(scope="session")
def counts_for(counts_cache: CountsCache) -> Callable[..., Counts]:
    def counts(dealer_qualifies: str = "pair of fours", player_minimum: str = "any hand") -> Counts:
        return counts_cache.counts(HAND_MINIMUMS[dealer_qualifies].rank, HAND_MINIMUMS[player_minimum].rank)

    return counts
