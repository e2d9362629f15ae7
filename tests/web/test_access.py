"""Who may enter, what protects the pages, and that no output shows what may not be seen yet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from casino_table.cards import card_text
from casino_table.database import db
from casino_table.game.actions import deck_of
from casino_table.ledger.seeds import load_seed
from casino_table.tables.live import read_open_round
from casino_table.web.access import Access
from tests.web.houses import Player, numbered_seed


def addresses(app: Flask) -> list[str]:
    """Return an address for every rule that answers GET."""
    values: dict[str, Any] = {"name": "T1", "number": 1, "filename": "css/base.css"}
    with app.test_request_context():
        return [
            url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})
            for rule in app.url_map.iter_rules()
            if "GET" in (rule.methods or ())
        ]


def test_every_route_states_who_may_enter(app: Flask) -> None:
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static":
            blueprint = app.blueprints[rule.endpoint.partition(".")[0]]
            assert isinstance(getattr(blueprint, "access", None), Access), rule


def test_routes_for_players_turn_visitors_away(app: Flask, client: FlaskClient) -> None:
    token = client.get("/tables/T1/state").get_json()["csrf_token"]
    for rule in app.url_map.iter_rules():
        if not rule.endpoint.startswith("play."):
            continue
        path = rule.rule.replace("<name>", "T1").replace("<int:number>", "1")
        method = "POST" if "POST" in (rule.methods or ()) else "GET"
        answer = client.open(path, method=method, headers={"X-CSRFToken": token, "Accept": "application/json"})
        assert answer.status_code == 401, path
        assert answer.get_json()["code"] == "not_seated"


@pytest.mark.parametrize("path", ["/", "/tables/T1", "/nowhere", "/static/css/base.css", "/tables/T1/state"])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_pages_have_nothing_inline_and_nothing_from_elsewhere(app: Flask, player: Player) -> None:
    for path in addresses(app):
        answer = player.client.get(path)
        page = answer.text
        answer.close()
        if "<html" not in page:
            continue
        assert not re.search(r"\sstyle\s*=|\son\w+\s*=|<style|javascript:", page), path
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page)), path
        assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', page), path


def test_a_form_from_elsewhere_is_refused(client: FlaskClient) -> None:
    assert client.post("/guests", data={"key": "k"}).status_code == 400
    answer = client.post("/guests", json={"key": "k"})
    assert answer.status_code == 400
    assert answer.get_json()["code"] == "forged"


def test_the_cookie_is_for_a_year_and_out_of_reach_of_scripts(app: Flask) -> None:
    player = Player(app.test_client())
    player.token = player.client.get("/tables/T1/state").get_json()["csrf_token"]
    cookie = player.post("/guests").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/tables/T9", 404), ("/tables/T1/rounds/7", 404), ("/guests", 405)]
)
@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_errors_are_pages_for_people_and_json_for_programs(player: Player, path: str, status: int, accept: str) -> None:
    answer = player.client.get(path, headers={"Accept": accept})
    assert answer.status_code == status
    assert answer.mimetype == accept
    if accept == "application/json":
        assert set(answer.get_json()) == {"code", "sentence", "status"}
    else:
        assert "<h1>" in answer.text
    if status == 405:
        assert "POST" in answer.headers["Allow"]


def hidden(app: Flask) -> tuple[str, set[str]]:
    """Return the waiting seed as hex and the texts of all cards of the open round."""
    with app.app_context():
        state = read_open_round(db.session(), "T1")
        seed = load_seed(db.session(), state.name, app.extensions["dealer"].vault)
        return seed.hex(), {card_text(card) for card in deck_of(state, seed)} if state.flop else set()


def shown_cards(page: str) -> set[str]:
    """Return every card that a page or a JSON answer shows or names."""
    ranks = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    suits = ["clubs", "diamonds", "hearts", "spades"]
    named = re.findall(rf"({'|'.join(ranks)}) of ({'|'.join(suits)})", page)
    found = {"23456789TJQKA"[ranks.index(rank)] + suit[0] for rank, suit in named}
    found |= set(re.findall(r'data-card="(\w\w)"', page))
    return found | set(re.findall(r'"([2-9TJQKA][cdhs])"', page))


def test_no_output_shows_the_seed_or_a_card_before_its_time(app: Flask, sit: Callable[[], Player]) -> None:
    mine, other = sit(), sit()
    watcher = Player(app.test_client())
    seed = numbered_seed(856).hex()
    assert hidden(app)[0] == seed
    assert mine.stake(1, (1, 1000, 500), (2, 1000, 0), (4, 500, 500)).status_code == 200
    assert other.stake(1, (3, 500, 0), (5, 2500, 0)).status_code == 200
    allowed_to_nobody: set[str] = set()
    _check_all(app, {mine: allowed_to_nobody, other: allowed_to_nobody, watcher: allowed_to_nobody}, seed)
    for player in (mine, other):
        assert player.post("/tables/T1/deal", round=1).status_code == 200
    board = shown_cards(watcher.client.get("/tables/T1").text)
    assert len(board) == 3
    state = mine.state()
    first = set(state["boxes"][0]["cards"])
    assert len(first - {None}) == 2
    _check_all(app, {mine: board | first, other: board, watcher: board}, seed)
    assert mine.decide(1, 1, "bet").status_code == 200
    second = set(mine.state()["boxes"][1]["cards"])
    assert len(second - {None}) == 2
    _check_all(app, {mine: board | first | second, other: board, watcher: board}, seed)


def _check_all(app: Flask, allowed: dict[Player, set[str]], seed: str) -> None:
    for player, cards in allowed.items():
        for path in addresses(app):
            answer = player.client.get(path)
            text = answer.text + str(answer.headers)
            answer.close()
            if path.startswith("/static"):
                continue
            assert seed not in text, path
            if path in {"/", "/tables/T1/rules"}:
                continue  # the drawing on the welcome page is of no round
            assert shown_cards(text) <= cards, path


def test_a_key_gives_nobody_the_seat_of_somebody_else(app: Flask) -> None:
    seats = set()
    for _ in range(2):
        visitor = Player(app.test_client())
        visitor.token = visitor.client.get("/tables/T1/state").get_json()["csrf_token"]
        seats.add(visitor.post("/guests", key="the same key").get_json()["person"])
    assert len(seats) == 2


def test_two_clicks_on_the_chair_make_one_guest(app: Flask) -> None:
    client = app.test_client()
    token = client.get("/tables/T1/state").get_json()["csrf_token"]
    cookie = client.get_cookie("casino_table")
    assert cookie is not None
    seats = []
    for _ in range(2):
        client.set_cookie("casino_table", cookie.value)
        answer = client.post("/guests", json={"key": "k"}, headers={"X-CSRFToken": token})
        seats.append(answer.get_json()["person"])
    assert seats[0] == seats[1]
