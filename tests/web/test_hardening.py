"""What keeps pages, cookies and answers apart: headers, the cookie over HTTPS, tags by viewer, names, and the log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, session
from flask.testing import FlaskClient

from casino_table.tables.operations import Dealer
from casino_table.web.access import remember
from tests.web.houses import Player, create_config, running

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
OVER_HTTPS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
FOR_ONE_VIEWER = {"Cache-Control": "no-cache, private", "Vary": "Accept, Accept-Language, Cookie"}
OURS = EVERYWHERE | OVER_HTTPS | FOR_ONE_VIEWER


def our_headers(client: FlaskClient, path: str, base_url: str) -> dict[str, str]:
    """Return the headers of an answer that the house sets, those with a list in the order of the alphabet."""
    with client.get(path, base_url=base_url) as answer:
        assert set(answer.headers["Content-Security-Policy"].split("; ")) == POLICY
        found = {name: answer.headers[name] for name in OURS if name in answer.headers}
        return found | ({"Vary": ", ".join(sorted(answer.vary))} if answer.vary else {})


@pytest.mark.parametrize("path", ["/", "/tables/T1", "/tables/T1/state", "/nowhere"])
def test_every_header_of_a_page_is_as_it_must_be(client: FlaskClient, path: str) -> None:
    plain, secure = (our_headers(client, path, f"{scheme}://localhost") for scheme in ("http", "https"))
    expected = {**EVERYWHERE, **FOR_ONE_VIEWER, "Vary": "accept, accept-language, cookie"}
    assert {**plain, "Vary": plain["Vary"].lower()} == expected
    assert {**secure, "Vary": secure["Vary"].lower()} == expected | OVER_HTTPS


def test_a_file_is_everybodys(client: FlaskClient) -> None:
    headers = our_headers(client, "/static/css/base.css", "http://localhost")
    assert headers == {**EVERYWHERE, "Cache-Control": "no-cache, max-age=0"}


@pytest.mark.parametrize("is_secure", [True, False])
def test_the_cookie_of_a_house_behind_https_goes_over_nothing_else(
    sqlite_url: str, tmp_path: Path, *, is_secure: bool
) -> None:
    with running(replace(create_config(sqlite_url, tmp_path), is_secure=is_secure)) as app:
        cookie = app.test_client().get("/tables/T1/state", base_url="https://localhost").headers["Set-Cookie"]
    assert ("Secure" in cookie.split("; ")) is is_secure


def test_whoever_sits_down_keeps_nothing_of_the_visitor_before(app: Flask) -> None:
    with app.test_request_context():
        session["csrf_token"] = "known to somebody else"
        remember("p1")
        assert dict(session) == {"person": "p1", "_permanent": True}


def test_the_tag_of_one_viewer_is_no_tag_of_another(sit: Callable[[], Player]) -> None:
    first, second = sit(), sit()
    tag = first.client.get("/tables/T1/fragment").headers["ETag"]
    asked = {"If-None-Match": tag}
    assert first.client.get("/tables/T1/fragment", headers=asked).status_code == 304
    assert second.client.get("/tables/T1/fragment", headers=asked).status_code == 200


@pytest.mark.parametrize("name", ["T%00", "T%0A1", "T" * 61])
@pytest.mark.parametrize("page", ["", "/fragment", "/state", "/rules", "/rounds/1"])
def test_what_can_be_no_name_is_no_table_before_a_database_is_asked(
    player: Player, monkeypatch: pytest.MonkeyPatch, name: str, page: str
) -> None:
    def ask(*_: object) -> None:
        pytest.fail("a database was asked")

    for module in ("operations", "looking", "views"):
        monkeypatch.setattr(f"casino_table.tables.{module}.read_open_round", ask)
    monkeypatch.setattr("casino_table.tables.looking.read_round", ask)
    answer = player.client.get(f"/tables/{name}{page}", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")


def test_the_longest_name_is_looked_for(player: Player) -> None:
    answer = player.client.get("/tables/" + "T" * 60, headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert "T" * 60 in answer.get_json()["sentence"]


def test_a_mistake_of_ours_is_confessed_and_logged_with_its_traceback(
    player: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of our own making")

    monkeypatch.setattr(Dealer, "advance", fail)
    with caplog.at_level(logging.ERROR):
        answer = player.client.get("/tables/T1", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.get_json()["code"]) == (500, "internal")
    assert "of our own making" not in answer.text
    (record,) = caplog.records
    assert record.getMessage() == "a request failed: ZeroDivisionError"
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ZeroDivisionError)
