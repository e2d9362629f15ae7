"""What is set once for the whole house: the zone and the hour by which gaming days are counted."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from casino_table.database.base import table_of
from casino_table.database.transactions import connection_of, memory_of, require_transaction
from casino_table.ledger.canonical import JSON
from casino_table.ledger.gaming_day import ZoneError, gaming_day
from casino_table.ledger.journal import append, instant_for
from casino_table.ledger.models import House
from casino_table.text import message

_HOUSE: Final = table_of(House)
_LAST_HOUR: Final = 23


def gaming_day_rule(session: Session) -> tuple[str, int]:
    """Return the zone's name and the local hour at which a gaming day begins."""
    zone, hour = connection_of(session).execute(select(_HOUSE.c.day_zone, _HOUSE.c.day_starts_hour)).one()
    return zone, hour


def set_gaming_day(session: Session, *, zone: str, starts_hour: int, at_us: int, actor: str | None = None) -> None:
    """Count gaming days in another zone or from another hour from now on, and journal the change; inside transaction().

    Entries keep the day that they were written with, so the entry of the change itself still has the old one's.
    """
    require_transaction(session)
    if type(starts_hour) is not int or not 0 <= starts_hour <= _LAST_HOUR:
        raise ZoneError(message("A gaming day begins at an hour from 0 to 23, not at {hour}.", hour=starts_hour))
    gaming_day(instant_for(session, at_us), zone=zone, starts_hour=starts_hour)  # refuses a zone that is not known
    before = gaming_day_rule(session)
    if before == (zone, starts_hour):
        return
    payload: dict[str, JSON] = {"before": _as_json(*before), "after": _as_json(zone, starts_hour)}
    append(session, kind="gaming_day_set", payload=payload, at_us=at_us, actor=actor)
    connection_of(session).execute(update(_HOUSE).values(day_zone=zone, day_starts_hour=starts_hour))
    memory_of(session).clear()  # the journal remembers the old day


def _as_json(zone: str, starts_hour: int) -> dict[str, JSON]:
    return {"zone": zone, "starts_hour": starts_hour}
