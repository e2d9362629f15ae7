"""What the panel and the boxes say while others are waited for, seeds come in, or a time is over."""

from __future__ import annotations

from casino_table.game import actions
from casino_table.game.operations import BoxWager
from casino_table.game.shuffle import client_commitment
from casino_table.game.staking import place_stakes
from casino_table.tables.table_view import table_view
from tests.tables.table_states import Game

SECOND = 1_000_000


def test_who_is_ready_waits_for_who_is_not() -> None:
    game = Game().stake("me", (1, 500, 0)).stake("you", (2, 500, 0))
    assert str(table_view(game.look()).panel.more) == "Your bets are placed. You can still change them, or deal."
    game.do(actions.ask_for_deal(game.state, "me", at_us=0))
    ready = "Your bets are placed and you are ready. Waiting for Ben."
    assert str(table_view(game.look()).panel.more) == ready
    assert str(table_view(game.look("you")).panel.more).startswith("Your bets are placed. You can")


def test_a_seed_is_asked_only_of_who_promised_one_and_has_not_revealed_it() -> None:
    game = Game()
    for player, box, seed in (("me", 1, b"a" * 16), ("you", 2, b"b" * 16), ("third", 3, None)):
        promise = None if seed is None else client_commitment(box, player, seed).hex()
        wagers = [BoxWager(box, 500, 0)]
        game.do(place_stakes(game.state, player, wagers, at_us=0, client_commitment=promise))
    for player in game.state.players:
        game.do(actions.ask_for_deal(game.state, player, at_us=0))
    game.do(actions.close_bets(game.state, at_us=0))

    def kinds() -> list[str]:
        return [table_view(game.look(viewer)).panel.kind for viewer in ("me", "you", "third")]

    assert kinds() == ["reveal", "reveal", "wait"]
    game.do(actions.reveal_seed(game.state, "me", b"a" * 16, at_us=0))
    assert kinds() == ["wait", "reveal", "wait"]


def test_a_box_that_folds_by_time_says_so() -> None:
    game = Game().stake("me", (1, 500, 0)).stake("you", (2, 500, 0)).deal()
    game.do(actions.fold_overdue(game.state, at_us=30 * SECOND))
    game.fold()
    mine, theirs = (table_view(game.look(viewer)).boxes for viewer in ("me", "you"))
    assert [str(mine[0].status), str(theirs[0].status)] == ["time over, folded", "Ann: time over, folded"]
    assert [str(mine[1].status), str(theirs[1].status)] == ["Ben: folded", "folded"]
    over = table_view(game.finish().look()).boxes
    lines = [over[place].wager("ante") for place in (0, 1)]
    reasons = [str(wager.line.reason) for wager in lines if wager is not None and wager.line is not None]
    assert reasons == ["The time was over, and the box folded.", "The box folded."]
