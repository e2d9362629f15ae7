"""Guests: a stable id, and a name that nobody else has."""

from __future__ import annotations

from sqlalchemy import update
from sqlalchemy.orm import Session

from casino_table.database import connection_of, transaction
from casino_table.ledger.journal import entries
from casino_table.people.models import Role, User
from casino_table.people.operations import find_person, seat_guest
from casino_table.people.staff import add_staff


def seat(session: Session) -> str:
    with transaction(session) as opened:
        return seat_guest(opened, at_us=1).public_id


def test_a_guest_has_a_name_and_is_journalled(session: Session) -> None:
    public_id = seat(session)
    person = find_person(session, public_id)
    assert person is not None
    assert (person.name, person.role) == ("Guest 1", Role.PLAYER)
    (entry,) = entries(session)
    assert (entry.kind, entry.actor, entry.act()) == (
        "guest_seated", public_id, {"person": public_id, "name": "Guest 1"},
    )  # fmt: skip


def test_a_name_ahead_of_the_count_shuts_nobody_out(session: Session) -> None:
    """As staff could be named before such names were refused."""
    with transaction(session) as opened:
        add_staff(opened, name="Petra", role=Role.PIT_BOSS, password="correct horse battery", at_us=1)
        connection_of(opened).execute(update(User).values(name="Guest 3"))
    people = [find_person(session, seat(session)) for _ in range(3)]
    assert [person.name for person in people if person is not None] == ["Guest 2", "Guest 4", "Guest 5"]
