"""The cashier: money comes to a player at a table, and goes."""

from __future__ import annotations

from sqlalchemy.orm import Session

from casino_table.ledger.accounts import cage, player_account
from casino_table.ledger.canonical import JSON
from casino_table.ledger.journal import JournalRow, append
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind


def buy_in(session: Session, *, person: str, table: str, currency: str, amount_minor: int, at_us: int) -> JournalRow:
    """Give a player money from the cage, at a table that counts it to its drop; inside transaction()."""
    transfer = Transfer(
        cage(currency), player_account(person, currency), amount_minor, TransferKind.BUY_IN, table=table
    )
    return _journal(session, transfer, person=person, table=table, at_us=at_us)


def cash_out(session: Session, *, person: str, table: str, currency: str, amount_minor: int, at_us: int) -> JournalRow:
    """Take a player's money back to the cage; refuse more than the balance; inside transaction()."""
    transfer = Transfer(
        player_account(person, currency), cage(currency), amount_minor, TransferKind.CASH_OUT, table=table
    )
    return _journal(session, transfer, person=person, table=table, at_us=at_us)


def _journal(session: Session, transfer: Transfer, *, person: str, table: str, at_us: int) -> JournalRow:
    payload: dict[str, JSON] = {"player": person, "table": table, "amount_minor": transfer.amount_minor}
    return append(session, kind=str(transfer.kind), payload=payload, at_us=at_us, actor=person, transfers=[transfer])
