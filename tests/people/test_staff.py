"""People of the house: one role each, a password, and a check that does not say which of the two was wrong."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.ledger.journal import entries
from casino_table.people.models import Role
from casino_table.people.staff import AccountRefusal, IdentityRefusal, add_staff, confirm, staff

PASSWORD = "correct horse battery"


def create_staff(session: Session, name: str = "Petra", role: Role = Role.PIT_BOSS, password: str = PASSWORD) -> str:
    with transaction(session) as opened:
        return add_staff(opened, name=name, role=role, password=password, at_us=1).public_id


def test_an_account_is_journalled_without_its_password(session: Session) -> None:
    public_id = create_staff(session)
    assert [person.public_id for person in staff(session)] == [public_id]
    (entry,) = entries(session)
    assert entry.act() == {"person": public_id, "name": "Petra", "role": "pit_boss"}
    assert PASSWORD not in entry.payload


@pytest.mark.parametrize(
    ("name", "role", "password", "reason"),
    [
        ("Petra", Role.PLAYER, PASSWORD, "guests"),
        ("", Role.AUDITOR, PASSWORD, "name"),
        (" Petra", Role.AUDITOR, PASSWORD, "name"),
        ("Pet\nra", Role.AUDITOR, PASSWORD, "name"),
        ("Guest 3", Role.AUDITOR, PASSWORD, "a name of guests"),
        ("guest 12", Role.AUDITOR, PASSWORD, "a name of guests"),
        ("P" * 65, Role.AUDITOR, PASSWORD, "name"),
        ("Petra", Role.AUDITOR, "short", "12 to 200"),
        ("Petra", Role.AUDITOR, "x" * 201, "12 to 200"),
    ],
)
def test_accounts_that_cannot_be(session: Session, name: str, role: Role, password: str, reason: str) -> None:
    with pytest.raises(AccountRefusal, match=reason):
        create_staff(session, name, role, password)
    assert staff(session) == []


def test_a_name_is_taken_once(session: Session) -> None:
    create_staff(session)
    with pytest.raises(AccountRefusal, match="named Petra already"):
        create_staff(session, role=Role.AUDITOR)


def test_who_somebody_is(session: Session) -> None:
    public_id = create_staff(session)
    assert confirm(session, name="Petra", password=PASSWORD, role=Role.PIT_BOSS).public_id == public_id
    for name, password in (("Petra", "wrong password 1"), ("Nobody", PASSWORD)):
        with pytest.raises(IdentityRefusal, match="name or the password"):
            confirm(session, name=name, password=password, role=Role.PIT_BOSS)
    with pytest.raises(IdentityRefusal, match="role approver"):
        confirm(session, name="Petra", password=PASSWORD, role=Role.APPROVER)
