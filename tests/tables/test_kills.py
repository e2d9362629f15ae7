"""`kill -9` at any statement and any instant: nothing acknowledged is lost, and the round goes on with its cards.

The long form of a thousand kills is `make test-long SUITE=kills`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from tests.tables.killing import create_setting, kill_and_check


@pytest.mark.long
def test_nothing_acknowledged_is_lost(session: Session, database_url: str, tmp_path: Path) -> None:
    # A connection to PostgreSQL costs more than a round; the kills on SQLite are the hundred that are promised.
    kills = 100 if database_url.startswith("sqlite") else 20
    kill_and_check(create_setting(session, database_url, tmp_path), session, kills=kills)
