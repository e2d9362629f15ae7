"""Acts at a table as programs and forms send them: strict bodies, keys that count once, answers, and pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from marshmallow import Schema

from casino_table.tables import schemas
from casino_table.tables.forms import parse_amount
from casino_table.tables.schemas import BodyError
from casino_table.text import Message
from tests.web.houses import Player

STAKES = {"round": 1, "boxes": [{"box": 1, "ante": 1000}]}


def changed(**changes: Any) -> dict[str, Any]:
    return {**STAKES, **changes}


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("10", 1000),
        ("10.", 1000),
        ("10.5", 1050),
        ("1,284.00", 128_400),
        ("1 284", 128_400),
        ("10,0", 1000),
        ("10,50", 1050),
        ("12,345,678.9", 1_234_567_890),
        ("", 0),
        ("–", 0),
    ],
)
def test_amounts_are_read_as_people_type_them(text: str, minor: int) -> None:
    assert parse_amount(text, 2) == minor


@pytest.mark.parametrize(
    "text",
    [
        "ten",
        "-5",
        "1e3",
        "10.555",
        "0x10",
        "٣",
        "1/2",
        "9" * 14,
        "10.00.00",
        "1,28.00",
        "1,284,5",
        "0,284,000",
        "10,555,",
    ],
)
def test_what_is_no_amount_is_refused_by_its_text(text: str) -> None:
    with pytest.raises(BodyError, match="is not an amount"):
        parse_amount(text, 2)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (changed(boxes=[{"box": 1, "ante": 10.0}]), "boxes.0.ante"),
        (changed(boxes=[{"box": 1, "ante": "10"}]), "boxes.0.ante"),
        (changed(boxes=[{"box": 1, "ante": True}]), "boxes.0.ante"),
        (changed(boxes=[{"box": 1, "ante": 10**30}]), "boxes.0.ante"),
        (changed(boxes=[{"box": 1, "ante": -5}]), "boxes.0.ante"),
        (changed(boxes=[{"box": 0, "ante": 500}]), "boxes.0.box"),
        (changed(boxes=[{"box": 8, "ante": 500}]), "boxes.0.box"),
        (changed(boxes=[{"box": 1, "ante": 500, "bonus": None}]), "boxes.0.bonus"),
        (changed(boxes=[{"box": 1, "ante": 500, "bet": 5}]), "boxes.0.bet"),
        (changed(boxes="1"), "boxes"),
        (changed(round="1"), "round"),
        (changed(round=None), "round"),
        (changed(deal="yes"), "deal"),
        (changed(tip=5), "tip"),
        (changed(key=""), "key"),
        (changed(key=7), "key"),
        ({"round": 1}, "boxes"),
    ],
)
def test_a_body_that_is_not_as_it_must_be_is_refused_by_the_name_of_the_field(
    player: Player, body: dict[str, Any], field: str
) -> None:
    answer = player.client.post("/tables/T1/stakes", json={"key": "k", **body}, headers={"X-CSRFToken": player.token})
    assert answer.status_code == 422
    assert answer.get_json()["sentence"].startswith(f"{field}: ")
    assert player.state()["balance"] == 200_000


@pytest.mark.parametrize(
    ("schema", "body", "sentence"),
    [
        (schemas.STAKES, {"boxes": [1]}, "boxes.0: a JSON object is expected"),
        (schemas.STAKES, {"boxes": [{"box": 1, "ante": True}]}, "boxes.0.ante: a whole number is expected"),
        (schemas.STAKES, {"boxes": [{"box": 9, "ante": 1}]}, "boxes.0.box: must be 1 to 7"),
        (schemas.STAKES, {"boxes": [{"box": 1, "ante": 1}] * 8}, "boxes: has more than 7 boxes"),
        (schemas.STAKES, {"boxes": [], "deal": 1.5}, "deal: true or false is expected"),
        (schemas.STAKES, {"boxes": [], "tip": 1}, "tip: is not asked for"),
        (schemas.STAKES, {}, "boxes: is missing"),
        (schemas.STAKES, {"boxes": None}, "boxes: may not be null"),
        (schemas.REVEAL, {"client_seed": "AB"}, "client_seed: 32 hexadecimal digits in lower case are expected"),
        (schemas.DECISION, {"box": 1, "decision": "raise"}, "decision: bet or fold is expected"),
    ],
)
def test_what_is_wrong_with_a_body_is_said_in_words_that_can_be_translated(
    schema: Schema, body: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BodyError) as refusal:
        schemas.load(schema, {"key": "k", "round": 1, **body})
    assert str(refusal.value.sentence) == sentence
    reason = refusal.value.sentence.params["reason"]
    assert isinstance(reason, Message)
    assert reason.translated(lambda template: f"<{template}>").startswith("<")


@pytest.mark.parametrize("data", ["[1]", "5", "{", ""])
def test_what_is_no_json_object_is_refused(player: Player, data: str) -> None:
    headers = {"X-CSRFToken": player.token, "Content-Type": "application/json"}
    answer = player.client.post("/tables/T1/stakes", data=data, headers=headers)
    assert answer.status_code in {400, 422}
    assert set(answer.get_json()) == {"code", "sentence", "status"}


def test_a_body_too_large_is_refused(player: Player) -> None:
    answer = player.stake(1, (1, 1000, 0), client_commitment="a" * 100_000)
    assert answer.status_code == 413


def test_the_same_key_counts_once_and_with_another_body_is_refused(player: Player) -> None:
    first = player.stake(1, (1, 1000, 0), key="one")
    again = player.stake(1, (1, 1000, 0), key="one")
    assert first.get_json() == again.get_json()
    assert player.state()["balance"] == 197_000
    other = player.stake(1, (1, 2000, 0), key="one")
    assert other.status_code == 409
    assert "ante" in other.get_json()["sentence"]
    assert player.state()["balance"] == 197_000


def test_a_round_by_json_from_the_stake_to_the_result(player: Player) -> None:
    assert player.stake(1, (1, 1000, 500), (2, 1000, 0), (3, 500, 0), deal=True).get_json()["turn"] == 1
    state = player.state()
    assert (state["phase"], state["now"]["act"], state["now"]["box"]) == ("deciding", "decide", 1)
    assert [len([card for card in box["cards"] if card]) for box in state["boxes"][:3]] == [2, 0, 0]
    assert player.decide(1, 1, "bet").get_json()["turn"] == 2
    ended = player.decide(1, 2, "fold").get_json()
    assert (ended["phase"], ended["turn"]) == ("settled", None)
    result = player.state()
    assert (result["phase"], result["round"], result["next_round"]) == ("settled", 1, 2)
    lines = [wager["line"] for box in result["boxes"] for wager in box["wagers"] if wager["line"]]
    assert len(lines) == 3 + 1 + 2
    staked = 500 + 3000 + 1000 + 1500
    assert result["balance"] == 200_000 - staked + sum(line["returned"] for line in lines)
    assert player.state(bets=2)["phase"] == "betting"


@pytest.mark.parametrize(
    ("act", "body", "status"),
    [
        ("decision", {"box": 2, "decision": "bet"}, 409),
        ("decision", {"box": 1, "decision": "raise"}, 422),
        ("deal", {}, 409),
        ("reveal", {"client_seed": "00" * 16}, 409),
        ("reveal", {"client_seed": "xyz"}, 422),
        ("clock", {}, 409),
        ("stakes", {"boxes": []}, 409),
    ],
)
def test_acts_out_of_turn_are_refused_with_a_sentence(
    player: Player, act: str, body: dict[str, Any], status: int
) -> None:
    player.stake(1, (1, 1000, 0), (2, 1000, 0), deal=True)
    answer = player.post(f"/tables/T1/{act}", round=1, **body)
    assert answer.status_code == status, answer.text
    assert answer.get_json()["sentence"]


def test_more_play_money_is_refused_while_there_is_enough(player: Player) -> None:
    assert player.post("/tables/T1/top-up").status_code == 409


def test_forms_are_answered_with_the_way_back_to_the_table(player: Player) -> None:
    form = {"csrf_token": player.token, "key": "f", "round": "1", "ante_1": "10", "bonus_1": "5.00"}
    answer = player.client.post("/tables/T1/stakes", data=form)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/tables/T1?bets=1")
    assert player.state()["balance"] == 200_000 - 3_500


def test_a_refused_form_shows_the_table_with_the_sentence_and_what_was_typed(player: Player) -> None:
    form = {"csrf_token": player.token, "key": "f", "round": "1", "ante_1": "500", "ante_2": "7"}
    answer = player.client.post("/tables/T1/stakes", data=form)
    assert answer.status_code == 409
    alert = re.search(r'role="alert"[^>]*><p>(.*?)</p>', answer.text)
    assert alert is not None
    assert "Box 1" in alert[1]
    assert "100" in alert[1]
    assert 'value="500"' in answer.text
    assert 'value="7"' in answer.text


def test_the_table_is_sent_again_only_when_it_changed(player: Player) -> None:
    first = player.client.get("/tables/T1/fragment")
    tag = first.headers["ETag"]
    again = player.client.get("/tables/T1/fragment", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    player.stake(1, (1, 1000, 0))
    assert player.client.get("/tables/T1/fragment", headers={"If-None-Match": tag}).status_code == 200


def test_a_round_is_shown_to_its_players_alone_and_only_once_it_has_ended(
    player: Player, sit: Callable[[], Player]
) -> None:
    player.stake(1, (1, 1000, 0), deal=True)
    assert player.client.get("/tables/T1/rounds/1").status_code == 404
    player.decide(1, 1, "bet")
    assert player.client.get("/tables/T1/rounds/1").status_code == 200
    assert sit().client.get("/tables/T1/rounds/1").status_code == 404


def test_a_history_has_pages(player: Player) -> None:
    for number in range(1, 22):
        player.stake(number, (1, 500, 0), deal=True)
        assert player.decide(number, 1, "fold").status_code == 200
    first, second = (player.client.get(f"/history?page={page}").text for page in (1, 2))
    assert first.count("/tables/T1/rounds/") == 20
    assert second.count("/tables/T1/rounds/") == 1
    assert "page=2" in first
    assert "page=1" in second
    assert player.client.get("/history?page=x").status_code == 200


def test_a_guest_is_the_same_after_a_restart_of_the_house(player: Player, app: Flask) -> None:
    cookie = player.client.get_cookie("casino_table")
    assert cookie is not None
    other = app.test_client()
    other.set_cookie("casino_table", cookie.value)
    assert "Guest 1" in other.get("/tables/T1").text
    forged = app.test_client()
    forged.set_cookie("casino_table", cookie.value[:-2] + "xx")
    assert "Guest 1" not in forged.get("/tables/T1").text
