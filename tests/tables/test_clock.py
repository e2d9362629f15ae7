"""The system clock may be wrong: times then neither go back nor stand still unseen."""

from __future__ import annotations

from casino_table.game.round import Phase
from casino_table.ledger.journal import entries
from tests.tables.factories import House


def test_instants_never_decrease_when_the_system_clock_does(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0))
    house.clock.pass_seconds(-100)
    house.deal(ann)
    instants = [entry.at_us for entry in entries(house.session)]
    assert instants == sorted(instants)
    assert all(entry.act().get("at_us", entry.at_us) == entry.at_us for entry in entries(house.session))


def test_a_deadline_that_the_journal_has_passed_is_over_also_for_a_clock_set_back(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    house.stake(bob, (2, 500, 0))
    house.clock.pass_seconds(100)
    house.guest()
    house.clock.pass_seconds(-100)
    assert house.dealer.advance(house.session, "T1")
    assert house.open.phase is Phase.DECIDING
