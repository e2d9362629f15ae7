"""Accounts as values, and their balances.

An account is its kind, its owner and its currency; it comes to be with its first transfer, so nothing has to be made
first. What leaves an account debits it, what reaches it credits it. Players and what is in play never go below
zero; bank and cage may, since a win is always paid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, bindparam, func, select, union_all
from sqlalchemy.orm import Session

from casino_table.database.base import table_of
from casino_table.database.transactions import connection_of
from casino_table.ledger.models import AccountRow, TransferRow
from casino_table.ledger.refusals import AccountError
from casino_table.ledger.words import AccountKind
from casino_table.text import message

HOUSE: Final = "house"

_OWNER: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_CURRENCY: Final = re.compile(r"[A-Z][A-Z0-9]{1,11}")
_MAY_GO_BELOW_ZERO: Final = frozenset({AccountKind.BANK, AccountKind.CAGE})

_ACCOUNTS: Final = table_of(AccountRow)
_TRANSFERS: Final = table_of(TransferRow)
_BALANCES: Final = select(_ACCOUNTS.c.name, _ACCOUNTS.c.balance_minor).where(
    _ACCOUNTS.c.name.in_(bindparam("names", expanding=True))
)


@dataclass(frozen=True, slots=True)
class Account:
    """Name an account.

    >>> Account(AccountKind.PLAYER, "p1", "PLAY").name
    'player:p1:PLAY'
    """

    kind: AccountKind
    owner: str
    currency: str
    name: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not _OWNER.fullmatch(self.owner) or not _CURRENCY.fullmatch(self.currency):
            raise AccountError(
                message("There is no account of {owner} in {currency}.", owner=self.owner, currency=self.currency)
            )
        object.__setattr__(self, "name", f"{self.kind}:{self.owner}:{self.currency}")

    @property
    def may_go_below_zero(self) -> bool:
        """Return whether the account pays even what it does not hold."""
        return self.kind in _MAY_GO_BELOW_ZERO


def player_account(person: str, currency: str) -> Account:
    """Return the account of a person, by the stable id, in a currency."""
    return Account(AccountKind.PLAYER, person, currency)


def bank(currency: str) -> Account:
    """Return the house's bank, which wins what players lose and pays what they win."""
    return Account(AccountKind.BANK, HOUSE, currency)


def in_play(table: str, currency: str) -> Account:
    """Return the account that holds a table's stakes between acceptance and settlement."""
    return Account(AccountKind.IN_PLAY, table, currency)


def cage(currency: str) -> Account:
    """Return the cage, the other side of every buy-in and cash-out."""
    return Account(AccountKind.CAGE, HOUSE, currency)


def balances(session: Session, accounts: Iterable[Account]) -> dict[Account, int]:
    """Return the balance of each account in minor units; one that was never used has 0."""
    wanted = {account.name: account for account in accounts}
    found = held_by_name(connection_of(session), wanted)
    return {account: found.get(name, 0) for name, account in wanted.items()}


def balance(session: Session, account: Account) -> int:
    """Return the balance of an account in minor units; 0 if it was never used."""
    return balances(session, [account])[account]


def held_by_name(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """Return the stored balances of those of the named accounts that exist, in minor units."""
    return dict(connection.execute(_BALANCES, {"names": sorted(names)}).all())


def stored_balances(session: Session) -> dict[str, int]:
    """Return the stored balance of every account by its name, in minor units."""
    return dict(connection_of(session).execute(select(_ACCOUNTS.c.name, _ACCOUNTS.c.balance_minor)).all())


def rebuild_balances(session: Session, at_sequence: int | None = None) -> dict[str, int]:
    """Return every account's balance as its transfers make it, up to and with a sequence number.

    Accounts without a transfer by then are left out. Amounts in minor units, by the account's name.
    """
    moves = union_all(
        select(_TRANSFERS.c.credit.label("name"), _TRANSFERS.c.amount_minor.label("change"), _TRANSFERS.c.sequence),
        select(_TRANSFERS.c.debit, -_TRANSFERS.c.amount_minor, _TRANSFERS.c.sequence),
    ).subquery()
    statement = select(moves.c.name, func.sum(moves.c.change)).group_by(moves.c.name)
    if at_sequence is not None:
        statement = statement.where(moves.c.sequence <= at_sequence)
    # PostgreSQL sums whole numbers into a numeric.
    return {name: int(total) for name, total in connection_of(session).execute(statement)}
