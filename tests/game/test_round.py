"""A round from its bets to its end: what is allowed when, and who sees what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from casino_table.game import actions
from casino_table.game.operations import BoxWager
from casino_table.game.refusals import NotYourTurnError, RoundRefusal, StakeRefusal
from casino_table.game.round import Phase, visible_cards
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.game.settlement import Decision, Play
from casino_table.game.staking import can_place_stakes, place_stakes, stakes_in_all
from tests.game.playing import ALONE, PAYTABLE, SEED, Playing


def test_first_two_boxes_of_each_player_are_open_and_the_rest_blind() -> None:
    playing = Playing()
    playing.stake("ann", (6, 500, 0), (1, 500, 0), (3, 500, 500))
    state = playing.stake("bob", (2, 1000, 0), (4, 500, 0), (5, 500, 0))
    assert [(stake.box, stake.player, stake.play) for stake in state.box_stakes] == [
        (1, "ann", Play.OPEN),
        (2, "bob", Play.OPEN),
        (3, "ann", Play.OPEN),
        (4, "bob", Play.OPEN),
        (5, "bob", Play.BLIND),
        (6, "ann", Play.BLIND),
    ]
    assert stakes_in_all(state, state.box_stakes) == 3 * (500 * 5 + 1000) + 500


def test_a_new_set_replaces_the_old_one_and_an_empty_one_withdraws() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), (2, 500, 0))
    state = playing.stake("ann", (5, 1000, 500))
    assert [stake.box for stake in state.box_stakes] == [5]
    assert playing.stake("ann").sets == ()


def test_players_stand_by_their_lowest_boxes_whoever_came_first() -> None:
    playing = Playing()
    playing.stake("ann", (4, 500, 0))
    playing.stake("bob", (6, 500, 0), (2, 500, 0))
    assert playing.state.players == ("bob", "ann")
    assert playing.stake("ann", (1, 500, 0)).players == ("ann", "bob")


@pytest.mark.parametrize(
    ("wagers", "reason"),
    [
        ([(7, 500, 0)], "boxes 1 to 6"),
        ([(0, 500, 0)], "boxes 1 to 6"),
        ([(1, 500, 0), (1, 500, 0)], "twice"),
        ([(2, 500, 0)], "taken by another"),
        ([(1, 0, 500)], r"Box 1: ante 0 is off the table's limits, 5 to 100 in steps of 5"),
        ([(1, -500, 0)], "off the table's limits"),
        ([(1, 10500, 0)], "off the table's limits"),
        ([(1, 750, 0)], r"ante 7\.50 is off"),
        ([(1, 500, 3000)], r"bonus 30 is off the table's limits, 5 to 25"),
        ([(1, 500, -500)], "bonus"),
        ([], "at least one box"),
    ],
)
def test_a_set_outside_the_limits_is_refused_as_a_whole(wagers: list[tuple[int, int, int]], reason: str) -> None:
    playing = Playing()
    before = playing.stake("bob", (2, 500, 0))
    with pytest.raises(StakeRefusal, match=reason):
        playing.stake("ann", *wagers)
    assert playing.state is before
    assert not can_place_stakes(before, "ann", [BoxWager(*wager) for wager in wagers], at_us=0)


def test_switches_of_the_table_hold() -> None:
    with pytest.raises(StakeRefusal, match="equal antes"):
        Playing(replace(DEMO_SETTINGS, equal_stakes=True)).stake("ann", (1, 500, 0), (2, 1000, 0))
    with pytest.raises(StakeRefusal, match="2 boxes"):
        Playing(replace(DEMO_SETTINGS, boxes_per_player=2)).stake("ann", (1, 500, 0), (2, 500, 0), (3, 500, 0))
    with pytest.raises(StakeRefusal, match="no bonus"):
        Playing(paytable=replace(PAYTABLE, bonus=None)).stake("ann", (1, 500, 500))
    without_clock = Playing(ALONE)
    without_clock.stake("ann", (1, 500, 0))
    with pytest.raises(StakeRefusal, match="played alone"):
        without_clock.stake("bob", (2, 500, 0))


def test_a_win_that_fits_no_whole_number_is_refused_when_it_is_offered() -> None:
    vast = replace(DEMO_SETTINGS, ante_max=2**53 - 1, bonus_max=2**53 - 1, max_payout=2**53 - 1)
    with pytest.raises(StakeRefusal, match="too large to pay"):
        Playing(vast).stake("ann", (1, 2**53 - 1 - (2**53 - 1) % 500, 0))
    with pytest.raises(StakeRefusal, match="too large to pay"):
        Playing(vast).stake("ann", (1, 500, 500 * (2**53 // 250_000)))


def test_decisions_go_strictly_in_box_order() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), (2, 500, 0), (3, 500, 0))
    playing.stake("bob", (4, 500, 0))
    state = playing.deal("ann", "bob")
    assert state.turn == 1
    for player, box, reason in (("ann", 2, "box 1's turn"), ("bob", 1, "not yours"), ("ann", 6, "not yours")):
        with pytest.raises(NotYourTurnError, match=reason):
            actions.decide(state, player, box, Decision.BET, at_us=0)
    playing.do(actions.decide(state, "ann", 1, Decision.BET, at_us=0))
    with pytest.raises(NotYourTurnError, match="decided already"):
        actions.decide(playing.state, "ann", 1, Decision.FOLD, at_us=0)
    playing.do(actions.decide(playing.state, "ann", 2, Decision.FOLD, at_us=0))
    assert playing.state.turn == 4
    playing.do(actions.decide(playing.state, "bob", 4, Decision.BET, at_us=0))
    assert playing.end().phase is Phase.SETTLED
    assert playing.state.boxes_in_play == (1, 3, 4)


def test_each_viewer_sees_what_the_rules_show() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), (2, 500, 0), (3, 500, 0))
    playing.stake("bob", (4, 500, 500))
    state = playing.deal("ann", "bob")

    def seen(viewer: str | None) -> list[int]:
        return list(visible_cards(playing.state, playing.deck, viewer))

    assert (seen("ann"), seen("bob"), seen("eve"), seen(None)) == ([1], [], [], [])
    playing.do(actions.decide(state, "ann", 1, Decision.BET, at_us=0))
    assert (seen("ann"), seen("bob")) == ([1, 2], [])
    playing.do(actions.decide(playing.state, "ann", 2, Decision.FOLD, at_us=0))
    assert (seen("ann"), seen("bob"), seen(None)) == ([1, 2], [4], [])
    playing.do(actions.decide(playing.state, "bob", 4, Decision.FOLD, at_us=0))
    playing.do(actions.check_bonuses(playing.state, SEED, at_us=0))
    assert (seen("ann"), seen("bob"), seen(None)) == ([1, 2, 4], [4], [4])
    playing.do(actions.show_down(playing.state, SEED, at_us=0))
    assert (seen("ann"), seen(None)) == ([1, 2, 3, 4], [1, 3, 4])


def test_without_the_second_box_rule_both_open_boxes_are_seen_at_once() -> None:
    playing = Playing(replace(DEMO_SETTINGS, second_box_after_first=False))
    playing.stake("bob", (1, 500, 0))
    playing.stake("ann", (2, 500, 0), (5, 500, 0), (6, 500, 0))
    state = playing.deal("ann", "bob")
    assert list(visible_cards(state, playing.deck, "ann")) == []
    playing.do(actions.decide(state, "bob", 1, Decision.BET, at_us=0))
    assert list(visible_cards(playing.state, playing.deck, "ann")) == [2, 5]


def test_a_void_shows_no_box_that_its_owner_had_not_looked_at() -> None:
    playing = Playing(replace(DEMO_SETTINGS, second_box_after_first=False))
    playing.stake("ann", (1, 500, 0))
    playing.stake("bob", (2, 500, 0))
    playing.deal("ann", "bob")
    playing.do(actions.void(playing.state, SEED, reason="camera", pit_boss="boss", approver="second", at_us=0))
    assert playing.state.turn is None
    assert playing.state.deck is not None
    assert visible_cards(playing.state, None, "bob") == {}
    assert list(visible_cards(playing.state, None, "ann")) == [1], "it was her turn, so she held them in her hand"


def test_when_every_box_folds_the_dealer_is_not_turned_up() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 500))
    state = playing.deal("ann")
    playing.do(actions.decide(state, "ann", 1, Decision.FOLD, at_us=0))
    playing.do(actions.check_bonuses(playing.state, SEED, at_us=0))
    with pytest.raises(RoundRefusal, match="dealer is not turned up"):
        actions.show_down(playing.state, SEED, at_us=0)
    state = playing.do(actions.finish(playing.state, SEED, at_us=0))
    assert (state.phase, state.dealer, state.turn_card) == (Phase.SETTLED, (), None)


def test_a_blind_box_alone_goes_straight_to_its_end() -> None:
    playing = Playing(replace(DEMO_SETTINGS, open_boxes_per_player=0))
    playing.stake("ann", (3, 500, 0))
    assert playing.deal("ann").phase is Phase.BONUSES
    assert playing.end().phase is Phase.SETTLED


def test_nothing_happens_after_the_end() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0))
    playing.deal("ann")
    playing.do(actions.decide(playing.state, "ann", 1, Decision.BET, at_us=0))
    over = playing.end()
    refused: list[Callable[[], object]] = [
        lambda: place_stakes(over, "ann", [BoxWager(1, 500)], at_us=0),
        lambda: actions.ask_for_deal(over, "ann", at_us=0),
        lambda: actions.close_bets(over, at_us=0),
        lambda: actions.deal(over, SEED, at_us=0),
        lambda: actions.decide(over, "ann", 1, Decision.BET, at_us=0),
        lambda: actions.fold_overdue(over, at_us=10**18),
        lambda: actions.check_bonuses(over, SEED, at_us=0),
        lambda: actions.show_down(over, SEED, at_us=0),
        lambda: actions.finish(over, SEED, at_us=0),
        lambda: actions.void(over, SEED, reason="error", pit_boss="p", approver="a", at_us=0),
        lambda: actions.end_without_stakes(over, SEED, at_us=0),
        lambda: actions.ask_for_clock(over, "eve", at_us=0),
    ]
    for action in refused:
        with pytest.raises(RoundRefusal):
            action()
