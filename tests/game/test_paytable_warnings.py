"""What an operator is told about a paytable that is allowed all the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from casino_table.game.paytable import parse_paytable, warnings
from casino_table.resources import paytable_folder

LADDER = {
    "royal_flush": "100:1",
    "straight_flush": "20:1",
    "four_of_a_kind": "10:1",
    "full_house": "3:1",
    "flush": "2:1",
}
FULL = LADDER | dict.fromkeys(("straight", "three_of_a_kind", "two_pair", "pair"), "1:1") | {"high_card": "1:1"}


def told(
    ante: dict[str, str], *, bonus: dict[str, str] | None = None, rules: dict[str, str] | None = None
) -> list[str]:
    document: dict[str, Any] = {"format": "casino-table/paytable/1", "name": "x", "ante": ante, "rules": rules or {}}
    if bonus is not None:
        document["bonus"] = bonus
    return [str(warning) for warning in warnings(parse_paytable(document))]


@pytest.mark.parametrize("name", paytable_folder().names())
def test_nothing_is_odd_about_the_shipped_ones(name: str) -> None:
    assert warnings(paytable_folder().get(name)) == ()


@pytest.mark.parametrize(
    ("ante", "rules", "expected"),
    [
        (LADDER | {"otherwise": "1:1"}, {}, []),
        (LADDER | {"otherwise": "0:1"}, {}, ["ante.otherwise: 0:1 wins nothing"]),
        (FULL, {}, ["ante.high_card: no hand can ever win by this row"]),
        (FULL, {"ante_without_qualification": "by_table"}, []),
        (FULL, {"dealer_qualifies": "ace-king high"}, []),
        (
            FULL,
            {"ante_without_qualification": "by_table", "player_minimum": "pair of twos"},
            ["ante.high_card: no hand can ever win by this row"],
        ),
        (FULL, {"ante_without_qualification": "by_table", "player_minimum": "ace high"}, []),
        (
            {key: odds for key, odds in FULL.items() if key != "high_card"} | {"otherwise": "1:1"},
            {},
            ["ante.otherwise: no hand can ever win by this row"],
        ),
        (
            FULL | {"otherwise": "1:1"},
            {"ante_without_qualification": "by_table"},
            ["ante.otherwise: no hand can ever win by this row"],
        ),
        (
            LADDER | {"flush": "4:1", "otherwise": "1:1"},
            {},
            ["ante.full_house: 3:1 is less than 4:1 for flush, a weaker hand"],
        ),
        (
            {"royal_flush": "100:1", "flush": "3:2", "otherwise": "19:20"},
            {},
            ["ante.otherwise: 19:20 is less than 3:2 for flush, a weaker hand"],
        ),
    ],
)
def test_rows_of_the_ante(ante: dict[str, str], rules: dict[str, str], expected: list[str]) -> None:
    assert told(ante, rules=rules) == expected


ANTE = LADDER | {"otherwise": "1:1"}


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        ({"three_of_a_kind": "30:1"}, ["bonus.straight: is not named, though three of a kind below it wins 30:1"]),
        (
            {"straight": "35:1", "pair_of_aces": "7:1"},
            [
                "bonus.flush: is not named, though straight below it wins 35:1",
                "bonus.two_pair: is not named, though pair below it wins 7:1",
            ],
        ),
        ({"royal_flush": "0:1"}, ["bonus.royal_flush: 0:1 wins nothing"]),
    ],
)
def test_rows_of_the_bonus(bonus: dict[str, str], expected: list[str]) -> None:
    assert [line for line in told(ANTE, bonus=bonus) if "edge" not in line] == expected


def test_a_bonus_that_favours_the_player_is_told_exactly() -> None:
    # A royal flush in 649,740 hands: at 649,739:1 nobody has an edge, at one more the player has 1 / 649,740.
    assert told(ANTE, bonus={"royal_flush": "649739:1"}) == []
    assert told(ANTE, bonus={"royal_flush": "649740:1"}) == ["bonus: the player has the edge, 0.0002% of the stake"]
    # Any pair at even money: 1,098,240 of 2,598,960 win, so the rows above decide.
    rows = dict.fromkeys(
        ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
         "two_pair", "pair"), "1:1",
    )  # fmt: skip
    assert told(ANTE, bonus=rows) == []
    assert told(ANTE, bonus=rows | {"pair": "11:10", "two_pair": "11:10", "three_of_a_kind": "11:10"}) != []


def test_the_edge_of_ante_and_bet_is_told_where_it_is_known() -> None:
    paytable = paytable_folder().get("texas-poker")
    assert warnings(paytable, main_net=Fraction(-858799769176)) == ()
    assert warnings(paytable, main_net=Fraction(0)) == ()
    found = warnings(paytable, main_net=Fraction(27_813_810_024_000, 200))
    assert [str(warning) for warning in found] == ["ante and bet: the player has the edge, 0.5000% of the ante"]
