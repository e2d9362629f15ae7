from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_table.ledger.gaming_day import ZoneError, gaming_day


def us(*parts: int, zone: str = "UTC", fold: int = 0) -> int:
    moment = datetime(*parts, tzinfo=ZoneInfo(zone), fold=fold)  # type: ignore[misc, arg-type]
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("at_us", "zone", "hour", "day"),
    [
        (us(2026, 3, 10, 5, 59, 59), "UTC", 6, "2026-03-09"),
        (us(2026, 3, 10, 6), "UTC", 6, "2026-03-10"),
        (us(2026, 3, 10, 6) - 1, "UTC", 6, "2026-03-09"),
        (us(2026, 1, 1, 0), "UTC", 0, "2026-01-01"),
        (us(2026, 1, 1, 3), "UTC", 6, "2025-12-31"),
        (us(2026, 7, 1, 3, 59), "Europe/Berlin", 6, "2026-06-30"),
        (us(2026, 7, 1, 4), "Europe/Berlin", 6, "2026-07-01"),
        # The night of 29 March 2026 loses an hour in Berlin: that gaming day has 23 hours and ends at 04:00 UTC.
        (us(2026, 3, 28, 5), "Europe/Berlin", 6, "2026-03-28"),
        (us(2026, 3, 29, 3, 59, 59), "Europe/Berlin", 6, "2026-03-28"),
        (us(2026, 3, 29, 4), "Europe/Berlin", 6, "2026-03-29"),
        # That of 25 October 2026 has 25: the local hour from 02:00 comes twice.
        (us(2026, 10, 24, 4), "Europe/Berlin", 6, "2026-10-24"),
        (us(2026, 10, 25, 4, 59, 59), "Europe/Berlin", 6, "2026-10-24"),
        (us(2026, 10, 25, 5), "Europe/Berlin", 6, "2026-10-25"),
        (us(2026, 10, 25, 2, 30, zone="Europe/Berlin", fold=1), "Europe/Berlin", 2, "2026-10-25"),
        # Where clocks are set back over the hour at which a day begins, it begins once: Chatham goes from 03:45 to
        # 02:45, Troll from 03:00 to 01:00.
        (us(2026, 4, 5, 2, 59, zone="Pacific/Chatham"), "Pacific/Chatham", 3, "2026-04-04"),
        (us(2026, 4, 5, 3, 0, zone="Pacific/Chatham"), "Pacific/Chatham", 3, "2026-04-05"),
        (us(2026, 4, 5, 2, 50, zone="Pacific/Chatham", fold=1), "Pacific/Chatham", 3, "2026-04-05"),
        (us(2026, 4, 5, 2, 50, zone="Pacific/Chatham", fold=1), "Pacific/Chatham", 4, "2026-04-04"),
        (us(2026, 10, 25, 1, 30, zone="Antarctica/Troll", fold=1), "Antarctica/Troll", 2, "2026-10-25"),
        (us(2026, 10, 25, 1, 30, zone="Antarctica/Troll"), "Antarctica/Troll", 2, "2026-10-24"),
    ],
)
def test_a_gaming_day_begins_at_its_local_hour(at_us: int, zone: str, hour: int, day: str) -> None:
    assert gaming_day(at_us, zone=zone, starts_hour=hour) == day


@given(st.integers(0, 2**51), st.integers(0, 10**12), st.sampled_from(["UTC", "Europe/Berlin", "America/New_York"]))
def test_it_never_goes_back(at_us: int, later: int, zone: str) -> None:
    for hour in (0, 2, 6):
        assert gaming_day(at_us, zone=zone, starts_hour=hour) <= gaming_day(at_us + later, zone=zone, starts_hour=hour)


def is_set_back(zone: ZoneInfo, at: datetime, hours: int) -> bool:
    before, after = (each.astimezone(zone).utcoffset() for each in (at, at + timedelta(hours=hours)))
    assert before is not None
    assert after is not None
    return after < before


@given(st.sampled_from(sorted(available_timezones())), st.integers(1970, 2037))
def test_it_never_goes_back_over_any_clock_that_is_set_back(name: str, year: int) -> None:
    zone, new_year = ZoneInfo(name), datetime(year, 1, 1, tzinfo=UTC)
    for day in (new_year + timedelta(days=number) for number in range(366)):
        if not is_set_back(zone, day, 24):
            continue
        for starts_hour in range(24):
            days = [
                gaming_day(int(day.timestamp()) * 10**6 + minutes * 60_000_000, zone=name, starts_hour=starts_hour)
                for minutes in range(-180, 27 * 60, 15)
            ]
            assert days == sorted(days)


def test_it_does_not_depend_on_where_the_program_runs() -> None:
    elsewhere = datetime(2026, 3, 10, 5, 30, tzinfo=timezone(timedelta(hours=9)))
    at_us = int(elsewhere.timestamp()) * 10**6
    assert gaming_day(at_us, zone="UTC", starts_hour=6) == "2026-03-09"


@pytest.mark.parametrize("zone", ["", "Nowhere", "../etc/passwd", "Europe/Atlantis"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(ZoneError, match="no time zone"):
        gaming_day(0, zone=zone, starts_hour=6)
