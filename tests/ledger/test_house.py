from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.ledger.gaming_day import ZoneError
from casino_table.ledger.house import gaming_day_rule, set_gaming_day
from casino_table.ledger.journal import append, entries, last_sequence

AT_2330_IN_LONDON_US = 1_700_004_600_000_000  # 2023-11-14T23:30:00Z, in Tokyo 08:30 of the 15th


def test_days_begin_at_six_in_utc_until_it_is_said_otherwise(session: Session) -> None:
    assert gaming_day_rule(session) == ("UTC", 6)


def test_a_change_holds_from_the_next_entry_on_and_is_journalled(session: Session) -> None:
    with transaction(session):
        set_gaming_day(session, zone="Asia/Tokyo", starts_hour=5, at_us=AT_2330_IN_LONDON_US, actor="boss")
        set_gaming_day(session, zone="Asia/Tokyo", starts_hour=5, at_us=AT_2330_IN_LONDON_US, actor="boss")
        append(session, kind="act", payload={}, at_us=AT_2330_IN_LONDON_US)
    rows = list(entries(session))
    assert [(row.kind, row.gaming_day) for row in rows] == [("gaming_day_set", "2023-11-14"), ("act", "2023-11-15")]
    assert rows[0].act() == {
        "before": {"zone": "UTC", "starts_hour": 6},
        "after": {"zone": "Asia/Tokyo", "starts_hour": 5},
    }


@pytest.mark.parametrize(("zone", "hour"), [("Mars", 6), ("UTC", 24), ("UTC", -1), ("UTC", 6.0), ("UTC", True)])
def test_what_is_no_zone_or_hour_is_refused(session: Session, zone: str, hour: Any) -> None:
    with pytest.raises(ZoneError), transaction(session):
        set_gaming_day(session, zone=zone, starts_hour=hour, at_us=AT_2330_IN_LONDON_US)
    assert last_sequence(session) == 0
