"""Guests sit down with one click; the cookie that the shell signs holds nothing but their stable id."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from casino_table.database import connection_of, require_transaction
from casino_table.database.base import table_of
from casino_table.ledger.journal import append
from casino_table.people.models import Person, Role, User

_ID_BYTES: Final = 10
_USERS: Final = table_of(User)
_PERSON: Final = select(_USERS.c.public_id, _USERS.c.name, _USERS.c.role).where(
    _USERS.c.public_id == bindparam("wanted")
)


def seat_guest(session: Session, *, at_us: int) -> User:
    """Make a guest with a stable id and a name others can tell apart, and journal it."""
    require_transaction(session)
    guest = User(
        public_id=f"p{secrets.token_hex(_ID_BYTES)}",
        name=_free_name(session),
        role=Role.PLAYER.value,
        created_at_us=at_us,
    )
    session.add(guest)
    session.flush()
    append(
        session,
        kind="guest_seated",
        payload={"person": guest.public_id, "name": guest.name},
        at_us=at_us,
        actor=guest.public_id,
    )
    return guest


def _free_name(session: Session) -> str:
    """Return the first name after the count of people that nobody has; who writes is alone, so it stays free."""
    number = (session.scalar(select(func.count()).select_from(User)) or 0) + 1
    while session.scalar(select(User.id).where(User.name == f"Guest {number}")) is not None:
        number += 1
    return f"Guest {number}"


def find_person(session: Session, public_id: str) -> Person | None:
    """Return the person of a stable id, or None."""
    row = connection_of(session).execute(_PERSON, {"wanted": public_id}).one_or_none()
    return None if row is None else Person(row.public_id, row.name, Role(row.role))


def names_of(session: Session, public_ids: set[str]) -> dict[str, str]:
    """Return the names of persons by their stable ids."""
    if not public_ids:
        return {}
    chosen = select(User.public_id, User.name).where(User.public_id.in_(public_ids))
    return {public_id: name for public_id, name in session.execute(chosen)}  # noqa: C416 - typed so, a dict() is not
