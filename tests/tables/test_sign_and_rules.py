"""The sign and the rules page follow from paytable and table; the figures are copied from the rules of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from casino_table.game.hand_minimum import ANY_HAND
from casino_table.game.limits import MaxPayoutScope
from casino_table.game.paytable import AnteWithoutQualification
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.tables.rules_view import rules_view, short_course
from casino_table.tables.sign import ladder, sign_of
from casino_table.tables.words import cards_label
from tests.tables.table_states import Game, shipped

REST = ("anything else", "1:1", "")
LADDERS = {
    "texas-poker": [
        ("royal flush", "100:1", "500:1"), ("straight flush", "20:1", "200:1"), ("four of a kind", "10:1", "100:1"),
        ("full house", "3:1", "50:1"), ("flush", "2:1", "40:1"), ("straight", "1:1", "35:1"),
        ("three of a kind", "1:1", "30:1"), REST,
    ],
    "by-table-aces": [
        ("royal flush", "100:1", "100:1"), ("straight flush", "20:1", "50:1"), ("four of a kind", "10:1", "40:1"),
        ("full house", "3:1", "30:1"), ("flush", "2:1", "20:1"), ("straight", "1:1", "7:1"),
        ("three of a kind", "1:1", "7:1"), ("two pair", "1:1", "7:1"), ("pair of aces or better", "1:1", "7:1"), REST,
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", LADDERS)
def test_the_ladder_is_that_of_the_paytable(name: str) -> None:
    assert [(str(row.hand), row.ante, row.bonus) for row in ladder(shipped(name))] == LADDERS[name]


@pytest.mark.parametrize(
    ("switches", "label", "text"),
    [
        ({}, "Ante", "5 to 100, by 5"),
        ({}, "Bonus", "5 to 25, by 5"),
        ({}, "Bet", "twice the ante"),
        ({}, "Max payout", "10,000 a box: once for ante and bet, once for the bonus"),
        ({"bonus_max": 0, "bonus_min": 0}, "Max payout", "10,000 a box"),
        (
            {"max_payout_scope": MaxPayoutScope.DEAL},
            "Max payout",
            "10,000 a deal, all boxes together: once for antes and bets, once for bonuses",
        ),
        ({"payout_unit": 500}, "Paid to", "whole multiples of 5"),
        ({"boxes_per_player": 3}, "Boxes", "up to 3 a player"),
        ({"equal_stakes": True}, "Antes", "equal on all boxes of a player"),
        ({"ante_min": 550, "ante_step": 1}, "Ante", "5.50 to 100"),
    ],
)
def test_the_sign_names_limits_and_scope(switches: dict[str, Any], label: str, text: str) -> None:
    sign = sign_of(Game(settings=replace(DEMO_SETTINGS, **switches)).state)
    assert {str(name): str(said) for name, said in sign.lines}[label] == text


def rules_of(paytable: str = "texas-poker", **switches: Any) -> dict[str, str]:
    view = rules_view(Game(settings=replace(DEMO_SETTINGS, **switches), paytable=shipped(paytable)).state)
    return {section.key: " ".join(str(sentence) for sentence in section.sentences) for section in view.sections}


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        ("bets", "Your first 2 boxes, counted by their numbers, are open; all further ones are blind."),
        ("bets", "3 antes in all"),
        ("decisions", "Your second open box is seen only once the first is decided."),
        ("showdown", "or “has a game”, with a pair of fours or better"),
        ("showdown", "nothing is compared, the ante wins 1:1, and the bet goes back"),
        ("bonus", "its bonus stands"),
        ("limits", "at most 10,000 for ante and bet together"),
        ("limits", "rounded down to a multiple of 0.01"),
        ("clock", "Each decision then has 30 s."),
        ("shuffle", "every card of a finished round can be derived"),
    ],
)
def test_the_rules_of_the_demo_table(section: str, sentence: str) -> None:
    assert sentence in rules_of()[section]


@pytest.mark.parametrize(
    ("paytable", "switches", "section", "sentence"),
    [
        ("minsk", {}, "showdown", "nothing is compared, the ante wins by the table"),
        ("texas-poker-strict", {}, "showdown", "below a pair of fours goes back instead of winning"),
        ("texas-poker", {"open_boxes_per_player": 0}, "bets", "All boxes are blind."),
        ("texas-poker", {"open_boxes_per_player": 6}, "bets", "All your boxes are open."),
        ("texas-poker", {"equal_stakes": True}, "bets", "All your boxes must have the same ante."),
        ("texas-poker", {"betting_seconds": None, "decision_seconds": None}, "clock", "There are no times"),
        ("texas-poker", {"max_payout_scope": MaxPayoutScope.DEAL}, "limits", "whoever owns them, are at most 10,000"),
    ],
)
def test_each_switch_has_its_sentence(paytable: str, switches: dict[str, Any], section: str, sentence: str) -> None:
    assert sentence in rules_of(paytable, **switches)[section]
    assert sentence not in rules_of().get(section, "")


def test_without_a_bonus_nothing_is_said_of_one() -> None:
    assert "bonus" not in rules_of(bonus_min=0, bonus_max=0)
    assert "second open box" not in rules_of(second_box_after_first=False)["decisions"]


def test_cards_in_a_row_are_joined_as_people_say_them() -> None:
    assert str(cards_label([51, 47, 0])) == "ace of spades, king of spades and two of clubs"


@pytest.mark.parametrize(
    ("name", "rules", "says"),
    [
        ("texas-poker", {}, "If the dealer has less than a pair of fours, your ante wins whatever you hold."),
        ("texas-poker-strict", {}, "your ante wins with a pair of fours or better."),
        ("minsk", {"ante_without_qualification": AnteWithoutQualification.PUSH}, "ante and bet go back."),
        ("minsk", {"dealer_qualifies": ANY_HAND}, "Turn, river, dealer. The better five of seven win."),
    ],
)
def test_the_short_course_promises_nothing_that_the_paytable_does_not_keep(
    name: str, rules: dict[str, Any], says: str
) -> None:
    paytable = shipped(name)
    course = short_course(Game(paytable=replace(paytable, rules=replace(paytable.rules, **rules))).state)
    assert str(course[-1]).endswith(says)


@pytest.mark.parametrize(
    ("count", "stake", "look"), [(2, "Your first 2 are open", "Look at"), (0, "on several.", "All boxes are blind")]
)
def test_the_short_course_says_which_boxes_are_blind(count: int, stake: str, look: str) -> None:
    course = short_course(Game(settings=replace(DEMO_SETTINGS, open_boxes_per_player=count)).state)
    assert stake in str(course[0])
    assert look in str(course[1])


def test_every_kind_of_hand_is_shown_by_five_cards_strongest_first() -> None:
    hands = rules_view(Game().state).hands
    assert [str(hand.label) for hand in hands] == [
        "royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind",
        "two pair", "pair", "high card",
    ]  # fmt: skip
    assert all(len({card.card for card in hand.cards}) == 5 for hand in hands)
