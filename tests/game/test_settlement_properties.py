"""Laws of settlement that hold for every deal, stake, paytable and cap."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from casino_table.game.deal import Deal, deal_cards
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import Paytable, Rounding, parse_paytable
from casino_table.game.settlement import (
    BoxStake,
    Decision,
    Line,
    Outcome,
    Play,
    Reason,
    Wager,
    largest_return,
    settle,
    settle_bonuses,
    settle_void,
)

unhurried = settings(deadline=None)
"""The machine may be busy; how long an example takes says nothing about the law."""

ODDS = st.builds("{}:{}".format, st.integers(0, 200), st.integers(1, 20))
MAIN_ROWS = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "two_pair", "pair")
BONUS_ROWS = ("flush", "straight", "three_of_a_kind", "two_pair")


def schedules(rows: tuple[str, ...]) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries({}, optional=dict.fromkeys(rows, ODDS))


@st.composite
def paytables(draw: st.DrawFn) -> Paytable:
    document: dict[str, Any] = {"format": "casino-table/paytable/1", "name": "x"}
    document["rules"] = {
        "dealer_qualifies": draw(st.sampled_from(["any hand", "ace high", "pair of fours", "pair of aces"])),
        "player_minimum": draw(st.sampled_from(["any hand", "ace-king high", "pair of nines"])),
        "bet_multiple": draw(st.integers(1, 5)),
        "ante_without_qualification": draw(st.sampled_from(["even", "by_table", "push"])),
        "bonus_after_fold": draw(st.sampled_from(["stands", "lost"])),
        "rounding": draw(st.sampled_from(["down", "up", "nearest"])),
    }
    document["ante"] = draw(schedules(MAIN_ROWS)) | {"otherwise": draw(ODDS)}
    if draw(st.booleans()):
        document["bet"] = draw(schedules(MAIN_ROWS)) | {"otherwise": draw(ODDS)}
    document["bonus"] = draw(schedules(BONUS_ROWS)) | {draw(st.sampled_from(["pair", "pair_of_tens"])): draw(ODDS)}
    return parse_paytable(document)


AMOUNTS = st.integers(1, 100_000)


@st.composite
def boxes_in_play(draw: st.DrawFn) -> list[BoxStake]:
    stakes = []
    for box in draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True)):
        play = draw(st.sampled_from(Play))
        decision = draw(st.sampled_from(Decision)) if play is Play.OPEN else None
        bonus = draw(st.one_of(st.just(0), AMOUNTS))
        player = draw(st.sampled_from(["p", "q"]))
        stakes.append(BoxStake(box, player, play, draw(AMOUNTS), bonus=bonus, decision=decision))
    return stakes


def limits(*, capped: bool = True) -> st.SearchStrategy[Limits]:
    return st.builds(
        Limits,
        max_payout=st.one_of(st.none(), st.integers(1, 1_000_000)) if capped else st.none(),
        max_payout_scope=st.sampled_from(MaxPayoutScope),
        payout_unit=st.sampled_from([1, 5, 500]),
    )


# Few suits and ranks on top make pairs, flushes and ties common; the rest follows in order.
DECKS = st.permutations(range(52))
LOADED_DECKS = st.permutations(range(0, 52, 2)).map(lambda top: [*top, *range(1, 52, 2)])


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Paytable, list[BoxStake], Deal]:
    stakes = draw(boxes_in_play())
    deck = draw(st.one_of(DECKS, LOADED_DECKS))
    return draw(paytables()), stakes, deal_cards(deck, [stake.box for stake in stakes])


def main_lines(lines: tuple[Line, ...]) -> list[Line]:
    return [line for line in lines if line.wager is not Wager.BONUS]


def bonus_lines(lines: tuple[Line, ...]) -> list[Line]:
    return [line for line in lines if line.wager is Wager.BONUS]


@unhurried
@given(rounds(), limits())
def test_every_stake_has_one_line_and_every_line_adds_up(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits
) -> None:
    paytable, stakes, deal = played
    lines = settle(paytable, table, deal, stakes)
    expected: dict[tuple[int, Wager], int] = {}
    for stake in stakes:
        expected[stake.box, Wager.ANTE] = stake.ante
        if stake.decision is not Decision.FOLD:
            expected[stake.box, Wager.BET] = paytable.rules.bet_multiple * stake.ante
        if stake.bonus:
            expected[stake.box, Wager.BONUS] = stake.bonus
    assert {(line.box, line.wager): line.stake for line in lines} == expected
    assert len(lines) == len(expected)
    for line in lines:
        kept = 0 if line.outcome is Outcome.LOSE else line.stake
        assert line.returned == kept + line.won
        assert line.won == 0 or line.outcome is Outcome.WIN
        assert (line.uncapped_won is not None) == line.capped
        won = line.won if line.uncapped_won is None else line.uncapped_won
        assert line.stake + won <= largest_return(paytable, table, line.wager, line.stake)


@unhurried
@given(rounds(), limits())
def test_the_order_in_which_boxes_are_given_changes_nothing(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits
) -> None:
    paytable, stakes, deal = played
    lines = settle(paytable, table, deal, stakes)
    assert lines == settle(paytable, table, deal, stakes[::-1])
    assert [line.box for line in lines] == sorted(line.box for line in lines)


@unhurried
@given(played=rounds(), table=limits(), is_reversed=st.booleans())
def test_bonuses_alone_are_the_bonuses_of_the_whole(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits, *, is_reversed: bool
) -> None:
    paytable, stakes, deal = played
    before_the_turn = Deal(deal.boxes, deal.flop)
    alone = settle_bonuses(paytable, table, before_the_turn, stakes[::-1] if is_reversed else stakes)
    assert list(alone) == bonus_lines(settle(paytable, table, deal, stakes))


@unhurried
@given(rounds(), limits())
def test_a_cap_is_never_passed_and_cuts_no_more_than_it_must(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits
) -> None:
    paytable, stakes, deal = played
    free = Limits(payout_unit=table.payout_unit)
    for capped, uncapped in zip(
        map_parts(settle(paytable, table, deal, stakes)), map_parts(settle(paytable, free, deal, stakes)), strict=True
    ):
        groups = [[line.box for line in uncapped]]
        if table.max_payout_scope is MaxPayoutScope.BOX:
            groups = [[stake.box] for stake in stakes]
        for boxes in groups:
            won = sum(line.won for line in capped if line.box in boxes)
            had_won = sum(line.won for line in uncapped if line.box in boxes)
            assert won == (had_won if table.max_payout is None else min(had_won, table.max_payout))
        for cut, whole in zip(capped, uncapped, strict=True):
            assert cut.won <= whole.won
            assert cut.uncapped_won == (whole.won if cut.capped else None)
            assert cut.capped == (cut.won != whole.won)
            assert (cut.outcome, cut.row, cut.odds, cut.reason) == (whole.outcome, whole.row, whole.odds, whole.reason)


def map_parts(lines: tuple[Line, ...]) -> list[list[Line]]:
    return [main_lines(lines), bonus_lines(lines)]


@unhurried
@given(rounds(), limits())
def test_inside_a_box_the_ante_is_cut_first(played: tuple[Paytable, list[BoxStake], Deal], table: Limits) -> None:
    paytable, stakes, deal = played
    lines = {(line.box, line.wager): line for line in settle(paytable, table, deal, stakes)}
    for (_, wager), line in lines.items():
        if wager is Wager.BET and line.capped:
            assert lines[line.box, Wager.ANTE].won == 0


@unhurried
@given(rounds(), st.integers(1, 1_000_000))
def test_a_deal_cap_is_shared_in_proportion_to_less_than_a_unit(
    played: tuple[Paytable, list[BoxStake], Deal], cap: int
) -> None:
    paytable, stakes, deal = played
    table = Limits(max_payout=cap, max_payout_scope=MaxPayoutScope.DEAL)
    for capped, uncapped in zip(
        map_parts(settle(paytable, table, deal, stakes)),
        map_parts(settle(paytable, Limits(), deal, stakes)),
        strict=True,
    ):
        total = sum(line.won for line in uncapped)
        if total <= cap:
            continue
        odd_units = []
        for box in sorted({line.box for line in uncapped}):
            had_won = sum(line.won for line in uncapped if line.box == box)
            won = sum(line.won for line in capped if line.box == box)
            share = Fraction(had_won * cap, total)
            assert share - 1 < won <= share + 1
            assert won in (int(share), int(share) + 1)
            if had_won:
                odd_units.append(won - int(share))
        assert odd_units == sorted(odd_units, reverse=True)


@unhurried
@given(rounds(), limits())
def test_boxes_without_a_deal_cap_do_not_know_of_each_other(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits
) -> None:
    paytable, stakes, deal = played
    if table.max_payout_scope is MaxPayoutScope.DEAL:
        table = Limits(payout_unit=table.payout_unit)
    together = settle(paytable, table, deal, stakes)
    for stake in stakes:
        assert [line for line in together if line.box == stake.box] == list(settle(paytable, table, deal, [stake]))


ROUNDED = {
    Rounding.DOWN: (Fraction(-1), Fraction(0)),
    Rounding.UP: (Fraction(0), Fraction(1)),
    Rounding.NEAREST: (Fraction(-1, 2), Fraction(1, 2)),
}


@unhurried
@given(rounds(), limits(capped=False))
def test_winnings_are_whole_chips_within_one_chip_of_the_exact_odds(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits
) -> None:
    paytable, stakes, deal = played
    for line in settle(paytable, table, deal, stakes):
        assert line.won % table.payout_unit == 0
        if line.odds is None:
            continue
        exact = line.stake * line.odds.ratio
        difference = line.won - exact
        low, high = ROUNDED[paytable.rules.rounding]
        assert low * table.payout_unit <= difference <= high * table.payout_unit


@unhurried
@given(played=rounds(), table=limits(), bonuses_settled=st.booleans())
def test_a_void_loses_nothing_to_anybody(
    played: tuple[Paytable, list[BoxStake], Deal], table: Limits, *, bonuses_settled: bool
) -> None:
    paytable, stakes, deal = played
    lines = settle_void(paytable, table, deal, stakes, bonuses_settled=bonuses_settled)
    finished = settle(paytable, table, deal, stakes)
    assert [(line.box, line.wager, line.stake) for line in lines] == [
        (line.box, line.wager, line.stake) for line in finished
    ]
    for line, as_finished in zip(lines, finished, strict=True):
        if bonuses_settled and line.wager is Wager.BONUS and as_finished.outcome is Outcome.WIN:
            assert line == as_finished
        else:
            assert (line.returned, line.won, line.reason, line.outcome) == (line.stake, 0, Reason.VOID, Outcome.PUSH)


@unhurried
@given(rounds())
def test_renaming_the_suits_changes_nothing(played: tuple[Paytable, list[BoxStake], Deal]) -> None:
    paytable, stakes, deal = played
    renamed = Deal(
        {box: (other(hand[0]), other(hand[1])) for box, hand in deal.boxes.items()},
        None if deal.flop is None else (other(deal.flop[0]), other(deal.flop[1]), other(deal.flop[2])),
        None if deal.turn is None else other(deal.turn),
        None if deal.river is None else other(deal.river),
        None if deal.dealer is None else (other(deal.dealer[0]), other(deal.dealer[1])),
    )
    assert settle(paytable, Limits(), renamed, stakes) == settle(paytable, Limits(), deal, stakes)


def other(card: int) -> int:
    return card - card % 4 + (card + 1) % 4
