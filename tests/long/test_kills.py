"""The long form of the kills: a thousand, on SQLite and on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from tests.tables.killing import create_setting, kill_and_check


def test_nothing_acknowledged_is_lost_in_a_thousand_kills(session: Session, database_url: str, tmp_path: Path) -> None:
    kill_and_check(create_setting(session, database_url, tmp_path), session, kills=1000)
