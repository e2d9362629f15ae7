"""The cashier: money comes to a player at a table."""

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
    payload: dict[str, JSON] = {"player": person, "table": table, "amount_minor": amount_minor}
    return append(session, kind="buy_in", payload=payload, at_us=at_us, actor=person, transfers=[transfer])
