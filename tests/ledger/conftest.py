"""What ledger tests begin with: a table with a paytable and settings, rounds at it, and people with money."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.ledger.cashier import buy_in
from casino_table.ledger.rounds import StoredRound, open_round
from casino_table.ledger.versions import add_paytable, add_settings, add_table

START_US = 1_700_000_000_000_000


@pytest.fixture
def table(session: Session) -> str:
    """Make the table T1 in PLAY and return its name."""
    with transaction(session):
        paytable = add_paytable(
            session, name="texas-poker", document={}, digest="ab" * 32, source="a test", at_us=START_US
        )
        add_table(session, name="T1", currency="PLAY", at_us=START_US)
        add_settings(session, table="T1", paytable_id=paytable.id, settings={"boxes": 6}, at_us=START_US)
    return "T1"


@pytest.fixture
def create_round(session: Session, table: str) -> Callable[[], StoredRound]:
    """Return what opens the next round of the table."""

    def create() -> StoredRound:
        with transaction(session):
            return open_round(
                session,
                table=table,
                paytable_id="texas-poker@1",
                settings_version=1,
                commitment=secrets.token_hex(32),
                at_us=START_US,
            )

    return create


@pytest.fixture
def create_player(session: Session, table: str) -> Callable[[str, int], str]:
    """Return what gives a person money at the table, in minor units."""

    def create(person: str, amount_minor: int) -> str:
        with transaction(session):
            buy_in(session, person=person, table=table, currency="PLAY", amount_minor=amount_minor, at_us=START_US)
        return person

    return create
