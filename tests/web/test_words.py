"""What pages say to whom at the edges: lost cookies, tables that are not there, who watches, who waits, each line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.houses import Player


def page_of(client: FlaskClient, path: str = "/tables/T1") -> str:
    """Return the text of a page on one line, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", client.get(path).text)).split())


def test_who_lost_the_cookie_is_told_of_cookies_and_not_of_forms(app: Flask, player: Player) -> None:
    form = {"key": "k", "round": "1", "ante_1": "10"}
    without = app.test_client().post("/tables/T1/stakes", data=form)
    assert (without.status_code, "Allow cookies" in without.text) == (400, True)
    forged = player.client.post("/tables/T1/stakes", data=form)
    assert (forged.status_code, "Load the page again" in forged.text) == (400, True)


def test_a_table_that_is_not_there_leads_to_one_that_is(player: Player) -> None:
    form = {"csrf_token": player.token, "key": "k", "round": "1", "ante_1": "10"}
    for answer in (player.client.get("/tables/T9"), player.client.post("/tables/T9/stakes", data=form)):
        assert answer.status_code == 404
        assert "There is no table T9." in answer.text
        assert 'href="/tables/T1"' in answer.text
        assert 'href="/tables/T9' not in answer.text


def test_who_watches_learns_how_the_round_ended(player: Player, sit: Callable[[], Player], app: Flask) -> None:
    watcher, visitor = sit().client, app.test_client()
    player.stake(1, (1, 1000, 0), (2, 1000, 0), deal=True)
    player.decide(1, 1, "bet")
    player.decide(1, 2, "fold")
    told = r"Round T1-1 is over\. The dealer had .+: .+, and (did not qualify|qualified)\. Box 1 \w+, Box 2 folded\."
    for client in (watcher, visitor):
        assert re.search(told, page_of(client))
    assert "is over. The dealer" not in page_of(player.client), "its player reads the result itself"
    player.stake(2, (1, 1000, 0), deal=True)
    assert "T1-1 is over" not in page_of(watcher), "the next round is under way"
    player.decide(2, 1, "fold")
    assert "Round T1-2 is over: every box folded." in page_of(watcher)


def test_who_waits_for_a_player_alone_is_told_what_the_clock_does(player: Player, sit: Callable[[], Player]) -> None:
    stranger = sit()
    player.stake(1, (1, 1000, 0), deal=True)
    assert "plays alone and without a clock" in page_of(stranger.client)
    assert "each decision has 30 s" in page_of(stranger.client)
    assert stranger.post("/tables/T1/clock", round=1).status_code == 200
    waiting = page_of(stranger.client)
    assert "plays alone" not in waiting
    assert "to decide 30 s" in waiting or "to decide 29 s" in waiting


def test_each_line_of_a_box_says_what_became_of_it(player: Player) -> None:
    player.stake(1, (1, 1000, 500), (2, 1000, 0), (3, 1000, 0), deal=True)
    player.decide(1, 1, "bet")
    player.decide(1, 2, "fold")
    lines = {
        f"{box['box']} {wager['label']}": wager["line"]
        for box in player.state()["boxes"]
        for wager in ({**one, "label": one["wager"]} for one in box["wagers"])
        if wager["line"]
    }
    page = player.client.get("/tables/T1").text
    parts = re.findall(r'"why"[^>]*>(.*?)</span>\s*</li>', page, re.DOTALL)
    said = [" ".join(unescape(re.sub(r"<[^>]+>", " ", why)).split()) for why in parts]
    assert len(said) == len(lines) == 6
    for sentence, line in zip(said, lines.values(), strict=True):
        assert sentence, "no line without a word"
        assert ("won" in sentence) == (line["won"] > 0)


def test_bets_are_told_by_box_and_amount(player: Player) -> None:
    player.stake(1, (1, 1000, 0))
    player.stake(1, (1, 1000, 500), (3, 1500, 0))
    assert player.state()["story"][1:] == [
        "You bet on box 1: ante 10.00.",
        "You bet on boxes 1, 3: antes 25.00, bonuses 5.00.",
    ]


def test_a_box_says_what_all_its_wagers_brought_together(player: Player) -> None:
    player.stake(1, (1, 1000, 500), (3, 1000, 0), deal=True)
    player.decide(1, 1, "bet")
    page = page_of(player.client)
    for box in player.state()["boxes"]:
        if box["net"]:
            assert f"{'won' if box['net'] > 0 else 'lost'} {abs(box['net']) // 100} " in page


def test_who_watched_is_turned_to_the_new_bets_whoever_looks_first(
    player: Player, sit: Callable[[], Player], app: Flask
) -> None:
    watcher = sit().client
    player.stake(1, (1, 1000, 0), deal=True)
    player.decide(1, 1, "bet")

    def look(client: FlaskClient, tag: str = "") -> TestResponse:
        return client.get("/tables/T1/fragment", headers={"If-None-Match": tag} if tag else {})

    seen = look(watcher)
    assert 'class="panel watched"' in seen.text
    assert look(watcher, seen.headers["ETag"]).status_code == 304
    dealer = app.extensions["dealer"]
    app.extensions["dealer"] = replace(dealer, clock=lambda: dealer.clock() + 15_000_000)
    assert look(player.client).status_code == 200
    turned = look(watcher, seen.headers["ETag"])
    assert turned.status_code == 200
    assert 'class="panel bets"' in turned.text
