"""Fixtures for the tests of the tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from casino_table.game.settings import DEMO_SETTINGS
from tests.tables.factories import House, create_house


@pytest.fixture
def house(session: Session, tmp_path: Path) -> House:
    """Return a prepared house."""
    return create_house(session, tmp_path)


@pytest.fixture
def house_with(session: Session, tmp_path: Path) -> Callable[..., House]:
    """Return a maker of houses whose table has other switches."""

    def make(**switches: Any) -> House:
        return create_house(session, tmp_path, settings=replace(DEMO_SETTINGS, **switches))

    return make
