"""Fixtures for the tests of pages and addresses: an application on SQLite, and guests at its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.houses import Player, create_config, known_guests, running


@pytest.fixture
def app(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """Yield a house whose first round has seed 856."""
    known_guests(monkeypatch)
    with running(create_config(sqlite_url, tmp_path, seeds=[856])) as made:
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a browser without cookies."""
    return app.test_client()


@pytest.fixture
def sit(app: Flask) -> Callable[[], Player]:
    """Return a maker of guests who have sat down."""
    return lambda: Player(app.test_client()).sit_down()


@pytest.fixture
def player(sit: Callable[[], Player]) -> Player:
    """Return a guest who has sat down."""
    return sit()
