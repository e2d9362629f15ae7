"""The gaming day: a house counts its day from one local hour to the next, in one zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from casino_table.database.instants import instant_of
from casino_table.errors import CasinoTableError
from casino_table.text import message


class ZoneError(CasinoTableError):
    """Refuse a zone that this system does not know."""

    code = "zone"


def gaming_day(at_us: int, *, zone: str, starts_hour: int) -> str:
    """Return the gaming day of an instant, as YYYY-MM-DD; it begins when the local clock first reaches `starts_hour`.

    >>> gaming_day(1_700_000_000_000_000, zone="UTC", starts_hour=6)
    '2023-11-14'
    >>> gaming_day(1_700_000_000_000_000, zone="UTC", starts_hour=23)
    '2023-11-13'
    """
    local = _local(at_us, zone)
    day = local.date() - timedelta(days=1) if local.hour < starts_hour else local.date()
    # Where the local clock is set back over that hour, the day that had begun goes on.
    if local.fold and _begins(day + timedelta(days=1), starts_hour, local.tzinfo) <= instant_of(at_us):
        day += timedelta(days=1)
    return day.isoformat()


def _begins(day: date, starts_hour: int, zone: tzinfo | None) -> datetime:
    """Return the instant at which a day begins: the first, where its local hour comes twice."""
    return datetime.combine(day, time(starts_hour), tzinfo=zone).astimezone(UTC)


def _local(at_us: int, zone: str) -> datetime:
    instant = instant_of(at_us)
    return instant if zone == "UTC" else instant.astimezone(_zone(zone))


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise ZoneError(message("There is no time zone {name}; write it like Europe/Berlin.", name=name)) from None
