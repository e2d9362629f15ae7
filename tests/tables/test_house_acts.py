"""What the house does by itself or by its people: the buy-in of a guest, and a void with who did it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select

from casino_table.database import table_of
from casino_table.ledger.journal import entries
from casino_table.ledger.models import TransferRow
from tests.tables.factories import House

TRANSFERS = table_of(TransferRow)


def test_where_guests_bring_nothing_nothing_moves(house_with: Callable[..., House]) -> None:
    house = house_with(guest_buy_in=0)
    ann = house.guest()
    assert house.balance(ann) == 0
    assert house.session.connection().execute(select(TRANSFERS)).all() == []
    assert {entry.kind for entry in entries(house.session)}.isdisjoint({"buy_in", "bought_in"})


def test_a_void_is_journalled_with_who_did_it_and_who_approved(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0))
    house.dealer.void(house.session, table="T1", number=1, reason="camera", pit_boss="boss", approver="second")
    (entry,) = [entry for entry in entries(house.session, round_id="T1-1") if entry.kind == "voided"]
    assert entry.actor == "boss"
    assert (entry.act()["pit_boss"], entry.act()["approver"], entry.act()["reason"]) == ("boss", "second", "camera")
