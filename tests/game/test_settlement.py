"""Settlement: every worked case, and every outcome that a line can have, written out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from casino_table.game.deal import Deal
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import Paytable, parse_paytable
from casino_table.game.settlement import (
    BoxStake,
    Decision,
    Outcome,
    Play,
    Reason,
    SettlementError,
    Wager,
    largest_return,
    reason_sentence,
    settle,
    settle_bonuses,
    settle_void,
)
from tests.record_factories import CASES, create_reader

LADDER = {
    "royal_flush": "100:1",
    "straight_flush": "20:1",
    "four_of_a_kind": "10:1",
    "full_house": "3:1",
    "flush": "2:1",
}
LINE_KEYS = ["box", "wager", "stake", "outcome", "row", "odds", "won", "returned", "reason"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["round"])
def test_worked_cases(case: dict[str, Any]) -> None:
    record = create_reader().parse(case)
    lines: list[dict[str, Any]] = [line.to_document() for line in record.settled()]
    assert [{key: line[key] for key in paid} for line, paid in zip(lines, case["payouts"], strict=True)] == case[
        "payouts"
    ]
    for line in lines:
        assert list(line)[: len(LINE_KEYS)] == LINE_KEYS
        assert set(line) - set(LINE_KEYS) in (set(), {"capped", "uncapped_won"})
        assert line["won"] + line["stake"] == line["returned"] or (line["outcome"], line["returned"]) == ("lose", 0)
        assert (line["outcome"] == "win") == (line["row"] is not None or line["odds"] is not None)
        assert isinstance(line["stake"], int)
        assert "capped" not in line or line["capped"] is True


def create_paytable(
    *, bet: dict[str, str] | None = None, ante: dict[str, str] | None = None, **rules: object
) -> Paytable:
    document: dict[str, Any] = {
        "format": "casino-table/paytable/1",
        "name": "test",
        "rules": rules,
        "ante": ante or LADDER | {"otherwise": "1:1"},
        "bonus": {"three_of_a_kind": "30:1", "pair_of_aces": "2:2"},
    }
    if bet is not None:
        document["bet"] = bet
    return parse_paytable(document)


def cards(text: str) -> tuple[int, ...]:
    ranks, suits = "23456789TJQKA", "cdhs"
    return tuple(ranks.index(card[0]) * 4 + suits.index(card[1]) for card in text.split())


def create_deal(box: str, board: str, dealer: str) -> Deal:
    a, b = cards(box)
    x, y, z, turn, river = cards(board)
    c, d = cards(dealer)
    return Deal({1: (a, b)}, (x, y, z), turn, river, (c, d))


FLUSH_AGAINST_PAIR = create_deal("Ah 3h", "Kh 9h 4c 7h 2d", "Ks Jd")
FLUSH_WITHOUT_GAME = create_deal("Ah 3h", "Kh 9h 4h 7c 2d", "Qs Jd")
KING_HIGH_WITHOUT_GAME = create_deal("Kh Qc", "7c 5d 3s 9h Js", "2d 2c")
STRAIGHT_AGAINST_PAIR = create_deal("Ah 9c", "8c 7d 6s Td 2h", "Th 3c")
TIE = create_deal("3s 3d", "6c Qc Ad 6s As", "Td Js")
WORSE = create_deal("7h 7d", "7c 2s Ks 2c Kd", "Kh Kc")
ACES_ON_THE_FLOP = create_deal("Ah 5d", "As 9c 3d 2h 7s", "6c 6d")

OPEN = BoxStake(1, "p", Play.OPEN, 100, decision=Decision.BET)
BLIND = BoxStake(1, "p", Play.BLIND, 100)
FOLDED = BoxStake(1, "p", Play.OPEN, 100, decision=Decision.FOLD)
WITH_BONUS = BoxStake(1, "p", Play.OPEN, 100, bonus=50, decision=Decision.BET)
FOLDED_WITH_BONUS = BoxStake(1, "p", Play.OPEN, 100, bonus=50, decision=Decision.FOLD)

# What stands behind each: outcome, row, odds, won, returned, reason.
WIN_FLUSH = ("win", "flush", "2:1", 200, 300, "win")
WIN_BET = ("win", None, "1:1", 200, 400, "win")
BET_BACK = ("push", None, None, 0, 200, "dealer_not_qualified")


@pytest.mark.parametrize(
    ("paytable", "deal", "stake", "expected"),
    [
        (create_paytable(), FLUSH_AGAINST_PAIR, OPEN, [WIN_FLUSH, WIN_BET]),
        (create_paytable(), FLUSH_AGAINST_PAIR, BLIND, [WIN_FLUSH, WIN_BET]),
        (create_paytable(), STRAIGHT_AGAINST_PAIR, OPEN, [("win", "otherwise", "1:1", 100, 200, "win"), WIN_BET]),
        (create_paytable(), TIE, OPEN, [("push", None, None, 0, 100, "tie"), ("push", None, None, 0, 200, "tie")]),
        (create_paytable(), WORSE, OPEN, [("lose", None, None, 0, 0, "lose"), ("lose", None, None, 0, 0, "lose")]),
        (create_paytable(), WORSE, FOLDED, [("lose", None, None, 0, 0, "folded")]),
        (create_paytable(), FLUSH_WITHOUT_GAME, OPEN,
         [("win", None, "1:1", 100, 200, "dealer_not_qualified"), BET_BACK]),
        (create_paytable(ante_without_qualification="by_table"), FLUSH_WITHOUT_GAME, OPEN,
         [("win", "flush", "2:1", 200, 300, "dealer_not_qualified"), BET_BACK]),
        (create_paytable(ante_without_qualification="push"), FLUSH_WITHOUT_GAME, OPEN,
         [("push", None, None, 0, 100, "dealer_not_qualified"), BET_BACK]),
        (create_paytable(player_minimum="pair of fours"), KING_HIGH_WITHOUT_GAME, OPEN,
         [("push", None, None, 0, 100, "below_player_minimum"), BET_BACK]),
        (create_paytable(player_minimum="pair of fours", ante_without_qualification="by_table"),
         KING_HIGH_WITHOUT_GAME, OPEN, [("push", None, None, 0, 100, "below_player_minimum"), BET_BACK]),
        (create_paytable(player_minimum="pair of fours", ante_without_qualification="push"),
         KING_HIGH_WITHOUT_GAME, OPEN, [("push", None, None, 0, 100, "dealer_not_qualified"), BET_BACK]),
        (create_paytable(dealer_qualifies="pair of twos"), KING_HIGH_WITHOUT_GAME, OPEN,
         [("lose", None, None, 0, 0, "lose"), ("lose", None, None, 0, 0, "lose")]),
        (create_paytable(bet={"flush": "3:2", "otherwise": "1:1"}), FLUSH_AGAINST_PAIR, OPEN,
         [WIN_FLUSH, ("win", "flush", "3:2", 300, 500, "win")]),
        (create_paytable(bet={"otherwise": "1:1"}), FLUSH_AGAINST_PAIR, OPEN,
         [WIN_FLUSH, ("win", "otherwise", "1:1", 200, 400, "win")]),
        (create_paytable(bet_multiple=5), FLUSH_AGAINST_PAIR, OPEN,
         [WIN_FLUSH, ("win", None, "1:1", 500, 1000, "win")]),
        (create_paytable(ante={"flush": "0:7", "otherwise": "1:1"}), FLUSH_AGAINST_PAIR, OPEN,
         [("win", "flush", None, 0, 100, "win"), WIN_BET]),
        (create_paytable(ante={"flush": "4:2", "otherwise": "1:1"}), FLUSH_AGAINST_PAIR, OPEN,
         [("win", "flush", "4:2", 200, 300, "win"), WIN_BET]),
        (create_paytable(), ACES_ON_THE_FLOP, WITH_BONUS,
         [("win", "otherwise", "1:1", 100, 200, "win"), WIN_BET,
          ("win", "pair_of_aces", "2:2", 50, 100, "bonus_win")]),
        (create_paytable(), ACES_ON_THE_FLOP, FOLDED_WITH_BONUS,
         [("lose", None, None, 0, 0, "folded"), ("win", "pair_of_aces", "2:2", 50, 100, "bonus_win")]),
        (create_paytable(bonus_after_fold="lost"), ACES_ON_THE_FLOP, FOLDED_WITH_BONUS,
         [("lose", None, None, 0, 0, "folded"), ("lose", None, None, 0, 0, "bonus_lost_with_fold")]),
        (create_paytable(bonus_after_fold="lost"), ACES_ON_THE_FLOP, WITH_BONUS,
         [("win", "otherwise", "1:1", 100, 200, "win"), WIN_BET,
          ("win", "pair_of_aces", "2:2", 50, 100, "bonus_win")]),
        (create_paytable(), FLUSH_WITHOUT_GAME, WITH_BONUS,
         [("win", None, "1:1", 100, 200, "dealer_not_qualified"), BET_BACK,
          ("lose", None, None, 0, 0, "bonus_no_row")]),
    ],
)  # fmt: skip
def test_lines(paytable: Paytable, deal: Deal, stake: BoxStake, expected: list[tuple[Any, ...]]) -> None:
    keys = ("outcome", "row", "odds", "won", "returned", "reason")
    lines = [line.to_document() for line in settle(paytable, Limits(), deal, [stake])]
    assert [tuple(line[key] for key in keys) for line in lines] == expected


def test_lines_come_in_box_order_whatever_order_the_boxes_have() -> None:
    deal = Deal(
        {2: (0, 1), 1: (4, 5), 7: (8, 9)}, FLUSH_AGAINST_PAIR.flop, FLUSH_AGAINST_PAIR.turn, FLUSH_AGAINST_PAIR.river,
        FLUSH_AGAINST_PAIR.dealer,
    )  # fmt: skip
    stakes = [BoxStake(box, "p", Play.BLIND, 100, bonus=10 * (box != 2)) for box in (7, 1, 2)]
    lines = settle(create_paytable(), Limits(), deal, stakes)
    assert [(line.box, line.wager.value) for line in lines] == [
        (1, "ante"), (1, "bet"), (1, "bonus"), (2, "ante"), (2, "bet"), (7, "ante"), (7, "bet"), (7, "bonus"),
    ]  # fmt: skip
    assert lines == settle(create_paytable(), Limits(), deal, stakes[::-1])


def test_a_bet_that_was_made_otherwise_is_the_stake_that_is_settled() -> None:
    stake = BoxStake(1, "p", Play.OPEN, 100, decision=Decision.BET, bet=150)
    ante, bet = settle(create_paytable(), Limits(), FLUSH_AGAINST_PAIR, [stake])
    assert (ante.returned, bet.stake, bet.won, bet.returned) == (300, 150, 150, 300)
    unmade = BoxStake(1, "p", Play.OPEN, 100, decision=Decision.BET, bet=0)
    assert [line.wager for line in settle(create_paytable(), Limits(), FLUSH_AGAINST_PAIR, [unmade])] == [Wager.ANTE]


def test_a_cut_line_keeps_its_odds_and_says_what_it_had_won() -> None:
    ante, bet = settle(create_paytable(), Limits(max_payout=150), FLUSH_AGAINST_PAIR, [OPEN])
    assert ante.to_document() == {
        "box": 1, "wager": "ante", "stake": 100, "outcome": "win", "row": "flush", "odds": "2:1", "won": 0,
        "returned": 100, "reason": "win", "capped": True, "uncapped_won": 200,
    }  # fmt: skip
    assert bet.to_document() == {
        "box": 1, "wager": "bet", "stake": 200, "outcome": "win", "row": None, "odds": "1:1", "won": 150,
        "returned": 350, "reason": "win", "capped": True, "uncapped_won": 200,
    }  # fmt: skip


def test_a_cap_that_is_just_reached_cuts_nothing() -> None:
    lines = settle(create_paytable(), Limits(max_payout=400), FLUSH_AGAINST_PAIR, [OPEN])
    assert [(line.won, line.capped, line.uncapped_won) for line in lines] == [(200, False, None), (200, False, None)]


def test_bonuses_have_the_same_cap_once_more() -> None:
    lines = settle(create_paytable(), Limits(max_payout=300), ACES_ON_THE_FLOP, [
        BoxStake(1, "p", Play.OPEN, 100, bonus=400, decision=Decision.BET)
    ])  # fmt: skip
    assert [(line.won, line.capped) for line in lines] == [(100, False), (200, False), (300, True)]


def test_a_cap_is_paid_to_the_unit_whatever_the_chips() -> None:
    limits = Limits(max_payout=333, payout_unit=100)
    assert sum(line.won for line in settle(create_paytable(), limits, FLUSH_AGAINST_PAIR, [OPEN])) == 333


def test_a_deal_cap_is_shared_by_all_players_and_odd_units_go_to_the_lowest_boxes() -> None:
    flop, turn, river = FLUSH_AGAINST_PAIR.flop, FLUSH_AGAINST_PAIR.turn, FLUSH_AGAINST_PAIR.river
    hands = dict(zip((2, 4, 6), (cards("Ah 3h"), cards("Th 8h"), cards("6c 5d")), strict=True))
    deal = Deal({box: (a, b) for box, (a, b) in hands.items()}, flop, turn, river, FLUSH_AGAINST_PAIR.dealer)
    stakes = [BoxStake(2, "p", Play.BLIND, 100), BoxStake(4, "q", Play.BLIND, 100), BoxStake(6, "r", Play.BLIND, 100)]
    limits = Limits(max_payout=501, max_payout_scope=MaxPayoutScope.DEAL)
    lines = settle(create_paytable(), limits, deal, stakes)
    # Each flush won 400 of 800, so 250 of 500; the one unit that is left goes to box 2; box 6 lost and gets nothing.
    assert [(line.box, line.won) for line in lines] == [(2, 51), (2, 200), (4, 50), (4, 200), (6, 0), (6, 0)]


@pytest.mark.parametrize(
    ("stake", "settled", "expected"),
    [
        (OPEN, False, [("ante", 100, "void"), ("bet", 200, "void")]),
        (BLIND, False, [("ante", 100, "void"), ("bet", 200, "void")]),
        (FOLDED, False, [("ante", 100, "void")]),
        (BoxStake(1, "p", Play.OPEN, 100, bonus=50), False, [("ante", 100, "void"), ("bonus", 50, "void")]),
        (BoxStake(1, "p", Play.OPEN, 100, bet=150), False, [("ante", 100, "void"), ("bet", 150, "void")]),
        (WITH_BONUS, True, [("ante", 100, "void"), ("bet", 200, "void"), ("bonus", 100, "bonus_win")]),
        (FOLDED_WITH_BONUS, True, [("ante", 100, "void"), ("bonus", 50, "void")]),
    ],
)
def test_void(stake: BoxStake, expected: list[tuple[str, int, str]], *, settled: bool) -> None:
    paytable = create_paytable(bonus_after_fold="lost")
    deal = Deal(ACES_ON_THE_FLOP.boxes, ACES_ON_THE_FLOP.flop)
    lines = settle_void(paytable, Limits(), deal, [stake], bonuses_settled=settled)
    assert [(line.wager.value, line.returned, line.reason.value) for line in lines] == expected
    if not settled:
        assert lines == settle_void(paytable, Limits(), None, [stake], bonuses_settled=False)
        assert {line.outcome for line in lines} == {Outcome.PUSH}


def test_a_void_before_any_stake_has_no_lines() -> None:
    assert settle_void(create_paytable(), Limits(), None, [], bonuses_settled=False) == ()


def test_bonuses_alone_need_neither_turn_nor_river_nor_dealer() -> None:
    deal = Deal(ACES_ON_THE_FLOP.boxes, ACES_ON_THE_FLOP.flop)
    (line,) = settle_bonuses(create_paytable(), Limits(), deal, [WITH_BONUS])
    assert (line.wager, line.won) == (Wager.BONUS, 50)
    assert line == settle(create_paytable(), Limits(), ACES_ON_THE_FLOP, [WITH_BONUS])[-1]


WITHOUT_BONUS = parse_paytable({"format": "casino-table/paytable/1", "name": "x", "ante": {"otherwise": "1:1"}})


@pytest.mark.parametrize(
    ("paytable", "deal", "stake", "why"),
    [
        (create_paytable(), ACES_ON_THE_FLOP, BoxStake(1, "p", Play.OPEN, 100), "box 1 is open and has not decided"),
        (create_paytable(), ACES_ON_THE_FLOP, BoxStake(2, "p", Play.BLIND, 100), "the cards of box 2 are needed"),
        (create_paytable(), Deal(ACES_ON_THE_FLOP.boxes, ACES_ON_THE_FLOP.flop), OPEN, "dealer, flop, turn and river"),
        (create_paytable(), Deal(ACES_ON_THE_FLOP.boxes), FOLDED_WITH_BONUS, "the flop is needed"),
        (WITHOUT_BONUS, ACES_ON_THE_FLOP, WITH_BONUS, "offers no bonus"),
    ],
)
def test_what_is_not_complete_is_refused(paytable: Paytable, deal: Deal, stake: BoxStake, why: str) -> None:
    with pytest.raises(SettlementError, match=why):
        settle(paytable, Limits(), deal, [stake])


@pytest.mark.parametrize(
    ("paytable", "wager", "most"),
    [
        (create_paytable(), Wager.ANTE, 10_100),
        (create_paytable(), Wager.BET, 200),
        (create_paytable(), Wager.BONUS, 3_100),
        (create_paytable(bet={"royal_flush": "7:2", "otherwise": "1:1"}), Wager.BET, 450),
        (
            parse_paytable({"format": "casino-table/paytable/1", "name": "x", "ante": {"otherwise": "1:2"}}),
            Wager.ANTE,
            200,
        ),
    ],
)
def test_the_largest_return_is_that_of_the_highest_row_and_no_cap_hides_it(
    paytable: Paytable, wager: Wager, most: int
) -> None:
    assert largest_return(paytable, Limits(), wager, 100) == most
    assert largest_return(paytable, Limits(max_payout=10), wager, 100) == most


def test_the_largest_return_of_a_bonus_needs_a_bonus() -> None:
    with pytest.raises(SettlementError, match="offers no bonus"):
        largest_return(WITHOUT_BONUS, Limits(), Wager.BONUS, 1)


def test_every_reason_has_a_sentence_of_its_own() -> None:
    sentences = {str(reason_sentence(reason)) for reason in Reason}
    assert len(sentences) == len(Reason)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_the_largest_return_of_shipped_paytables_is_never_passed() -> None:
    reader = create_reader()
    for case in CASES:
        record = reader.parse(case)
        for line in record.settled():
            won = line.won if line.uncapped_won is None else line.uncapped_won
            assert line.stake + won <= largest_return(record.paytable, record.limits, line.wager, line.stake)
