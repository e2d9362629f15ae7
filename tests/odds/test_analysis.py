"""The analysis of paytables: every reference value to the last unit, and what was published elsewhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_table.game.deal import Deal
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import Paytable, Rounding, parse_paytable
from casino_table.game.settlement import settle
from casino_table.game.settlement_types import BoxStake, Decision, Play, Wager
from casino_table.hands.ranking import category_of, rank, rank7
from casino_table.odds.analysis import Analysis, analyse, player_edges, to_document
from casino_table.odds.decisions import decide_all
from casino_table.odds.enumeration import CHANNELS, Counts
from casino_table.odds.payouts import Stakes, StakesError, bonus_payouts, main_payouts

CASES = (
    "texas-poker", "by-table-aces", "minsk", "fives-three-to-two", "bonus-lost-with-fold", "capped",
    "player-needs-a-pair", "strict-minimum", "bet-by-table",
)  # fmt: skip
LADDER = {
    "royal_flush": "100:1", "straight_flush": "20:1", "four_of_a_kind": "10:1", "full_house": "3:1", "flush": "2:1",
    "otherwise": "1:1",
}  # fmt: skip

CountsFor = Callable[..., Counts]


def create_paytable(**parts: object) -> Paytable:
    document = {"format": "casino-table/paytable/1", "name": "test", "ante": LADDER} | parts
    return parse_paytable(document)


def stakes_of(case: dict[str, Any]) -> Stakes | None:
    given_stakes = case.get("stakes")
    if given_stakes is None:
        return None
    limits = Limits(max_payout=given_stakes.get("max_payout"))
    return Stakes(ante=given_stakes["ante"], bonus=given_stakes["bonus"], limits=limits)


def analyse_case(case_id: str, exact: dict[str, Any], counts_for: CountsFor) -> tuple[Analysis, dict[str, Any]]:
    case = next(case for case in exact["paytables"] if case["id"] == case_id)
    paytable = parse_paytable(case["paytable"])
    counts = counts_for(paytable.rules.dealer_qualifies.text, paytable.rules.player_minimum.text)
    return analyse(paytable, counts, stakes_of(case)), case["values"]


def assert_holds_all(document: Any, expected: Any) -> None:
    """Whole numbers and texts equal, fractions to the precision of a double, and nothing missing."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_holds_all(document[key], value)
    elif isinstance(expected, float):
        assert document == pytest.approx(expected, rel=1e-13)
    else:
        assert document == expected


@pytest.mark.parametrize("case_id", CASES)
def test_reference_values_to_the_last_unit(case_id: str, exact: dict[str, Any], counts_for: CountsFor) -> None:
    analysis, values = analyse_case(case_id, exact, counts_for)
    document = to_document(analysis)
    assert_holds_all(document, values)
    assert document.keys() == {key for key, value in values.items() if value is not None}
    for box in ("open", "blind"):
        assert document[box]["outcomes"].keys() == values[box]["outcomes"].keys()  # type: ignore[index]


def test_the_cases_are_all_there_are(exact: dict[str, Any]) -> None:
    assert [case["id"] for case in exact["paytables"]] == list(CASES)


@pytest.mark.parametrize(
    ("dealer_qualifies", "place"),
    [
        ("any hand", 1), ("ace high", 1), ("ace-king high", 1), ("pair of twos", 1), ("pair of threes", 1),
        ("pair of fours", 0), ("pair of fours", 1),
    ],
)  # fmt: skip
def test_edge_by_qualifying_hand(
    dealer_qualifies: str, place: int, exact: dict[str, Any], counts_for: CountsFor
) -> None:
    expected = exact["edge_by_qualifying_hand"][dealer_qualifies]
    ante = ("by_table", "even")[place]
    paytable = create_paytable(rules={"dealer_qualifies": dealer_qualifies, "ante_without_qualification": ante})
    analysis = analyse(paytable, counts_for(dealer_qualifies))
    assert round(analysis.open.edge, 8) == expected[place]
    assert round(analysis.blind.edge, 8) == expected[place + 2]


def test_published_values(exact: dict[str, Any], counts_for: CountsFor) -> None:
    by_table, _ = analyse_case("by-table-aces", exact, counts_for)
    even, _ = analyse_case("texas-poker", exact, counts_for)
    assert f"{by_table.open.edge:.2%} {by_table.open.element_of_risk:.2%}" == "2.16% 0.82%"
    assert f"{even.open.element_of_risk:.2%}" == "1.17%"
    assert f"{(by_table.open.average_wager - 1) / 2:.0%}" == "82%"
    assert by_table.bonus is not None
    assert f"{by_table.bonus.edge:.2%}" == "6.26%"
    flat = dict.fromkeys(("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"), "25:1")
    flat |= dict.fromkeys(("straight", "three_of_a_kind", "two_pair", "pair_of_aces"), "7:1")
    ladder = analyse(create_paytable(bonus=flat), counts_for())
    assert ladder.bonus is not None
    assert f"{ladder.bonus.edge:.2%}" == "6.40%"


@pytest.mark.parametrize(("case_id", "indifferent"), [("by-table-aces", 36), ("texas-poker", 24)])
def test_exactly_indifferent_hands_fold(
    case_id: str, indifferent: int, exact: dict[str, Any], counts_for: CountsFor, paytables: dict[str, Paytable]
) -> None:
    # The smallest possible gain for betting turns exactly the indifferent hands into bets.
    main = main_payouts(paytables[case_id])
    better = dataclasses.replace(main, fold=main.fold - Fraction(1, 10**9))
    assert decide_all(counts_for(), main).folded_hands - decide_all(counts_for(), better).folded_hands == indifferent
    assert exact["how"].count(str(indifferent))


@pytest.mark.parametrize("factor", [2**40, Fraction(10**30, 7)])
def test_numbers_of_any_size_decide_alike(
    factor: int | Fraction, counts_for: CountsFor, paytables: dict[str, Paytable]
) -> None:
    main = main_payouts(paytables["by-table-aces"])
    large = dataclasses.replace(
        main,
        channels=tuple(value * factor for value in main.channels),
        lose=main.lose * factor,
        fold=main.fold * factor,
    )
    small_answer, large_answer = decide_all(counts_for(), main), decide_all(counts_for(), large)
    assert (small_answer.folded, small_answer.folded_hands) == (large_answer.folded, large_answer.folded_hands)
    assert (small_answer.bets == large_answer.bets).all()


def test_says_plainly_that_the_player_has_the_edge(exact: dict[str, Any], counts_for: CountsFor) -> None:
    analysis, _ = analyse_case("bet-by-table", exact, counts_for)
    assert [str(edge) for edge in player_edges(analysis)] == [
        "an open box played best has an edge of 4.7258% over the house"
    ]
    assert player_edges(analyse_case("texas-poker", exact, counts_for)[0]) == ()


@pytest.mark.parametrize(
    ("stakes", "sentence"),
    [
        (Stakes(ante=0), "ante is a whole number"),
        (Stakes(ante=1, bonus=1), "test offers no bonus"),
        (
            Stakes(ante=1, limits=Limits(max_payout=500, max_payout_scope=MaxPayoutScope.DEAL)),
            "depends on all boxes together",
        ),
    ],
)
def test_refuses_stakes_without_an_exact_answer(stakes: Stakes, sentence: str, counts_for: CountsFor) -> None:
    with pytest.raises(StakesError, match=sentence):
        analyse(create_paytable(), counts_for(), stakes)


def test_a_bonus_lost_with_a_fold_needs_stakes(counts_for: CountsFor) -> None:
    paytable = create_paytable(rules={"bonus_after_fold": "lost"}, bonus={"flush": "20:1"})
    with pytest.raises(StakesError, match="give both"):
        analyse(paytable, counts_for())
    assert analyse(paytable, counts_for(), Stakes(ante=100)).bonus is None


decks = st.permutations(range(52))
odds = st.builds("{}:{}".format, st.integers(0, 300), st.integers(1, 7))


@given(
    deck=decks,
    ante=st.integers(1, 5000),
    bonus=st.integers(1, 5000),
    unit=st.sampled_from([1, 5, 100]),
    cap=st.none() | st.integers(1, 30000),
    rounding=st.sampled_from(Rounding),
    without=st.sampled_from(["even", "by_table", "push"]),
    minimum=st.sampled_from(["any hand", "ace high", "pair of sixes"]),
    rows=st.tuples(odds, odds, odds, odds),
)
def test_values_are_what_settlement_pays(
    *,
    deck: list[int],
    ante: int,
    bonus: int,
    unit: int,
    cap: int | None,
    rounding: Rounding,
    without: str,
    minimum: str,
    rows: tuple[str, str, str, str],
) -> None:
    paytable = create_paytable(
        rules={"ante_without_qualification": without, "player_minimum": minimum, "rounding": rounding.value},
        ante={"pair": rows[0], "otherwise": rows[1]},
        bet={"two_pair": rows[2], "otherwise": rows[1]},
        bonus={"flush": rows[0], "pair_of_tens": rows[3]},
    )
    limits = Limits(max_payout=cap, payout_unit=unit)
    first, second, third, fourth, *flop_and_more = deck[:9]
    deal = Deal(
        {1: (first, second)},
        flop=(flop_and_more[0], flop_and_more[1], flop_and_more[2]),
        turn=flop_and_more[3],
        river=flop_and_more[4],
        dealer=(third, fourth),
    )
    box = BoxStake(1, "p", Play.OPEN, ante, bonus, Decision.BET)
    net = dict.fromkeys(Wager, 0)
    for line in settle(paytable, limits, deal, [box]):
        net[line.wager] += line.returned - line.stake
    stakes = Stakes(ante=ante, bonus=bonus, limits=limits)
    main, bonuses = main_payouts(paytable, stakes), bonus_payouts(paytable, stakes)
    player = rank7(first, second, *flop_and_more)
    dealer = rank7(third, fourth, *flop_and_more)
    category = category_of(player)
    if dealer < paytable.rules.dealer_qualifies.rank:
        expected = main.channels[category if player >= paytable.rules.player_minimum.rank else 10]
    elif player > dealer:
        expected = main.channels[11 + category]
    else:
        expected = main.channels[CHANNELS - 1] if player == dealer else main.lose
    assert net[Wager.ANTE] + net[Wager.BET] == expected
    assert bonuses is not None
    kind = sum(floor <= rank((first, second, *flop_and_more[:3])) for floor in kind_floors()) - 1
    assert net[Wager.BONUS] == bonuses.net[kind]


def kind_floors() -> tuple[int, ...]:
    """High card, thirteen pairs, then the categories from two pair: written out from the sizes of the kinds."""
    pairs = [1278 + 220 * place for place in range(13)]
    return (1, *pairs, 4138, 4996, 5854, 5864, 7141, 7297, 7453, 7462)
