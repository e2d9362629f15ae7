"""The pages on SQLite and on PostgreSQL: a round from stakes to receipt, histories, and names that are none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from casino_table.database import db
from tests.record_factories import create_reader
from tests.web.houses import Player, create_config, known_guests, running


@pytest.fixture
def app(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield a house on each kind of database whose first round has seed 856."""
    known_guests(monkeypatch)
    with running(create_config(database_url, tmp_path, seeds=[856])) as made:
        yield made


def test_the_house_stands_on_the_database_that_was_asked_for(app: Flask, database_kind: str) -> None:
    with app.app_context():
        assert db.engine.dialect.name == database_kind


def test_a_round_from_stakes_to_its_receipt_and_its_record(player: Player) -> None:
    assert player.stake(1, (1, 1000, 500), (2, 1000, 0), (4, 500, 0)).get_json()["phase"] == "betting"
    assert player.state()["balance"] == 200_000 - 3 * 2500 - 500
    assert player.post("/tables/T1/deal", round=1).get_json()["turn"] == 1
    assert player.decide(1, 1, "bet").get_json()["turn"] == 2
    assert player.decide(1, 2, "fold").get_json()["phase"] == "settled"
    receipt = player.client.get("/tables/T1/rounds/1")
    assert receipt.status_code == 200
    assert "Every wager, in PLAY" in receipt.text
    record = create_reader().parse(json.loads(player.client.get("/tables/T1/rounds/1/record").text))
    returned = sum(line.returned for line in record.settled())
    assert record.payouts is not None
    assert sum(line.returned for line in record.payouts) == returned
    staked = 1000 * 3 + 500 + 1000 + 500 * 3
    assert player.state()["balance"] == 200_000 - staked + returned


def test_a_refused_act_is_refused_again_under_its_key_and_moves_nothing(player: Player) -> None:
    answers = [player.stake(1, (1, 700, 0), key="off the step") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [409, 409]
    assert answers[0].get_json() == answers[1].get_json()
    assert player.state()["balance"] == 200_000


def test_a_history_sums_what_was_staked_and_returned(player: Player, sit: Callable[[], Player]) -> None:
    other = sit()
    player.stake(1, (1, 1000, 0), deal=True)
    player.decide(1, 1, "fold")
    page = " ".join(player.client.get("/history").text.split())
    assert page.count("/tables/T1/rounds/1") == 1
    assert ">10.00</td>" in page
    assert ">−10.00</td>" in page
    assert "/tables/T1/rounds/" not in other.client.get("/history").text
    assert player.client.get("/history?page=99999999999999999999").status_code == 200


@pytest.mark.parametrize("page", ["", "/state", "/fragment", "/rules", "/rounds/1", "/rounds/99999999999999999999"])
def test_a_name_that_no_database_takes_is_no_table(player: Player, page: str) -> None:
    for name in ("T%00", "T" * 61):
        assert player.client.get(f"/tables/{name}{page}").status_code == 404
    form = {"csrf_token": player.token, "key": "k", "round": "1", "ante_1": "10"}
    assert player.client.post("/tables/T%00/stakes", data=form).status_code == 404


def test_a_round_number_that_no_database_takes_is_no_round(player: Player) -> None:
    assert player.client.get("/tables/T1/rounds/99999999999999999999").status_code == 404
