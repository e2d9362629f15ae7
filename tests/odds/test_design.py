"""Rows that are changed: sensitivity, design for a wanted edge, and what can be expected of many rounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from casino_table.game.limits import Limits
from casino_table.game.paytable import Odds, Paytable
from casino_table.odds.analysis import analyse
from casino_table.odds.designing import SIMPLE_DENOMINATORS, Design, DesignError, design
from casino_table.odds.enumeration import Counts
from casino_table.odds.hold import HoldError, expected_result
from casino_table.odds.payouts import Stakes
from casino_table.odds.rows import Part, RowError, odds_of, with_rows
from casino_table.odds.sensitivity import sensitivities

FIVE_CARD_HANDS = 2_598_960
FLUSHES, STRAIGHTS = 5_108, 10_200


def is_whole(answer: Design) -> bool:
    return all(odds.denominator == 1 for _, odds in answer.odds)


def test_a_bonus_row_moves_the_edge_by_its_share_of_hands(
    paytables: dict[str, Paytable], counts_for: Callable[..., Counts]
) -> None:
    found = {(row.part, row.row): row for row in sensitivities(paytables["texas-poker"], counts_for(), threads=2)}
    assert found[Part.BONUS, "flush"].bonus == pytest.approx(-FLUSHES / FIVE_CARD_HANDS, rel=1e-12)
    assert found[Part.BONUS, "flush"].blind is None
    royal = found[Part.ANTE, "royal_flush"]
    # A royal flush against a dealer who qualifies: 736,259,040 deals of 27,813,810,024,000, and no box folds one.
    assert royal.open == royal.blind == pytest.approx(-736_259_040 / 27_813_810_024_000, rel=1e-12)
    assert str(royal.raised) == "101:1"
    assert found[Part.ANTE, "otherwise"].open is not None
    assert len(found) == 6 + 7


def test_a_bonus_row_is_found_again(paytables: dict[str, Paytable]) -> None:
    texas = paytables["texas-poker"]
    published = Fraction(56852, FIVE_CARD_HANDS)
    changed = with_rows(texas, Part.BONUS, {"flush": Odds(3)})
    best, *_ = design(changed, Part.BONUS, ["flush"], published)
    assert best.odds == (("flush", Odds(40)),)
    assert best.edge == published
    assert is_whole(best)


def test_several_answers_whole_numbers_first_and_in_order(paytables: dict[str, Paytable]) -> None:
    target = Fraction(3, 100)
    answers = design(paytables["texas-poker"], Part.BONUS, ["flush", "straight"], target, answers=6)
    whole = [answer for answer in answers if is_whole(answer)]
    assert len(whole) >= 3
    assert list(answers[: len(whole)]) == whole
    distances = [abs(answer.edge - target) for answer in whole]
    assert distances == sorted(distances)
    for answer in answers:
        odds = {row: value.ratio for row, value in answer.odds}
        moved = (40 - odds["flush"]) * FLUSHES + (35 - odds["straight"]) * STRAIGHTS
        assert answer.edge == Fraction(56852 + moved, FIVE_CARD_HANDS)
        assert Fraction(50) >= odds["flush"] >= odds["straight"] >= 30


def test_three_answers_are_odds_that_a_dealer_can_pay(paytables: dict[str, Paytable]) -> None:
    # 3% of 2,598,960 hands is 21,116.8 more than the shipped bonus keeps. Whole units of 5,108 flushes and 10,200
    # straights bring 4 flushes = 20,432 nearest, then 2 flushes and a straight; 4.2 flushes = 21,453.6 come nearer.
    answers = design(paytables["texas-poker"], Part.BONUS, ["flush", "straight"], Fraction(3, 100), answers=3)
    assert [[str(odds) for _, odds in answer.odds] for answer in answers] == [
        ["36:1", "35:1"],
        ["38:1", "34:1"],
        ["179:5", "35:1"],
    ]
    assert not any(answer.is_exact for answer in answers)


def test_of_equally_near_answers_the_one_that_changes_least_comes_first(paytables: dict[str, Paytable]) -> None:
    texas, target = paytables["texas-poker"], Fraction(3, 100)
    answers = design(texas, Part.BONUS, ["royal_flush", "flush", "straight"], target, answers=8)
    now = {"royal_flush": 500, "flush": 40, "straight": 35}
    changes = []
    for answer in answers:
        moves = [abs(odds.ratio - now[row]) for row, odds in answer.odds]
        changes.append((answer.off, sum(move > 0 for move in moves), sum(moves)))
        # Within half and double of what it is: nobody wants a royal flush at 2,871:1 to make up for a straight.
        assert all(now[row] / 2 <= odds.ratio <= 2 * now[row] for row, odds in answer.odds)
    assert changes == sorted(changes)
    assert len({off for off, *_ in changes}) < len(changes), "no two are equally near"


def test_an_exact_answer_is_said_to_be(paytables: dict[str, Paytable]) -> None:
    target = Fraction(56852 - 4 * 10, FIVE_CARD_HANDS)
    best, second, *_ = design(paytables["texas-poker"], Part.BONUS, ["royal_flush"], target)
    assert (str(best.odds[0][1]), best.is_exact, best.to_document()["exact"]) == ("510:1", True, True)
    assert not second.is_exact


@pytest.mark.parametrize(("target", "expected"), [(-50, ["50:1", "50:1"]), (50, ["30:1", "30:1"])])
def test_what_cannot_be_reached_in_order_is_come_near_to(
    target: int, expected: list[str], paytables: dict[str, Paytable]
) -> None:
    rows = ["flush", "straight"]
    best, *_ = design(paytables["texas-poker"], Part.BONUS, rows, Fraction(target, 100))
    assert [str(odds) for _, odds in best.odds] == expected


def test_a_row_goes_far_if_nothing_else_reaches_the_edge(paytables: dict[str, Paytable]) -> None:
    # 56,852 stakes that the shipped bonus keeps, over 4 royal flushes.
    best, *_ = design(paytables["texas-poker"], Part.BONUS, ["royal_flush"], Fraction(0))
    assert (best.odds[0][1], best.is_exact) == (Odds(500 + 56852 // 4), True)


def test_a_row_that_a_cap_cuts_is_brought_below_the_cap(paytables: dict[str, Paytable]) -> None:
    aces = paytables["by-table-aces"]
    stakes = Stakes(ante=1000, bonus=1000, limits=Limits(max_payout=25_000))
    # Rows above 25:1 pay 25:1 (4 + 36 + 624 + 3,744 hands); flushes 20:1; 7:1 from a straight to a pair of aces.
    won = 25 * (4 + 36 + 624) + 24 * 3744 + 20 * 5108 + 7 * (10_200 + 54_912 + 123_552 + 84_480)
    lost = 1_302_540 + 12 * 84_480
    target = Fraction(lost - won, FIVE_CARD_HANDS)
    best, *_ = design(aces, Part.BONUS, ["full_house"], target, stakes=stakes)
    assert (str(best.odds[0][1]), best.is_exact) == ("24:1", True)


def test_ante_odds_for_a_wanted_edge(paytables: dict[str, Paytable], counts_for: Callable[..., Counts]) -> None:
    texas, counts = paytables["texas-poker"], counts_for()
    target = Fraction(25, 1000)
    best, *_ = design(texas, Part.ANTE, ["full_house"], target, counts=counts, threads=2)
    row = best.odds[0][1]
    assert best.edge == -analyse(best.paytable, counts).open.net_sum / 27_813_810_024_000
    for other in (Odds(row.numerator - 1), Odds(row.numerator + 1)):
        edge = analyse(with_rows(texas, Part.ANTE, {"full_house": other}), counts).open.edge
        assert abs(float(best.edge) - 0.025) < abs(edge - 0.025)


def test_broken_odds_only_where_they_come_nearer(paytables: dict[str, Paytable]) -> None:
    target = Fraction(56852 - FLUSHES // 2, FIVE_CARD_HANDS)
    answers = design(paytables["texas-poker"], Part.BONUS, ["flush"], target)
    assert [is_whole(answer) for answer in answers[:2]] == [True, True]
    broken = [answer for answer in answers if not is_whole(answer)]
    assert [answer.odds for answer in broken] == [(("flush", Odds(81, 2)),)]
    assert broken[0].is_exact
    third = Fraction(56852 - FLUSHES // 3, FIVE_CARD_HANDS)
    *_, last = design(paytables["texas-poker"], Part.BONUS, ["flush"], third)
    assert {odds.denominator for _, odds in last.odds} <= set(SIMPLE_DENOMINATORS)
    assert last.odds == (("flush", Odds(121, 3)),)


@pytest.mark.parametrize(
    ("part", "rows", "sentence"),
    [
        (Part.BONUS, [], "name the rows"),
        (Part.BONUS, ["flush", "flush"], "each once"),
        (Part.BONUS, ["high_card"], "no row high_card"),
        (Part.BONUS, ["jokers"], "no row jokers"),
        (Part.ANTE, ["flush"], "exact counts"),
    ],
)
def test_refuses_what_cannot_be_designed(
    part: Part, rows: list[str], sentence: str, paytables: dict[str, Paytable]
) -> None:
    with pytest.raises((DesignError, RowError), match=sentence):
        design(paytables["texas-poker"], part, rows, Fraction(1, 50))


def test_rows_that_are_not_written_have_the_odds_of_the_rest(paytables: dict[str, Paytable]) -> None:
    texas = paytables["texas-poker"]
    assert odds_of(texas, Part.ANTE, "pair") == Odds(1)
    assert odds_of(texas, Part.BONUS, "two_pair") == Odds(0)
    assert odds_of(texas, Part.BET, "flush") == Odds(1)
    with pytest.raises(RowError, match="offers no bonus"):
        odds_of(paytables["bet-by-table"], Part.BONUS, "flush")


def test_what_many_rounds_bring() -> None:
    one = expected_result(0.02, 2.5, 100, stake=500, level=0.999)
    assert (one.mean, one.sd) == pytest.approx((1000, 12500))
    assert (one.high - one.mean) / one.sd == pytest.approx(3.2905, abs=1e-4)
    six = expected_result(0.02, 2.5, 100, stake=500, boxes=6, correlation=0.3)
    assert six.mean == pytest.approx(6000)
    assert six.sd == pytest.approx(12500 * (6 * 2.5) ** 0.5)
    with pytest.raises(HoldError, match="at least 1"):
        expected_result(0.02, 2.5, 0)
