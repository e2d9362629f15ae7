"""Who may enter: said once for each blueprint, and who is there now."""

from __future__ import annotations

from enum import StrEnum
from http import HTTPStatus
from typing import Final

from flask import Blueprint, g, session

from casino_table.database import db
from casino_table.errors import CasinoTableError
from casino_table.people.models import Person
from casino_table.people.operations import find_person
from casino_table.text import message

_PERSON: Final = "person"


class Access(StrEnum):
    """Name who may use the pages of a blueprint."""

    EVERYBODY = "everybody"
    SEATED = "seated"


class NotSeatedError(CasinoTableError):
    """Refuse a page to somebody who has not sat down yet."""

    status = HTTPStatus.UNAUTHORIZED
    code = "not_seated"


def open_to(blueprint: Blueprint, access: Access) -> Blueprint:
    """State who may enter a blueprint; the test of all routes reads the statement."""
    blueprint.access = access  # type: ignore[attr-defined] # a mark of ours on Flask's object
    if access is Access.SEATED:
        blueprint.before_request(require_person)
    return blueprint


def require_person() -> None:
    """Refuse whoever has not sat down."""
    seated_person()


def current_person() -> Person | None:
    """Return who sends this request, or None."""
    if "person" not in g:
        public_id = session.get(_PERSON)
        g.person = find_person(db.session(), public_id) if isinstance(public_id, str) else None
    person: Person | None = g.person
    return person


def seated_person() -> Person:
    """Return who sends this request; refuse where nobody has sat down."""
    person = current_person()
    if person is None:
        raise NotSeatedError(message("Sit down as a guest first; it takes one click."))
    return person


def remember(public_id: str) -> None:
    """Keep a person in the signed cookie for a year."""
    session.clear()
    session[_PERSON] = public_id
    session.permanent = True
    g.pop("person", None)
