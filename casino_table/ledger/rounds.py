"""Rounds as rows: their one beginning and their one end."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from casino_table.database.base import table_of
from casino_table.database.transactions import connection_of, require_transaction
from casino_table.game.round import round_name
from casino_table.ledger.models import RoundRow
from casino_table.ledger.refusals import RoundEndedError, RoundOpenError
from casino_table.ledger.words import RoundStatus
from casino_table.text import message

_ROUNDS: Final = table_of(RoundRow)
_OF_TABLE: Final = _ROUNDS.c.table_name == bindparam("of_table")
_OPEN_ROUND: Final = select(_ROUNDS).where(_OF_TABLE, _ROUNDS.c.status == RoundStatus.OPEN)
# The number of the last round of a table, and the name of the one that is under way.
_LAST: Final = select(
    func.coalesce(func.max(_ROUNDS.c.number), 0), func.max(_ROUNDS.c.id).filter(_ROUNDS.c.status == RoundStatus.OPEN)
).where(_OF_TABLE)
_INSERT: Final = insert(_ROUNDS)
_END: Final = (
    update(_ROUNDS)
    .where(_ROUNDS.c.id == bindparam("wanted"), _ROUNDS.c.status == RoundStatus.OPEN)
    .values(status=bindparam("now"), ended_at_us=bindparam("at_us"))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRound:
    """Hold a round's row."""

    id: str
    table_name: str
    number: int
    paytable_id: str
    settings_version: int
    commitment: str
    status: str
    opened_at_us: int
    ended_at_us: int | None = None


def open_round(
    session: Session, *, table: str, paytable_id: str, settings_version: int, commitment: str, at_us: int
) -> StoredRound:
    """Make the row of a table's next round; refuse a second open one. The journal's entry comes after it."""
    require_transaction(session)
    last, underway = connection_of(session).execute(_LAST, {"of_table": table}).one()
    if underway is not None:
        raise RoundOpenError(message("Round {round} is still under way.", round=underway))
    number = last + 1
    row = StoredRound(
        id=round_name(table, number),
        table_name=table,
        number=number,
        paytable_id=paytable_id,
        settings_version=settings_version,
        commitment=commitment,
        status=RoundStatus.OPEN,
        opened_at_us=at_us,
    )
    connection_of(session).execute(_INSERT, asdict(row))
    return row


def end_round(session: Session, round_id: str, status: RoundStatus, *, at_us: int) -> None:
    """Give a round its one end; refuse one that has ended already."""
    require_transaction(session)
    ended = connection_of(session).execute(_END, {"wanted": round_id, "now": status, "at_us": at_us})
    if ended.rowcount != 1:
        raise RoundEndedError(message("Round {round} has ended already.", round=round_id))


def find_open_round(session: Session, table: str) -> StoredRound | None:
    """Return the round that is under way at a table, if there is one."""
    row = connection_of(session).execute(_OPEN_ROUND, {"of_table": table}).mappings().one_or_none()
    return StoredRound(**row) if row is not None else None
