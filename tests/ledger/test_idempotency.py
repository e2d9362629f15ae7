"""Promises L10, L11 and L23: one key, one answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from casino_table.database import BusyError, open_session, transaction
from casino_table.errors import CasinoTableError
from casino_table.game.refusals import RoundRefusal
from casino_table.ledger.accounts import balance, in_play, player_account
from casino_table.ledger.canonical import JSON
from casino_table.ledger.idempotency import (
    WriteRequest,
    close_of_round,
    first_difference,
    keep,
    once,
    perform,
    refused,
)
from casino_table.ledger.journal import append, entries
from casino_table.ledger.models import IdempotencyKey
from casino_table.ledger.refusals import (
    InsufficientFundsError,
    KeyConflictError,
    KeyFormatError,
)
from casino_table.ledger.rounds import StoredRound
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind, Wager
from casino_table.text import Message, message

PLAYER, IN_PLAY = player_account("p1", "PLAY"), in_play("T1", "PLAY")
START_US = 1_700_000_000_000_000
BODY: dict[str, JSON] = {"round": 1, "boxes": [{"box": 1, "ante": 400}]}


def asks(key: str = "k1", body: Any = None, person: str = "p1", route: str = "stakes") -> WriteRequest:
    return WriteRequest(person, route, key, BODY if body is None else body)


def stakes(amount: int = 400) -> Callable[[Session], dict[str, int]]:
    def act(session: Session) -> dict[str, int]:
        stake = Transfer(PLAYER, IN_PLAY, amount, TransferKind.ANTE, box=1, wager=Wager.ANTE)
        row = append(session, kind="stakes", payload={}, at_us=START_US, actor="p1", transfers=[stake])
        return {"sequence": row.sequence}

    return act


def kinds(session: Session) -> list[str]:
    return [row.kind for row in entries(session)]


class LimitError(RoundRefusal):
    code = "limit"


@pytest.fixture
def staked(session: Session, create_player: Callable[[str, int], str]) -> dict[str, Any]:
    create_player("p1", 1_000)
    return perform(asks(), stakes(), at_us=START_US, session=session)


def test_a_repetition_gets_the_same_answer_and_moves_nothing(session: Session, staked: dict[str, Any]) -> None:
    for _ in range(3):
        assert perform(asks(), stakes(), at_us=START_US, session=session) == staked
    assert balance(session, PLAYER) == 600
    assert kinds(session) == ["buy_in", "stakes"]


def test_repetitions_at_once_are_one_act_with_one_answer(
    engine: Engine, session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)

    def ask(_number: int) -> dict[str, Any]:
        with open_session(engine) as own:
            return perform(asks(), stakes(), at_us=START_US, session=own)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert answers == [{"sequence": 2}] * 8
    assert kinds(session) == ["buy_in", "stakes"]


def test_repetitions_at_once_of_what_is_refused_are_one_refusal(
    engine: Engine, session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 100)

    def ask(_number: int) -> str:
        with open_session(engine) as own, pytest.raises(CasinoTableError) as refusal:
            perform(asks(), stakes(), at_us=START_US, session=own)
        return f"{refusal.value.code}: {refusal.value}"

    with ThreadPoolExecutor(8) as pool:
        refusals = set(pool.map(ask, range(8)))
    assert refusals == {"insufficient_funds: The account player:p1:PLAY holds 100 minor units, and 400 are needed."}
    assert kinds(session) == ["buy_in", "refused"]


def test_the_order_of_the_keys_of_a_request_does_not_matter(session: Session, staked: dict[str, Any]) -> None:
    assert perform(asks(body=dict(reversed(BODY.items()))), stakes(), at_us=START_US, session=session) == staked


@pytest.mark.usefixtures("staked")
def test_another_request_under_the_key_is_refused_by_the_field(session: Session, subtests: pytest.Subtests) -> None:
    boxes: list[JSON] = [{"box": 1, "ante": 400}]
    others: list[tuple[dict[str, JSON], str]] = [
        ({"round": 2, "boxes": boxes}, "round"),
        ({"round": 1, "boxes": [{"box": 1, "ante": 500}]}, "boxes.0.ante"),
        ({"round": 1, "boxes": []}, "boxes"),
        ({"round": 1, "boxes": [{"box": 1, "ante": 400, "bonus": 5}]}, "boxes.0.bonus"),
        ({"boxes": boxes}, "round"),
        ({"round": True, "boxes": boxes}, "round"),
    ]
    for body, field in others:
        with subtests.test(field, body=body):
            with pytest.raises(KeyConflictError, match=f": {field} differs") as refusal:
                perform(asks(body=body), stakes(), at_us=START_US, session=session)
            assert refusal.value.status == HTTPStatus.CONFLICT
    assert kinds(session) == ["buy_in", "stakes", *["refused"] * len(others)], "a conflict is a refusal too"


@pytest.mark.usefixtures("staked")
def test_keys_belong_to_a_person_and_a_route(session: Session) -> None:
    perform(asks(route="other"), stakes(100), at_us=START_US, session=session)
    perform(asks(person="p2"), stakes(100), at_us=START_US, session=session)
    assert balance(session, PLAYER) == 400


def test_a_key_refused_for_funds_never_succeeds_later(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 100)
    with pytest.raises(InsufficientFundsError) as first:
        perform(asks(), stakes(), at_us=START_US, session=session)
    create_player("p1", 10_000)
    with pytest.raises(CasinoTableError) as again:
        perform(asks(), stakes(), at_us=START_US, session=session)

    assert (str(again.value), again.value.status, again.value.code) == (
        str(first.value),
        HTTPStatus.PAYMENT_REQUIRED,
        "insufficient_funds",
    )
    assert balance(session, PLAYER) == 10_100
    assert perform(asks(key="k2"), stakes(), at_us=START_US, session=session)


def test_a_refused_act_is_journalled_once_and_leaves_nothing_else(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)

    def act(opened: Session) -> dict[str, int]:
        stakes()(opened)
        raise LimitError(message("The most is {limit}.", limit=5))

    for _ in range(2):
        with pytest.raises(CasinoTableError, match=r"The most is 5\."):
            perform(asks(), act, at_us=START_US, session=session)

    assert kinds(session) == ["buy_in", "refused"]
    entry = list(entries(session))[-1]
    assert entry.actor == "p1"
    assert entry.content()["transfers"] == []
    assert entry.act() == {
        "route": "stakes",
        "request": BODY,
        "refusal": {
            "status": 409,
            "code": "limit",
            "sentence": {"template": "The most is {limit}.", "values": {"limit": 5}},
        },
    }
    assert balance(session, PLAYER) == 1_000


def test_a_stored_refusal_can_still_be_translated(session: Session) -> None:
    def act(_session: Session) -> dict[str, int]:
        raise LimitError(Message("Box {box}: {why}.", {"box": 3, "why": Message("too much")}))

    with pytest.raises(LimitError):
        perform(asks(), act, at_us=START_US, session=session)
    with pytest.raises(CasinoTableError) as stored:
        perform(asks(), act, at_us=START_US, session=session)
    german = {"Box {box}: {why}.": "Box {box}: {why}!", "too much": "zu viel"}
    assert stored.value.sentence.translated(lambda template: german[template]) == "Box 3: zu viel!"


def test_a_busy_database_is_no_answer(session: Session, create_player: Callable[[str, int], str]) -> None:
    create_player("p1", 1_000)

    def act(_session: Session) -> dict[str, int]:
        raise BusyError(message("Busy."))

    with pytest.raises(BusyError):
        perform(asks(), act, at_us=START_US, session=session)
    assert perform(asks(), stakes(), at_us=START_US, session=session)
    assert kinds(session) == ["buy_in", "stakes"]


def test_a_mistake_of_the_program_is_no_answer(session: Session, create_player: Callable[[str, int], str]) -> None:
    create_player("p1", 1_000)

    def act(opened: Session) -> dict[str, int]:
        stakes()(opened)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        perform(asks(), act, at_us=START_US, session=session)
    assert balance(session, PLAYER) == 1_000
    assert perform(asks(), stakes(), at_us=START_US, session=session)


def test_who_was_refused_while_the_same_request_succeeded_gets_its_answer(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    answer = perform(asks(), stakes(), at_us=START_US, session=session)
    with transaction(session):
        late = refused(session, asks(), LimitError(message("Too late.")), at_us=START_US)
    assert late == answer
    assert kinds(session) == ["buy_in", "stakes"]


def test_perform_is_not_called_inside_a_transaction(session: Session) -> None:
    with transaction(session), pytest.raises(RuntimeError, match="transaction of its own"):
        perform(asks(), stakes(), at_us=START_US, session=session)


def test_a_request_that_was_taken_back_gets_its_old_answer_and_is_not_done_again(
    session: Session, create_round: Callable[[], StoredRound], create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    played = create_round()
    answer = perform(asks(), stakes(), at_us=START_US, round_id=played.id, session=session)
    with transaction(session):
        row = append(session, kind="void", payload={}, at_us=START_US)
        close_of_round(session, played.id, person="p1", route="stakes", by_sequence=row.sequence)
    assert perform(asks(), stakes(), at_us=START_US, round_id=played.id, session=session) == answer
    assert balance(session, PLAYER) == 600
    assert session.get_one(IdempotencyKey, ("p1", "stakes", "k1")).reversed_by == row.sequence


@pytest.mark.parametrize("key", ["", "x" * 201, "a\nb", "\x00"])
def test_a_key_is_printable_and_short(key: str) -> None:
    with pytest.raises(KeyFormatError, match="1 to 200 printable"):
        asks(key=key)


def test_keys_are_looked_at_inside_a_transaction_only(session: Session) -> None:
    with pytest.raises(RuntimeError):
        once(session, asks())
    with pytest.raises(RuntimeError):
        keep(session, asks(), {}, at_us=START_US)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=1), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(JSON_VALUES, JSON_VALUES)
def test_the_first_difference_is_one(before: Any, after: Any) -> None:
    if json.dumps(before, sort_keys=True) == json.dumps(after, sort_keys=True):
        return
    path = first_difference(before, after)
    if path == "body":
        return
    missing = object()
    for part in path.split("."):
        before, after = (
            each[int(part)] if isinstance(each, list) else each.get(part, missing) for each in (before, after)
        )
    assert before is missing or after is missing or json.dumps(before) != json.dumps(after)
