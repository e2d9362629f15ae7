"""The gaming day: a house counts its day from one local hour to the next, in one zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from casino_table.database.instants import instant_of
from casino_table.errors import CasinoTableError
from casino_table.text import message


class ZoneError(CasinoTableError):
    """Refuse a zone that this system does not know."""

    code = "zone"


def gaming_day(at_us: int, *, zone: str, starts_hour: int) -> str:
    """Return the gaming day of an instant, as YYYY-MM-DD; it begins when the local clock reaches `starts_hour`.

    >>> gaming_day(1_700_000_000_000_000, zone="UTC", starts_hour=6)
    '2023-11-14'
    >>> gaming_day(1_700_000_000_000_000, zone="UTC", starts_hour=23)
    '2023-11-13'
    """
    local = _local(at_us, zone)
    day = local.date() - timedelta(days=1) if local.hour < starts_hour else local.date()
    return day.isoformat()


def _local(at_us: int, zone: str) -> datetime:
    instant = instant_of(at_us)
    return instant if zone == "UTC" else instant.astimezone(_zone(zone))


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise ZoneError(message("There is no time zone {name}; write it like Europe/Berlin.", name=name)) from None
