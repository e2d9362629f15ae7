"""People of the house: accounts with one role each and a password, and the check of who somebody is."""

from __future__ import annotations

import re
import secrets
from http import HTTPStatus
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import select
from sqlalchemy.orm import Session

from casino_table.database import require_transaction
from casino_table.errors import CasinoTableError
from casino_table.ledger.journal import append
from casino_table.people.models import Person, Role, User
from casino_table.text import message

MIN_PASSWORD_LENGTH: Final = 12
MAX_PASSWORD_LENGTH: Final = 200
MAX_NAME_LENGTH: Final = 64
_ID_BYTES: Final = 10
#: At the table it would pass for a player.
_LIKE_A_GUEST: Final = re.compile(r"guest\s*\d+", re.IGNORECASE)
_HASHER: Final = PasswordHasher()
#: Checked where there is no such person, so that the answer takes the same time.
_NOBODY: Final = _HASHER.hash(secrets.token_hex(16))


class AccountRefusal(CasinoTableError):
    """Refuse an account as it was asked for."""

    code = "staff_account"


class IdentityRefusal(CasinoTableError):
    """Refuse somebody who is not who they say, or does not have the role that an act needs."""

    status = HTTPStatus.FORBIDDEN
    code = "identity"


def add_staff(session: Session, *, name: str, role: Role, password: str, at_us: int) -> Person:
    """Make an account for somebody of the house, with one role, and journal it; inside transaction()."""
    require_transaction(session)
    if role is Role.PLAYER:
        raise AccountRefusal(message("Players sit down as guests at the table; they need no account made for them."))
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable() or name != name.strip():
        raise AccountRefusal(message("A name has 1 to {most} printable characters.", most=MAX_NAME_LENGTH))
    if _LIKE_A_GUEST.fullmatch(name):
        raise AccountRefusal(message("{name} is a name of guests; choose another.", name=name))
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise AccountRefusal(
            message("A password has {least} to {most} characters.", least=MIN_PASSWORD_LENGTH, most=MAX_PASSWORD_LENGTH)
        )
    if session.scalar(select(User.id).where(User.name == name)) is not None:
        raise AccountRefusal(message("There is somebody named {name} already.", name=name))
    person = Person(f"s{secrets.token_hex(_ID_BYTES)}", name, role)
    session.add(
        User(
            public_id=person.public_id,
            name=name,
            role=role.value,
            password_hash=_HASHER.hash(password),
            created_at_us=at_us,
        )
    )
    append(
        session,
        kind="staff_added",
        payload={"person": person.public_id, "name": name, "role": role.value},
        at_us=at_us,
    )
    return person


def confirm(session: Session, *, name: str, password: str, role: Role) -> Person:
    """Return the person of that name if the password is theirs and they have the role; refuse otherwise."""
    user = session.scalar(select(User).where(User.name == name))
    stored = (user.password_hash if user is not None else None) or _NOBODY
    try:
        _HASHER.verify(stored, password)
    except (VerifyMismatchError, InvalidHashError):
        user = None
    if user is None:
        raise IdentityRefusal(message("The name or the password is not right."))
    if user.role != role.value:
        raise IdentityRefusal(
            message("{name} does not have the role {role}.", name=name, role=role.value.replace("_", " "))
        )
    return Person(user.public_id, user.name, role)


def staff(session: Session) -> list[Person]:
    """Return the people of the house by name."""
    users = session.scalars(select(User).where(User.role != Role.PLAYER.value).order_by(User.name))
    return [Person(user.public_id, user.name, Role(user.role)) for user in users]
