from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import rfc8785
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from casino_table.database import open_session, transaction
from casino_table.ledger.accounts import (
    balance,
    bank,
    cage,
    in_play,
    player_account,
    rebuild_balances,
    stored_balances,
)
from casino_table.ledger.journal import (
    Act,
    JournalRow,
    append,
    append_all,
    entries,
    instant_for,
    last_sequence,
    present_us,
    transfers_of,
)
from casino_table.ledger.refusals import AmountError, InsufficientFundsError
from casino_table.ledger.rounds import StoredRound
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind, Wager

PLAYER, BANK, IN_PLAY, CAGE = player_account("p1", "PLAY"), bank("PLAY"), in_play("T1", "PLAY"), cage("PLAY")
START_US = 1_700_000_000_000_000
LARGEST = 9_007_199_254_740_991


def stake(amount: int, box: int = 1) -> Transfer:
    return Transfer(PLAYER, IN_PLAY, amount, TransferKind.ANTE, box=box, wager=Wager.ANTE)


def act(session: Session, *transfers: Transfer, at_us: int = START_US, **options: Any) -> JournalRow:
    with transaction(session):
        return append(session, kind="act", payload={"n": 1}, at_us=at_us, transfers=transfers, **options)


def hash_by_the_book(row: JournalRow) -> bytes:
    """Follow the ledger's promise L20 with nothing of the code under test."""
    fields = [
        b"casino-table/journal/1",
        struct.pack(">Q", row.sequence),
        row.previous_hash,
        struct.pack(">Q", row.at_us),
        row.kind.encode(),
        row.payload.encode(),
    ]
    return hashlib.sha256(b"".join(struct.pack(">I", len(field)) + field for field in fields)).digest()


def test_entries_are_chained_without_a_gap(session: Session, create_player: Callable[[str, int], str]) -> None:
    create_player("p1", 10_000)
    for number in range(5):
        act(session, stake(100), at_us=START_US + number)

    rows = list(entries(session))

    assert [row.sequence for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[0].previous_hash == bytes(32)
    assert [row.previous_hash for row in rows[1:]] == [row.hash for row in rows[:-1]]
    assert [row.hash for row in rows] == [hash_by_the_book(row) for row in rows]


def test_what_append_returns_is_what_is_stored(session: Session, create_round: Callable[[], StoredRound]) -> None:
    played = create_round()
    row = act(session, round_id=played.id, actor="p1")
    assert list(entries(session)) == [row]
    assert list(entries(session, round_id=played.id)) == [row]
    assert last_sequence(session) == 1


def test_the_payload_is_canonical_and_covers_every_column_and_the_money(
    session: Session, create_round: Callable[[], StoredRound], create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    played = create_round()

    row = act(session, stake(300, box=2), stake(200, box=3), round_id=played.id, actor="p1")

    content = json.loads(row.payload)
    assert row.payload.encode() == rfc8785.dumps(content)
    assert content == {
        "act": {"n": 1},
        "actor": "p1",
        "gaming_day": row.gaming_day,
        "round": "T1-1",
        "transfers": [
            {
                "debit": "player:p1:PLAY",
                "credit": "in_play:T1:PLAY",
                "amount_minor": amount,
                "kind": "ante",
                "box": box,
                "wager": "ante",
                "debit_after_minor": player_after,
                "credit_after_minor": in_play_after,
            }
            for amount, box, player_after, in_play_after in [(300, 2, 700, 300), (200, 3, 500, 500)]
        ],
    }
    assert row.act() == {"n": 1}


def test_the_table_of_transfers_says_what_the_payload_says(
    session: Session, create_round: Callable[[], StoredRound], create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    played = create_round()
    row = act(session, stake(300), stake(200, box=3), round_id=played.id)

    stored = [dict(each) for each in transfers_of(session, round_id=played.id)]

    assert [(each.pop("sequence"), each.pop("ordinal"), each.pop("round_id")) for each in stored] == [
        (row.sequence, 0, "T1-1"),
        (row.sequence, 1, "T1-1"),
    ]
    assert [{k: v for k, v in each.items() if v is not None} for each in stored] == row.content()["transfers"]


@pytest.mark.parametrize(("hour", "day"), [(5, "2023-11-13"), (6, "2023-11-14")])
def test_an_entry_has_the_gaming_day_that_begins_at_six(session: Session, hour: int, day: str) -> None:
    midnight_us = START_US - START_US % 86_400_000_000
    assert act(session, at_us=midnight_us + hour * 3_600_000_000).gaming_day == day


def test_instants_never_decrease(session: Session) -> None:
    rows = [act(session, at_us=START_US + offset) for offset in (5, 3, 5, 4, 9)]
    assert [row.at_us - START_US for row in rows] == [5, 5, 5, 5, 9]
    with transaction(session):
        assert instant_for(session, START_US) == START_US + 9
        assert instant_for(session, START_US + 10) == START_US + 10


def test_a_player_never_goes_below_zero(session: Session, create_player: Callable[[str, int], str]) -> None:
    create_player("p1", 1_000)
    with pytest.raises(InsufficientFundsError, match="player:p1:PLAY holds 400 minor units, and 500 are needed"):
        act(session, stake(600), stake(500, box=2))
    assert balance(session, PLAYER) == 1_000
    assert last_sequence(session) == 1


def test_not_even_for_the_time_between_two_transfers_of_one_act(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    act(session, stake(1_000))
    refund = Transfer(IN_PLAY, PLAYER, 1_000, TransferKind.REFUND)
    with pytest.raises(InsufficientFundsError):
        act(session, stake(200), refund)
    act(session, refund, stake(200))
    assert (balance(session, PLAYER), balance(session, IN_PLAY)) == (800, 200)


def test_what_is_in_play_never_goes_below_zero(session: Session) -> None:
    with pytest.raises(InsufficientFundsError, match="in_play:T1:PLAY holds 0"):
        act(session, Transfer(IN_PLAY, BANK, 1, TransferKind.LOSS))


def test_a_win_is_paid_whatever_the_bank_holds(session: Session) -> None:
    act(session, Transfer(BANK, PLAYER, 10**12, TransferKind.WIN))
    assert (balance(session, BANK), balance(session, PLAYER)) == (-(10**12), 10**12)


def test_a_balance_that_no_reader_could_hold_is_refused(session: Session) -> None:
    act(session, Transfer(BANK, PLAYER, LARGEST, TransferKind.WIN))
    with pytest.raises(AmountError, match="cannot be kept"):
        act(session, Transfer(BANK, PLAYER, 1, TransferKind.WIN))


def test_balances_rebuilt_at_any_sequence_are_those_that_stood_there(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    acts = [
        [stake(300)],
        [stake(100, box=2), Transfer(IN_PLAY, BANK, 300, TransferKind.LOSS)],
        [Transfer(IN_PLAY, PLAYER, 100, TransferKind.RETURN), Transfer(BANK, PLAYER, 900, TransferKind.WIN)],
        [Transfer(PLAYER, CAGE, 1_600, TransferKind.CASH_OUT, table="T1")],
    ]
    stood = {1: stored_balances(session)}
    for transfers in acts:
        row = act(session, *transfers)
        stood[row.sequence] = stored_balances(session)

    assert all(sum(balances.values()) == 0 for balances in stood.values())
    assert {sequence: rebuild_balances(session, sequence) for sequence in stood} == stood
    assert rebuild_balances(session) == stood[5]
    assert stood[5] == {"player:p1:PLAY": 0, "in_play:T1:PLAY": 0, "bank:house:PLAY": -600, "cage:house:PLAY": 600}


def test_acts_written_together_are_the_same_as_one_by_one(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    loss = Transfer(IN_PLAY, BANK, 300, TransferKind.LOSS)
    acts = [
        Act(kind="stake", payload={"n": 1}, actor="p1", transfers=[stake(300)]),
        Act(kind="dealt", payload={"n": 2}),
        Act(kind="settled", payload={"n": 3}, transfers=[loss, stake(700)]),
    ]
    with transaction(session):
        rows = append_all(session, acts, at_us=START_US)

    assert list(entries(session))[1:] == rows
    assert [(row.sequence, row.kind, row.actor, row.act()) for row in rows] == [
        (2, "stake", "p1", {"n": 1}),
        (3, "dealt", None, {"n": 2}),
        (4, "settled", None, {"n": 3}),
    ]
    assert [row.hash for row in rows] == [hash_by_the_book(row) for row in rows]
    assert [row.previous_hash for row in rows[1:]] == [row.hash for row in rows[:-1]]
    assert [rebuild_balances(session, sequence)["player:p1:PLAY"] for sequence in (1, 2, 3, 4)] == [1_000, 700, 700, 0]
    assert rebuild_balances(session) == stored_balances(session)


def test_of_acts_written_together_all_are_refused_or_none(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    acts = [Act(kind="stake", payload={}, transfers=[stake(600)]) for _ in range(2)]
    with pytest.raises(InsufficientFundsError, match="holds 400"), transaction(session):
        append_all(session, acts, at_us=START_US)
    assert (last_sequence(session), balance(session, PLAYER)) == (1, 1_000)


def test_a_float_or_an_object_never_enters_the_journal(session: Session) -> None:
    for value in (1.5, float("nan"), 2**53, object(), {1: 2}):
        with pytest.raises((TypeError, ValueError)), transaction(session):
            append(session, kind="act", payload={"n": [value]}, at_us=START_US)  # type: ignore[list-item]
    assert last_sequence(session) == 0


def test_a_transaction_goes_on_from_what_others_wrote_since_the_last_one(engine: Engine, session: Session) -> None:
    with transaction(session):
        append(session, kind="mine", payload={}, at_us=1)
    with open_session(engine) as other, transaction(other):
        append(other, kind="other", payload={}, at_us=9)
    with suppress(LookupError), transaction(session):
        append(session, kind="lost", payload={}, at_us=20)
        raise LookupError
    with transaction(session):
        assert instant_for(session, 5) == 9
        append(session, kind="mine", payload={}, at_us=5)
    assert [(row.sequence, row.kind, row.at_us) for row in entries(session)] == [
        (1, "mine", 1), (2, "other", 9), (3, "mine", 9),
    ]  # fmt: skip


def test_nothing_is_appended_outside_a_transaction(session: Session) -> None:
    with pytest.raises(RuntimeError, match="inside transaction"):
        append(session, kind="act", payload={}, at_us=START_US)


def test_a_clock_far_behind_the_journal_is_reported(session: Session, caplog: pytest.LogCaptureFixture) -> None:
    hour = 3_600_000_000
    act(session, at_us=START_US + hour)
    act(session, at_us=START_US)
    assert "behind entry" not in caplog.text
    act(session, at_us=START_US - 1)
    assert "3600 s behind entry 2 of the journal" in caplog.text
    assert [entry.at_us for entry in entries(session)] == [START_US + hour] * 3


@pytest.mark.parametrize("written_us", [None, START_US])
def test_deadlines_are_compared_with_the_instant_that_an_act_would_have(
    session: Session, written_us: int | None
) -> None:
    if written_us is not None:
        act(session, at_us=written_us)
    for clock_us in (START_US - 10, START_US + 10):
        seen = present_us(session, clock_us)
        with transaction(session):
            assert seen == instant_for(session, clock_us)
    assert present_us(session, 5) == (written_us or 5)


def test_an_act_that_fails_afterwards_leaves_nothing(
    session: Session, create_player: Callable[[str, int], str]
) -> None:
    create_player("p1", 1_000)
    before = list(entries(session)), stored_balances(session)
    with suppress(ZeroDivisionError), transaction(session):
        append(session, kind="act", payload={}, at_us=START_US, transfers=[stake(400)])
        raise ZeroDivisionError
    assert (list(entries(session)), stored_balances(session)) == before
    assert session.execute(text("SELECT count(*) FROM transfers")).scalar() == 1
