"""Instants: UTC, whole microseconds since 1970, in names that end in `_at_us`."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def now_us() -> int:
    """Return the present instant in microseconds since 1970, UTC."""
    return time.time_ns() // 1000


def instant_of(at_us: int) -> datetime:
    """Return the instant as an aware datetime in UTC, exact to the microsecond.

    >>> instant_of(1_700_000_000_123_456).isoformat()
    '2023-11-14T22:13:20.123456+00:00'
    """
    return _EPOCH + timedelta(microseconds=at_us)
