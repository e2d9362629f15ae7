"""The journal: one entry an act, chained by hash, with the money that the act moved.

The payload of an entry is the canonical JSON of `{"act", "actor", "gaming_day", "round", "transfers"}`: the chain
covers the money and every column beside it, and the table of transfers can be compared with what the chain says.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from casino_table.database.base import table_of
from casino_table.database.bulk import insert_rows
from casino_table.database.transactions import connection_of, memory_of, require_transaction
from casino_table.game.fields import LARGEST_AMOUNT
from casino_table.ledger.accounts import Account, held_by_name
from casino_table.ledger.canonical import JSON, canonical, joined
from casino_table.ledger.chain import FIRST_PREVIOUS_HASH, entry_hash
from casino_table.ledger.gaming_day import gaming_day
from casino_table.ledger.models import AccountRow, House, JournalEntry, TransferRow
from casino_table.ledger.refusals import AmountError, InsufficientFundsError
from casino_table.ledger.transfers import Transfer
from casino_table.text import message

_LOG: Final = logging.getLogger(__name__)

_ACCOUNTS: Final = table_of(AccountRow)
_HOUSE: Final = table_of(House)
_JOURNAL: Final = table_of(JournalEntry)
_TRANSFERS: Final = table_of(TransferRow)

# The head of the chain and the house's day in one statement.
_HEAD: Final = select(
    _HOUSE.c.day_zone, _HOUSE.c.day_starts_hour, _JOURNAL.c.sequence, _JOURNAL.c.hash, _JOURNAL.c.at_us
).select_from(
    _HOUSE.outerjoin(_JOURNAL, _JOURNAL.c.sequence == select(func.max(_JOURNAL.c.sequence)).scalar_subquery())
)
_NEWEST: Final = select(func.coalesce(func.max(_JOURNAL.c.sequence), 0))
_ENTRIES: Final = select(_JOURNAL).order_by(_JOURNAL.c.sequence)
_ENTRIES_OF_ROUND: Final = _ENTRIES.where(_JOURNAL.c.round_id == bindparam("of_round"))
_SET_BALANCE: Final = (
    update(_ACCOUNTS).where(_ACCOUNTS.c.name == bindparam("account")).values(balance_minor=bindparam("balance"))
)

_NEWEST_INSTANT: Final = select(_JOURNAL.c.at_us).order_by(_JOURNAL.c.sequence.desc()).limit(1)

# An entry never lies before the one before it, so all times stand still while the clock is behind. The seconds of a
# small correction do no harm; after a clock that was a day ahead somebody has to be told.
_MOST_BEHIND_US: Final = 3_600_000_000

_HEAD_NOW: Final = "head of the journal"
_NO_ENTRY: Final = (0, FIRST_PREVIOUS_HASH, 0)

_MOVED: Final = (
    "debit", "credit", "amount_minor", "kind", "table_name", "box", "wager", "debit_after_minor", "credit_after_minor",
)  # fmt: skip
_TRANSFER_COLUMNS: Final = ("sequence", "ordinal", "round_id", *_MOVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRow:
    """Hold one entry of the journal as it is stored."""

    sequence: int
    at_us: int
    gaming_day: str
    kind: str
    round_id: str | None
    actor: str | None
    payload: str
    previous_hash: bytes
    hash: bytes

    def content(self) -> dict[str, Any]:
        """Return the payload read: `act`, `actor`, `gaming_day`, `round`, `transfers`."""
        content: dict[str, Any] = msgspec.json.decode(self.payload)
        return content

    def act(self) -> dict[str, Any]:
        """Return what was handed to append() as `payload`."""
        act: dict[str, Any] = self.content()["act"]
        return act


_COLUMNS: Final = tuple(field.name for field in fields(JournalRow))
_values: Final = attrgetter(*_COLUMNS)


@dataclass(frozen=True, slots=True)
class _Head:
    zone: str
    starts_hour: int
    sequence: int
    hash: bytes
    at_us: int

    def at(self, at_us: int) -> _Head:
        """Return the head as the next entry sees it: an instant never lies before that of the entry before."""
        if self.at_us - at_us > _MOST_BEHIND_US:
            behind = (self.at_us - at_us) // 1_000_000
            _LOG.error("the clock is %s s behind entry %s of the journal; deadlines stand still", behind, self.sequence)
        return replace(self, at_us=max(at_us, self.at_us))

    @property
    def gaming_day(self) -> str:
        return gaming_day(self.at_us, zone=self.zone, starts_hour=self.starts_hour)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Hold one act before it is written: what it was, whose, in which round, and the money that it moves."""

    kind: str
    payload: Mapping[str, JSON]
    round_id: str | None = None
    actor: str | None = None
    transfers: Sequence[Transfer] = ()


def append(
    session: Session,
    *,
    kind: str,
    payload: Mapping[str, JSON],
    at_us: int,
    round_id: str | None = None,
    actor: str | None = None,
    transfers: Sequence[Transfer] = (),
) -> JournalRow:
    """Append one act to the journal, as `append_all` does."""
    act = Act(kind=kind, payload=payload, round_id=round_id, actor=actor, transfers=transfers)
    return append_all(session, [act], at_us=at_us)[0]


def append_all(session: Session, acts: Sequence[Act], *, at_us: int) -> list[JournalRow]:
    """Append acts of one instant to the journal and apply their transfers in order, inside transaction().

    The entries' instant is `at_us`, or that of the entry before them where that is later. Raises
    InsufficientFundsError when a player's account or what is in play would go below zero at any step. Several acts
    cost hardly more statements than one.
    """
    require_transaction(session)
    session.flush()
    connection = connection_of(session)
    head = _head(session).at(at_us)
    accounts = _Accounts.of(connection, [transfer for act in acts for transfer in act.transfers])
    rows: list[JournalRow] = []
    transfers: list[tuple[object, ...]] = []
    for act in acts:
        moves = [accounts.move(transfer) for transfer in act.transfers]
        row = _row(act, moves, head)
        head = replace(head, sequence=row.sequence, hash=row.hash)
        rows.append(row)
        transfers += [(row.sequence, ordinal, act.round_id, *move.values()) for ordinal, move in enumerate(moves)]
    accounts.store(connection)
    insert_rows(connection, _JOURNAL, _COLUMNS, [_values(row) for row in rows])
    insert_rows(connection, _TRANSFERS, _TRANSFER_COLUMNS, transfers)
    memory_of(session)[_HEAD_NOW] = head
    return rows


def instant_for(session: Session, at_us: int) -> int:
    """Return the instant that append() would give an act now: `at_us`, or that of the last entry if it is later.

    For an act whose own record states its instant; inside transaction(), so that nothing comes between.
    """
    return _head(session).at(at_us).at_us


def head_sequence(session: Session) -> int:
    """Return the sequence of the newest entry, inside transaction(), where nobody else can add one."""
    return _head(session).sequence


def present_us(session: Session, at_us: int) -> int:
    """Return the instant that deadlines are compared with: that of instant_for(), for who only looks."""
    newest: int | None = connection_of(session).scalar(_NEWEST_INSTANT)
    return max(at_us, newest or 0)


def last_sequence(session: Session) -> int:
    """Return the sequence of the newest entry, 0 for an empty journal."""
    return connection_of(session).scalar(_NEWEST) or 0


def entries(session: Session, *, round_id: str | None = None) -> Iterator[JournalRow]:
    """Yield entries in their order: all, or those of one round."""
    statement = _ENTRIES if round_id is None else _ENTRIES_OF_ROUND
    for row in connection_of(session).execute(statement, {"of_round": round_id}):
        yield JournalRow(**row._asdict())


def transfers_of(session: Session, *, round_id: str) -> Sequence[RowMapping]:
    """Return the transfers of a round in their order, with the names of the columns of the table."""
    statement = (
        select(_TRANSFERS)
        .where(_TRANSFERS.c.round_id == round_id)
        .order_by(_TRANSFERS.c.sequence, _TRANSFERS.c.ordinal)
    )
    return connection_of(session).execute(statement).mappings().all()


def _row(act: Act, moves: Sequence[Mapping[str, JSON]], head: _Head) -> JournalRow:
    """Return the entry of an act after `head`, at the instant of `head`."""
    sequence, day = head.sequence + 1, head.gaming_day
    text = joined(
        act=msgspec.Raw(canonical(act.payload)),
        actor=act.actor,
        gaming_day=day,
        round=act.round_id,
        transfers=[{name: value for name, value in move.items() if value is not None} for move in moves],
    )
    return JournalRow(
        sequence=sequence,
        at_us=head.at_us,
        gaming_day=day,
        kind=act.kind,
        round_id=act.round_id,
        actor=act.actor,
        payload=text,
        previous_hash=head.hash,
        hash=entry_hash(sequence=sequence, previous_hash=head.hash, at_us=head.at_us, kind=act.kind, payload=text),
    )


def _head(session: Session) -> _Head:
    """Return the head of the chain; read once a transaction, since nobody else writes while it is open."""
    memory = memory_of(session)
    if _HEAD_NOW not in memory:
        zone, starts_hour, *last = connection_of(session).execute(_HEAD).one()
        memory[_HEAD_NOW] = _Head(zone, starts_hour, *(last if last[0] is not None else _NO_ENTRY))
    head: _Head = memory[_HEAD_NOW]
    return head


class _Accounts:
    """Hold the balances that some transfers touch, move the money, and store what has changed."""

    def __init__(self, held: dict[str, int], balance_of: dict[str, int]) -> None:
        self._held = held
        self._balance_of = balance_of

    @classmethod
    def of(cls, connection: Connection, transfers: Sequence[Transfer]) -> _Accounts:
        """Read the balances; an account that is used for the first time is made."""
        accounts = {account.name: account for each in transfers for account in (each.debit, each.credit)}
        held = held_by_name(connection, accounts) if accounts else {}
        missing = [account for name, account in accounts.items() if name not in held]
        if missing:
            connection.execute(insert(_ACCOUNTS), [_new_row(account) for account in missing])
        return cls(held, held | dict.fromkeys((account.name for account in missing), 0))

    def move(self, transfer: Transfer) -> dict[str, JSON]:
        """Apply one transfer and return its row without its sequence."""
        balance_of = self._balance_of
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount_minor
        debit_after = balance_of[debit.name] - amount
        credit_after = balance_of[credit.name] + amount
        if debit_after < 0 and not debit.may_go_below_zero:
            raise InsufficientFundsError(
                message(
                    "The account {account} holds {held} minor units, and {needed} are needed.",
                    account=debit.name,
                    held=balance_of[debit.name],
                    needed=amount,
                )
            )
        if max(credit_after, -debit_after) > LARGEST_AMOUNT:
            raise AmountError(message("A balance of more than {most} cannot be kept.", most=LARGEST_AMOUNT))
        balance_of[debit.name], balance_of[credit.name] = debit_after, credit_after
        stake = (transfer.table, transfer.box, transfer.wager)
        values = (debit.name, credit.name, amount, transfer.kind.value, *stake, debit_after, credit_after)
        return dict(zip(_MOVED, values, strict=True))

    def store(self, connection: Connection) -> None:
        """Write the balances that have changed."""
        changed = [
            {"account": name, "balance": after}
            for name, after in sorted(self._balance_of.items())
            if after != self._held.get(name, 0)
        ]
        if changed:
            connection.execute(_SET_BALANCE, changed)


def _new_row(account: Account) -> dict[str, JSON]:
    return {
        "name": account.name,
        "kind": account.kind,
        "owner": account.owner,
        "currency": account.currency,
        "balance_minor": 0,
    }
