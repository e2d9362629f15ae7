"""Keys of write requests: a repetition is answered as the first one was, whatever it was answered.

A key belongs to a person and a route. The same request under it gets the stored answer, another one is refused by
the name of the first field that differs. What was refused stays refused under its key; a refund closes the key of
what it takes back, and says in which entry. `perform` is all of it in one call; the pieces stand beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import RowMapping, bindparam, insert, select, update
from sqlalchemy.orm import Session

from casino_table.database.base import db, table_of
from casino_table.database.transactions import connection_of, in_transaction, require_transaction, transaction
from casino_table.errors import CasinoTableError
from casino_table.game.refusals import RoundRefusal
from casino_table.ledger.canonical import JSON, canonical
from casino_table.ledger.journal import append
from casino_table.ledger.models import IdempotencyKey
from casino_table.ledger.refusals import InsufficientFundsError, KeyConflictError, KeyFormatError
from casino_table.ledger.stored_refusals import refusal_from, refusal_to_json
from casino_table.text import message

REFUSED: Final = "refused"
MAX_KEY_LENGTH: Final = 200

_KEYS: Final = table_of(IdempotencyKey)
_FIND: Final = select(_KEYS).where(
    _KEYS.c.person == bindparam("of_person"), _KEYS.c.route == bindparam("of_route"), _KEYS.c.key == bindparam("of_key")
)
_INSERT: Final = insert(_KEYS)
_CLOSE_OF_ROUND: Final = (
    update(_KEYS)
    .where(
        _KEYS.c.round_id == bindparam("of_round"),
        _KEYS.c.person == bindparam("of_person"),
        _KEYS.c.route == bindparam("of_route"),
        _KEYS.c.reversed_by.is_(None),
    )
    .values(reversed_by=bindparam("by_sequence"))
)


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """Hold what a person asked to be done: where, under which key, and the request itself as JSON."""

    person: str
    route: str
    key: str
    body: Mapping[str, JSON]

    def __post_init__(self) -> None:
        if not 1 <= len(self.key) <= MAX_KEY_LENGTH or not self.key.isprintable():
            raise KeyFormatError(
                message("A request needs a key of 1 to {most} printable characters.", most=MAX_KEY_LENGTH)
            )


def perform(
    request: WriteRequest,
    act: Callable[[Session], Mapping[str, JSON]],
    *,
    at_us: int,
    round_id: str | None = None,
    session: Session | None = None,
) -> dict[str, Any]:
    """Do an act once for its key and return its answer; a repetition returns the same answer and does nothing.

    `act` runs inside the transaction that also keeps its answer, with `round_id` where it is done in a round. When the
    rules or the balance refuse, nothing of it stays, the refusal is journalled and kept under the key, and raised. Any
    other error is the house's own and no answer: the request may come again. Not to be called inside transaction(): a
    refusal has to outlive what it refuses.
    """
    if in_transaction(session if session is not None else db.session()):
        raise RuntimeError("perform() needs a transaction of its own")
    try:
        with transaction(session) as opened:
            stored = once(opened, request)
            if stored is None:
                stored = dict(act(opened))
                keep(opened, request, stored, at_us=at_us, round_id=round_id)
            return stored
    except KeyConflictError as refusal:
        with transaction(session) as opened:
            journal_refusal(opened, refusal, person=request.person, route=request.route, body=request.body, at_us=at_us)
        raise
    except (RoundRefusal, InsufficientFundsError) as refusal:
        with transaction(session) as opened:
            stored = refused(opened, request, refusal, at_us=at_us)
        if stored is None:
            raise
        return stored


def once(session: Session, request: WriteRequest) -> dict[str, Any] | None:
    """Return the answer kept under the key, or None where the request is new; inside transaction().

    Raises the kept refusal again, and KeyConflictError where the key came with another request.
    """
    require_transaction(session)
    row = _find(session, request)
    if row is None:
        return None
    body = canonical(request.body)
    if body != row["request"]:
        field = first_difference(msgspec.json.decode(row["request"]), msgspec.json.decode(body))
        raise KeyConflictError(
            message("This key came before with another request: {field} differs. Use a new key.", field=field)
        )
    answer: dict[str, Any] = msgspec.json.decode(row["answer"])
    if row["outcome"] == REFUSED:
        raise refusal_from(answer)
    return answer


def keep(
    session: Session, request: WriteRequest, answer: Mapping[str, JSON], *, at_us: int, round_id: str | None = None
) -> None:
    """Keep the answer under the key of its request, in the transaction that did what was asked."""
    _insert(session, request, at_us, outcome="done", answer=answer, round_id=round_id)


def refused(session: Session, request: WriteRequest, refusal: CasinoTableError, *, at_us: int) -> dict[str, Any] | None:
    """Journal a refused act and keep the refusal under its key, in a transaction after the refused one is gone.

    Returns None, or what the same request was answered in the meantime: then that is the answer, and there is nothing
    to journal. Raises as once() does.
    """
    stored = once(session, request)
    if stored is not None:
        return stored
    answer = journal_refusal(
        session, refusal, person=request.person, route=request.route, body=request.body, at_us=at_us
    )
    _insert(session, request, at_us, outcome=REFUSED, answer=answer)
    return None


def journal_refusal(
    session: Session, refusal: CasinoTableError, *, person: str, route: str, body: Mapping[str, JSON], at_us: int
) -> dict[str, JSON]:
    """Append what was asked for and refused, and return the refusal as JSON."""
    answer = refusal_to_json(refusal)
    payload: dict[str, JSON] = {"route": route, "request": body, "refusal": answer}
    append(session, kind=REFUSED, payload=payload, at_us=at_us, actor=person)
    return answer


def close_of_round(session: Session, round_id: str, *, person: str, route: str, by_sequence: int) -> None:
    """Close the keys under which a person did something in a round that the journal entry `by_sequence` takes back."""
    require_transaction(session)
    keys = {"of_round": round_id, "of_person": person, "of_route": route, "by_sequence": by_sequence}
    connection_of(session).execute(_CLOSE_OF_ROUND, keys)


def first_difference(before: Any, after: Any, path: str = "") -> str:
    """Return the name of the first field, in the order of the alphabet, in which two JSON values differ.

    >>> first_difference({"boxes": [{"ante": 5}]}, {"boxes": [{"ante": 6}]})
    'boxes.0.ante'
    """
    pairs: list[tuple[str, Any, Any]] = []
    missing = object()
    if isinstance(before, dict) and isinstance(after, dict):
        pairs = [
            (key, before.get(key, missing), after.get(key, missing)) for key in sorted(before.keys() | after.keys())
        ]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = [(str(index), *both) for index, both in enumerate(zip(before, after, strict=True))]
    for name, one, other in pairs:
        if one is missing or other is missing or one != other or type(one) is not type(other):
            return first_difference(one, other, f"{path}.{name}" if path else name)
    return path or "body"


def _find(session: Session, request: WriteRequest) -> RowMapping | None:
    key = {"of_person": request.person, "of_route": request.route, "of_key": request.key}
    return connection_of(session).execute(_FIND, key).mappings().one_or_none()


def _insert(
    session: Session,
    request: WriteRequest,
    at_us: int,
    *,
    outcome: str,
    answer: Mapping[str, JSON],
    round_id: str | None = None,
) -> None:
    """Store a key with its request and what that was answered."""
    require_transaction(session)
    row = {
        "person": request.person,
        "route": request.route,
        "key": request.key,
        "request": canonical(request.body),
        "outcome": outcome,
        "answer": canonical(answer),
        "at_us": at_us,
        "round_id": round_id,
    }
    connection_of(session).execute(_INSERT, row)
