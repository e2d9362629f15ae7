"""The same thing asked for at once, from several sessions: one success, and books that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from casino_table.database import open_session
from casino_table.errors import CasinoTableError
from casino_table.game.operations import BoxWager
from casino_table.game.round import Phase
from casino_table.game.settlement import Decision
from casino_table.ledger.journal import entries
from casino_table.people.models import Person
from tests.tables.factories import House
from tests.tables.ledger_checks import assert_ledger_holds

AT_ONCE = 6


def all_at_once(engine: Engine, acts: list[Callable[[Session], object]]) -> Counter[str]:
    """Let each act run in a thread and a session of its own, at the same moment; count successes and refusals."""
    start = Barrier(len(acts))

    def run(act: Callable[[Session], object]) -> str:
        with open_session(engine) as session:
            start.wait()
            try:
                act(session)
            except CasinoTableError:
                return "refused"
            return "done"

    with ThreadPoolExecutor(len(acts)) as pool:
        return Counter(pool.map(run, acts))


def decision(house: House, person: Person, key: str) -> Callable[[Session], object]:
    return lambda session: house.dealer.decide(
        session, person, table="T1", key=key, number=1, box=1, decision=Decision.BET
    )


@pytest.fixture
def guest(house: House) -> Person:
    person = house.guest()
    house.session.rollback()
    return person


def test_a_round_is_settled_once_however_often_it_is_asked_for(house: House, guest: Person, engine: Engine) -> None:
    house.stake(guest, (1, 500, 500))
    house.deal(guest)
    house.session.rollback()
    counts = all_at_once(engine, [decision(house, guest, f"k{number}") for number in range(AT_ONCE)])
    assert counts == {"done": 1, "refused": AT_ONCE - 1}
    assert_ledger_holds(house.session)
    assert [entry.kind for entry in entries(house.session, round_id="T1-1")].count("settled") == 1


def test_a_double_click_is_one_decision_with_one_answer(house: House, guest: Person, engine: Engine) -> None:
    house.stake(guest, (1, 500, 500))
    house.deal(guest)
    house.session.rollback()
    assert all_at_once(engine, [decision(house, guest, "same") for _ in range(AT_ONCE)]) == {"done": AT_ONCE}
    assert_ledger_holds(house.session)


def test_settling_and_voiding_at_once_is_one_or_the_other(house: House, guest: Person, engine: Engine) -> None:
    house.stake(guest, (1, 500, 500))
    house.deal(guest)
    house.session.rollback()

    def void(session: Session) -> object:
        return house.dealer.void(session, table="T1", number=1, reason="drill", pit_boss="pit", approver="boss")

    acts: list[Callable[[Session], object]] = [void, decision(house, guest, "k1"), void, decision(house, guest, "k2")]
    assert all_at_once(engine, acts) == {"done": 1, "refused": 3}
    assert_ledger_holds(house.session)
    assert house.round(1).phase in {Phase.SETTLED, Phase.VOID}


def test_one_box_goes_to_one_player(house: House, engine: Engine) -> None:
    guests = [house.guest() for _ in range(AT_ONCE)]
    house.session.rollback()

    def stake(person: Person) -> Callable[[Session], object]:
        return lambda session: house.dealer.place_stakes(
            session, person, table="T1", key="k", number=1, wagers=[BoxWager(3, 500)]
        )

    assert all_at_once(engine, [stake(person) for person in guests]) == {"done": 1, "refused": AT_ONCE - 1}
    assert len(house.open.players) == 1
    assert sum(house.balance(person) for person in guests) == AT_ONCE * 200_000 - 1500
