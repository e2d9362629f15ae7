"""What a table shows to whom: cards, hands, lines and sentences.

Deck of seed 7, boxes 1 to 3 in play: Th 2s | As 2d | 8c 2h, dealer Jh 9c, board 8d 7h 2c Qd Ks; the dealer has king
high and does not qualify. Deck of seed 856, as `tests/e2e/test_whole_round.py` says, but without a player's seed.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from casino_table.game.paytable import BonusAfterFold, Paytable
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.tables.table_view import table_view
from casino_table.tables.view import BoxView, Mark, TableView
from tests.tables.table_states import Game, shipped

ALONE = replace(DEMO_SETTINGS, betting_seconds=None, decision_seconds=None)
THREE = ((1, 1000, 500), (2, 1000, 0), (3, 500, 0))


def box(view: TableView, number: int) -> BoxView:
    return view.boxes[number - 1]


def texts(shown: BoxView) -> list[str]:
    return [card.text for card in shown.cards]


def test_before_the_deal_boxes_say_open_or_blind_and_what_they_cost() -> None:
    view = table_view(Game().stake("me", *THREE).stake("you", (5, 2500, 0)).look())
    assert [box(view, number).play for number in (1, 2, 3, 5)] == ["open", "open", "blind", "open"]
    assert str(box(view, 1).cost) == "ante 10.00 + bet 20.00 + bonus 5.00 = 35.00"
    assert str(box(view, 3).cost) == "ante + bet = 3 × 5.00 = 15.00"
    assert box(view, 5).cost is None
    assert box(view, 5).owner_name == "Ben"
    assert view.staking is not None
    assert view.staking.boxes == (1, 2, 3, 4, 6)
    assert view.panel.kind == "bets"
    assert view.clock is not None
    assert str(view.clock.what) == "bets close in"


def test_an_owner_sees_one_open_box_at_a_time_and_nobody_else_sees_it() -> None:
    game = Game().stake("me", *THREE).stake("you", (4, 500, 0)).deal()
    mine, theirs, visitor = (table_view(game.look(viewer)) for viewer in ("me", "you", None))
    assert [texts(box(mine, number)) for number in (1, 2, 3, 4)] == [["Th", "2s"], ["", ""], ["", ""], ["", ""]]
    for view in (theirs, visitor):
        assert [texts(box(view, number)) for number in (1, 2, 3, 4)] == [["", ""]] * 4
    assert str(box(mine, 2).note) == "seen when its turn comes"
    assert str(box(mine, 3).note) == "seen at the showdown"
    assert str(mine.panel.say).startswith("ten of hearts and two of spades: ")
    assert str(theirs.panel.say) == "Ann decides on box 1."
    assert visitor.panel.kind == "guest"
    mine = table_view(game.bet().look())
    assert texts(box(mine, 2)) == ["As", "2d"]
    assert texts(box(table_view(game.look("you")), 1)) == ["", ""]


def test_a_dealer_without_a_game_is_explained_and_antes_win_even() -> None:
    view = table_view(Game(settings=ALONE).stake("me", *THREE).deal().bet().fold().finish().look())
    assert str(view.dealer.hand) == "king high"
    assert view.dealer.qualifies is False
    assert str(view.dealer.verdict) == "does not qualify: less than a pair of fours"
    first, second, third = (box(view, number) for number in (1, 2, 3))
    assert str(first.hand) == "pair of twos"
    assert str(first.note) == "the dealer does not qualify"
    assert [card.text for card in first.best] == ["2s", "2c", "Ks", "Qd", "Th"]
    assert [card.mark for card in first.cards] == [Mark.BEST, Mark.BEST]
    ante, bet = first.wager("ante"), first.wager("bet")
    assert ante is not None
    assert ante.line is not None
    assert (ante.line.odds, ante.line.won, ante.line.returned) == ("1:1", 1000, 2000)
    assert bet is not None
    assert bet.line is not None
    assert (bet.line.odds, bet.line.won, bet.line.returned) == ("", 0, 2000)
    assert (second.state, str(second.status)) == ("folded", "folded")
    assert second.best == ()
    assert str(third.hand) == "two pair, eights and twos"
    assert view.panel.kind == "result"
    assert (view.panel.staked, view.panel.returned) == (500 + 3000 + 1000 + 1500, 4000 + 2000)
    assert view.panel.can_repeat
    assert view.staking is not None
    assert view.staking.rebet == THREE


def test_the_board_says_which_boxes_use_a_card() -> None:
    view = table_view(Game(settings=ALONE).stake("me", *THREE).deal().bet().bet().finish().look())
    uses = {card.text: card.uses for card in view.board.cards}
    # box 1: 2s 2c Ks Qd Th; box 2: 2d 2c As Ks Qd; box 3: 8c 8d 2h 2c Ks
    assert uses == {"8d": (3,), "7h": (), "2c": (1, 2, 3), "Qd": (1, 2), "Ks": (1, 2, 3)}


def test_the_end_is_told_bonuses_first_then_board_dealer_and_boxes() -> None:
    view = table_view(Game(settings=ALONE).stake("me", *THREE).deal().bet().fold().finish().look())
    told = [str(item.sentence) for item in view.news if item.step]
    steps = [item.step for item in view.news if item.step]
    assert steps == sorted(steps)
    assert [sentence.split(":")[0] for sentence in told] == [
        "Box 1, bonus", "The turn", "The river", "The dealer has jack of hearts and nine of clubs", "Box 1", "Box 3",
        "You staked 60.00; 60.00 came back.",
    ]  # fmt: skip
    assert [item.sequence for item in view.news] == list(range(1, len(view.news) + 1))
    assert view.last_step == steps[-1]


def test_a_line_cut_by_the_maximum_payout_says_so() -> None:
    capped = replace(ALONE, max_payout=30_000)
    # Deck of seed 856 with one box in play and no player's seed is another one; any win of 300.00 and more is cut.
    for seed in range(1, 400):
        game = Game(seed, capped).stake("me", (1, 500, 2500)).deal().bet().finish()
        line = next(line for line in game.state.lines if line.wager == "bonus")
        if line.won:
            break
    view = table_view(game.look())
    bonus = box(view, 1).wager("bonus")
    assert bonus is not None
    assert bonus.line is not None
    assert bonus.line.won == 30_000
    assert bonus.line.uncapped_won is not None
    assert bonus.line.uncapped_won >= 2500 * 30
    assert bonus.line.outcome == "win"


def test_when_all_fold_nobody_is_turned_up() -> None:
    view = table_view(Game(settings=ALONE).stake("me", (1, 500, 0), (2, 500, 0)).deal().fold().fold().finish().look())
    assert str(view.dealer.hand) == "not turned up, for every box has folded"
    assert [card.card for card in view.dealer.cards] == [None, None]
    assert sum(not card.slot for card in view.board.cards) == 3
    assert view.panel.returned == 0


def test_a_void_round_gives_stakes_back() -> None:
    view = table_view(Game(settings=ALONE).stake("me", *THREE).deal().bet().void().look())
    assert (view.phase, view.panel.kind) == ("void", "void")
    lines = [wager.line for wager in box(view, 1).wagers if wager.line]
    assert [line.returned for line in lines] == [500, 1000, 2000]
    assert {box(view, number).state for number in (1, 2, 3)} == {"void"}


@pytest.mark.parametrize(("balance", "kind"), [(1499, "broke"), (1500, "bets")])
def test_who_cannot_pay_a_box_is_offered_more(balance: int, kind: str) -> None:
    assert table_view(Game().look(balance=balance)).panel.kind == kind


def test_who_cannot_pay_the_same_again_is_not_offered_it() -> None:
    game = Game(settings=ALONE).stake("me", *THREE).deal().bet().bet().finish()
    cost = 3500 + 3000 + 1500
    assert table_view(game.look(balance=cost)).panel.can_repeat
    assert not table_view(game.look(balance=cost - 1)).panel.can_repeat


def test_who_waits_may_ask_for_the_clock_and_the_clock_is_shown() -> None:
    game = Game().stake("me", (1, 500, 0)).deal()
    assert table_view(game.look("me")).clock is None
    watching = table_view(game.look("you")).panel
    assert watching.kind == "watch"
    assert watching.can_start_clock
    both = Game().stake("me", (1, 500, 0)).stake("you", (2, 500, 0)).deal()
    clock = table_view(both.look("you")).clock
    assert clock is not None
    assert (clock.deadline_ms - clock.now_ms, str(clock.what)) == (30_000, "to decide")


@pytest.mark.parametrize("viewer", ["me", "you", None])
def test_no_sentence_has_an_unfilled_place(viewer: str | None) -> None:
    game = Game().stake("me", *THREE).stake("you", (4, 500, 500))
    views = [table_view(game.look(viewer)), table_view(game.deal().look(viewer))]
    views += [table_view(game.bet().look(viewer)), table_view(game.fold().look(viewer))]
    views.append(table_view(game.bet().finish().look(viewer)))
    for view in views:
        said = [str(item.sentence) for item in view.news] + [str(view.panel.say), str(view.dealer.hand)]
        said += [str(part) for shown in view.boxes for part in (shown.hand, shown.note, shown.status, shown.cost)]
        assert not [sentence for sentence in said if re.search(r"[{}]|Message\(", sentence)]


def lost_with_fold() -> Paytable:
    paytable = shipped("texas-poker")
    return replace(paytable, rules=replace(paytable.rules, bonus_after_fold=BonusAfterFold.LOST))


@pytest.mark.parametrize(
    ("paytable", "wager", "costs"),
    [
        (lost_with_fold(), (1, 1000, 500), "lose the ante, 10.00, and the bonus, 5.00"),
        (lost_with_fold(), (1, 1000, 0), "lose the ante, 10.00"),
        (shipped("texas-poker"), (1, 1000, 500), "lose the ante, 10.00"),
    ],
)
def test_the_fold_button_says_all_that_a_fold_costs(
    paytable: Paytable, wager: tuple[int, int, int], costs: str
) -> None:
    panel = table_view(Game(paytable=paytable).stake("me", wager).deal().look()).panel
    assert str(panel.more) == costs


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        # Th 2s against As 2d on 8c 2h Jh 9c 8d: eights and twos both, then a jack of the board and the dealer's ace.
        (7, "the dealer is better: jack against ace"),
        # 5s Kh against Qs 4s on 6h 6c 8d Ts 9d.
        (68, "better than the dealer: king against queen"),
        # Qd Th against Qh 2s on 6s 5s 6h Qc 3h: the dealer's fifth card is the five of the board.
        (97, "better than the dealer: ten against five"),
    ],
)
def test_between_hands_of_one_name_the_cards_that_decide_are_named(seed: int, said: str) -> None:
    view = table_view(Game(seed).stake("me", (1, 500, 0)).deal().bet().finish().look())
    assert str(box(view, 1).note) == said
    assert str(box(view, 1).hand) == str(view.dealer.hand)


def test_a_void_says_of_every_line_that_it_goes_back_and_leaves_seen_cards_seen() -> None:
    view = table_view(Game().stake("me", *THREE).deal().bet().void().look())
    assert [texts(box(view, number)) for number in (1, 2, 3)] == [["Th", "2s"], ["As", "2d"], ["", ""]]
    lines = [wager.line for shown in view.boxes for wager in shown.wagers if wager.line is not None]
    assert [str(line.note) for line in lines] == ["void, goes back"] * len(lines)
    assert str(view.dealer.hand) == "not turned up"
