"""The long form of the races: 20,000 rows by four writers with one chain, and the affordable stakes twenty times."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from casino_table.database import now_us, transaction
from casino_table.ledger.accounts import in_play, player_account, rebuild_balances, stored_balances
from casino_table.ledger.cashier import buy_in
from casino_table.ledger.journal import append, last_sequence
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind
from tests.ledger.racing import STAKE_MINOR
from tests.ledger.test_racing import assert_one_chain, race

WRITERS = 4
ROWS_A_WRITER = 5_000


def test_twenty_thousand_rows_make_one_chain(database_url: str, session: Session) -> None:
    assert race("append", database_url, processes=WRITERS, times=ROWS_A_WRITER) == [ROWS_A_WRITER] * WRITERS
    assert_one_chain(session, WRITERS * ROWS_A_WRITER)


@pytest.mark.parametrize("turn", range(20))
def test_exactly_the_affordable_stakes_are_accepted_each_time(database_url: str, session: Session, turn: int) -> None:
    affordable = 95 + turn
    with transaction(session):
        buy_in(
            session,
            person="p1",
            table="T1",
            currency="PLAY",
            amount_minor=affordable * STAKE_MINOR + turn,
            at_us=now_us(),
        )
    accepted = race("stake", database_url, processes=6, times=60)
    assert -1 not in accepted
    assert sum(accepted) == affordable
    assert stored_balances(session) == rebuild_balances(session)
    assert stored_balances(session)["player:p1:PLAY"] == turn
    assert_one_chain(session, affordable + 1)
    with transaction(session):
        back = Transfer(in_play("T1", "PLAY"), player_account("p1", "PLAY"), 1, TransferKind.REFUND)
        append(session, kind="refund", payload={}, at_us=now_us(), transfers=[back])
    assert last_sequence(session) == affordable + 2
