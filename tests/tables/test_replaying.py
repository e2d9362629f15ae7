"""A round step by step: what is turned up when, in the order of play."""

from __future__ import annotations

from dataclasses import replace

from casino_table.game.settings import DEMO_SETTINGS
from casino_table.tables.replaying import replay_of
from casino_table.tables.story import Teller
from tests.tables.table_states import NAMES, Game

ALONE = replace(DEMO_SETTINGS, betting_seconds=None, decision_seconds=None)


def test_every_card_is_turned_up_at_its_place_in_the_order_of_play() -> None:
    game = Game(settings=ALONE).stake("me", (1, 1000, 500), (2, 1000, 0), (3, 500, 0)).deal().bet().fold().finish()
    replay = replay_of(game.state, game.operations, Teller(game.state, NAMES, "me"))
    told = [str(moment.sentence).split(":")[0] for moment in replay.moments]
    assert told == [
        "Round T1-1 is open for bets.", "You bet on boxes 1, 2, 3", "You are ready for the deal.", "Bets are closed.",
        "The flop", "Box 1", "Box 2", "Box 1, bonus", "The turn", "The river",
        "The dealer has jack of hearts and nine of clubs", "Box 1", "Box 3", "You staked 60.00; 60.00 came back.",
    ]  # fmt: skip
    assert [moment.step for moment in replay.moments] == list(range(1, 15))
    assert (replay.flop, replay.turn, replay.river, replay.dealer) == (5, 9, 10, 11)
    assert replay.cards == {1: 5, 2: 6, 3: 13}
    assert replay.results == {1: 12, 3: 13}


def test_another_players_cards_are_turned_up_only_at_the_end() -> None:
    game = Game().stake("me", (1, 1000, 0)).stake("you", (2, 500, 0)).deal().bet().bet().finish()
    replay = replay_of(game.state, game.operations, Teller(game.state, NAMES, "me"))
    told = [str(moment.sentence) for moment in replay.moments]
    assert told[replay.cards[1] - 1].startswith("The flop")
    assert told[replay.cards[2] - 1].startswith("Box 2: ")
    assert replay.cards[2] > replay.dealer
