"""Whole applications for tests: a database of their own, seeds that the test knows, guests with ids that it knows."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from casino_table.app import create_app
from casino_table.config import Config
from casino_table.database import db
from casino_table.people import operations as people

CLIENT_SEED = "00" * 16


def numbered_seed(number: int) -> bytes:
    """Return a house seed by its number, so that a test can name the deck it plays with."""
    return number.to_bytes(32, "big")


def guest_id(number: int) -> str:
    """Return the stable id that the guest of that number gets under `known_guests`."""
    return "p" + f"{number:02x}" * 10


def known_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give guests ids in order instead of drawn ones, since a player's id goes into the shuffle."""
    numbers = itertools.count(1)
    drawn = SimpleNamespace(token_hex=lambda size: f"{next(numbers):02x}" * size)
    monkeypatch.setattr(people, "secrets", drawn)


def create_config(database: str, folder: Path, *, seeds: Iterable[int] = ()) -> Config:
    """Return a configuration whose first rounds have the seeds of these numbers."""
    numbers = itertools.chain(seeds, itertools.count(1_000_000))
    return Config(
        database=database,
        cookie_key="a key for tests",
        seed_key_file=folder / "seeds.key",
        new_seed=lambda: numbered_seed(next(numbers)),
    )


@contextmanager
def running(config: Config) -> Iterator[Flask]:
    """Yield an application and close its database afterwards."""
    app = create_app(config)
    app.config["TESTING"] = False
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


@dataclass(eq=False)
class Player:
    """Send requests as one guest would, as JSON and with a new key for every act unless one is given."""

    client: FlaskClient
    token: str = ""
    keys: Iterator[int] = field(default_factory=itertools.count)

    def sit_down(self) -> Player:
        self.token = self.client.get("/tables/T1/state").get_json()["csrf_token"]
        assert self.post("/guests").status_code == 200
        self.token = self.state()["csrf_token"]
        return self

    def state(self, table: str = "T1", **query: int) -> dict[str, Any]:
        answer = self.client.get(f"/tables/{table}/state", query_string=query)
        assert answer.status_code == 200, answer.text
        document: dict[str, Any] = answer.get_json()
        return document

    def post(self, path: str, *, key: str | None = None, **body: Any) -> TestResponse:
        document = {"key": key if key is not None else f"key-{next(self.keys)}", **body}
        return self.client.post(path, json=document, headers={"X-CSRFToken": self.token})

    def stake(self, number: int, *boxes: tuple[int, int, int], **body: Any) -> TestResponse:
        wagers = [{"box": box, "ante": ante, "bonus": bonus} for box, ante, bonus in boxes]
        return self.post("/tables/T1/stakes", round=number, boxes=wagers, **body)

    def decide(self, number: int, box: int, decision: str) -> TestResponse:
        return self.post("/tables/T1/decision", round=number, box=box, decision=decision)
