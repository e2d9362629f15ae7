"""What binds people is durable before the seed is opened for what it leads to, and the house's faults bind nobody."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.errors import CasinoTableError
from casino_table.game.operations import BoxWager
from casino_table.game.refusals import BetsClosedError, NotYourTurnError, RoundRefusal, StakeRefusal
from casino_table.game.round import Phase
from casino_table.game.settlement import Decision
from casino_table.ledger.journal import entries
from casino_table.ledger.seeds import Vault
from casino_table.ledger.versions import add_settings, add_table
from casino_table.resources import paytable_folder
from casino_table.tables.house import open_rounds
from casino_table.tables.live import read_open_round
from casino_table.tables.operations import Dealer, TopUpRefusal
from casino_table.text import message
from tests.tables.factories import House
from tests.tables.ledger_checks import assert_ledger_holds

BET, FOLD = Decision.BET, Decision.FOLD


class FullError(Exception):
    """What a test raises where a full disk would."""


@pytest.fixture
def no_room(house: House) -> Iterator[set[str]]:
    """Let every write to the journal fail whose rows hold one of these words; yield the set of them."""
    words: set[str] = set()
    engine = house.session.get_bind()

    def fail(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if "INSERT INTO journal" in statement and any(word in str(parameters) for word in words):
            raise FullError

    event.listen(engine, "before_cursor_execute", fail)
    yield words
    event.remove(engine, "before_cursor_execute", fail)


def kinds(house: House) -> list[str]:
    return [entry.kind for entry in entries(house.session, round_id="T1-1")]


def test_a_decision_stands_even_if_the_settlement_that_follows_cannot_be_written(
    house: House, no_room: set[str]
) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 500), (3, 500, 0), deal=True)
    house.decide(ann, 1, BET)
    no_room.add("shown_down")
    with pytest.raises(FullError):
        house.decide(ann, 3, BET, key="last")
    assert kinds(house)[-1] == "decided", "the decision is durable, and nothing of the end is written"
    assert house.open.phase is Phase.BONUSES
    no_room.clear()
    with pytest.raises(NotYourTurnError):
        house.decide(ann, 3, FOLD, key="second thoughts")
    assert house.decide(ann, 3, BET, key="last", number=1) == {
        "table": "T1", "round": 1, "phase": Phase.SETTLED, "turn": None
    }, "a repetition is answered as the first would have been"  # fmt: skip


def test_what_is_bound_goes_on_with_the_next_look_at_the_table(house: House, no_room: set[str]) -> None:
    ann = house.guest()
    no_room.add("dealt")
    with pytest.raises(FullError):
        house.stake(ann, (1, 500, 500), key="stakes", deal=True)
    assert kinds(house)[-1] == "bets_closed"
    no_room.clear()
    with pytest.raises(BetsClosedError):
        house.stake(ann, key="away with them")
    assert house.open.turn == 1, "what was refused came too late, and the round goes on"
    no_room.add("settled")
    with pytest.raises(FullError):
        house.decide(ann, 1, FOLD)
    no_room.clear()
    house.dealer.advance_all(house.session)
    assert house.round(1).phase is Phase.SETTLED
    assert house.open.number == 2
    assert_ledger_holds(house.session)


def test_no_transaction_that_opens_the_seed_binds_anybody(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    opened: list[tuple[str, ...]] = []
    unseal = Vault.open

    def open_seed(vault: Vault, sealed: bytes) -> bytes:
        opened.append(tuple(written))
        return unseal(vault, sealed)

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if "INSERT INTO journal" in statement:
            written.append(str(parameters))

    def forget(_connection: Any) -> None:
        written.clear()

    monkeypatch.setattr(Vault, "open", open_seed)
    engine = house.session.get_bind()
    event.listen(engine, "before_cursor_execute", note)
    event.listen(engine, "begin", forget)
    ann = house.guest()
    house.play(ann, (1, 500, 500), (2, 500, 0), (4, 500, 500))
    event.remove(engine, "before_cursor_execute", note)
    event.remove(engine, "begin", forget)
    assert len(opened) == 2, "once for the deal, once for the end"
    assert opened == [(), ()]


class LostError(CasinoTableError):
    code = "lost"


def test_a_fault_of_the_house_is_not_kept_as_a_refusal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(*_: Any, **__: Any) -> None:
        raise LostError(message("Something is missing."))

    ann = house.guest()
    with monkeypatch.context() as patch:
        patch.setattr("casino_table.tables.operations.place_stakes", lose)
        with pytest.raises(LostError):
            house.stake(ann, (1, 500, 0), key="k")
    assert "refused" not in [entry.kind for entry in entries(house.session)]
    assert house.stake(ann, (1, 500, 0), key="k")["round"] == 1


def test_a_refused_void_is_journalled_with_who_asked_for_it(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0))
    for reason, approver in (("camera", "pit"), ("  ", "boss")):
        with pytest.raises(RoundRefusal):
            house.dealer.void(house.session, table="T1", number=1, reason=reason, pit_boss="pit", approver=approver)
    refused = [entry for entry in entries(house.session) if entry.kind == "refused"]
    assert [entry.actor for entry in refused] == ["pit", "pit"]
    assert refused[0].act()["request"] == {"round": 1, "reason": "camera", "pit_boss": "pit", "approver": "pit"}


def test_stakes_whose_win_no_account_could_keep_are_refused(house_with: Callable[..., House]) -> None:
    house = house_with(guest_buy_in=2**53 - 1_000_000)
    ann = house.guest()
    with pytest.raises(StakeRefusal, match="too large to be kept"):
        house.stake(ann, (1, 10_000, 2500))
    assert house.balance(ann) == 2**53 - 1_000_000


def test_the_deal_is_asked_for_once(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    house.stake(bob, (2, 500, 0))
    house.deal(ann)
    with pytest.raises(RoundRefusal, match="already"):
        house.deal(ann)
    assert kinds(house).count("deal_asked") == 1


def test_a_round_is_not_carried_on_under_another_paytable_than_it_was_opened_under(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    minsk = paytable_folder().get("minsk")
    monkeypatch.setattr("casino_table.tables.live._paytable", lambda _document: minsk)
    with pytest.raises(AssertionError, match="not the one that it was opened under"):
        _ = house.open


def test_who_plays_at_another_table_gets_no_more_play_money(house_with: Callable[..., House]) -> None:
    house = house_with(guest_buy_in=1500)
    settings = house.open.settings.to_document()
    with transaction(house.session) as opened:
        add_table(opened, name="T2", currency="PLAY", at_us=1)
        add_settings(opened, table="T2", paytable_id="texas-poker@1", settings=settings, at_us=1)
    open_rounds(house.session, house.dealer)
    ann = house.guest()
    number = read_open_round(house.session, "T2").number
    house.dealer.place_stakes(house.session, ann, table="T2", key="there", number=number, wagers=[BoxWager(1, 500, 0)])
    with pytest.raises(TopUpRefusal):
        house.dealer.top_up(house.session, ann, table="T1", key="more")


def test_a_table_that_cannot_go_on_holds_up_no_other(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0), deal=True)
    advanced: list[str] = []

    def advance(_dealer: Dealer, _session: Session, table: str) -> bool:
        if table == "A0":
            raise AssertionError("broken")
        advanced.append(table)
        return True

    monkeypatch.setattr(Dealer, "advance", advance)
    monkeypatch.setattr("casino_table.tables.operations.table_currencies", lambda _session: {"A0": "", "T1": ""})
    with caplog.at_level(logging.ERROR):
        house.dealer.advance_all(house.session)
    assert advanced == ["T1"]
    assert "table A0 could not go on" in caplog.text
