"""A prepared house for tests: paytables live, table T1 open, a clock that tests can turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from casino_table.game.operations import BoxWager
from casino_table.game.paytable import load_paytable
from casino_table.game.round import Round
from casino_table.game.settings import DEMO_SETTINGS, TableSettings
from casino_table.game.settlement import Decision
from casino_table.ledger.accounts import balance, player_account
from casino_table.ledger.seeds import open_vault
from casino_table.people.models import Person
from casino_table.people.operations import find_person
from casino_table.resources import resource_folder
from casino_table.tables.house import prepare_house
from casino_table.tables.live import read_open_round, read_round
from casino_table.tables.operations import Dealer

SECOND = 1_000_000


@dataclass
class Clock:
    """A clock that stands still until it is turned on."""

    us: int = 1_800_000_000 * SECOND

    def __call__(self) -> int:
        return self.us

    def pass_seconds(self, seconds: float) -> None:
        self.us += int(seconds * SECOND)


@dataclass
class House:
    """Play at table T1 as its guests would, with a new key for every act unless one is given."""

    session: Session
    dealer: Dealer
    clock: Clock
    keys: Iterator[int] = field(default_factory=count)

    def guest(self) -> Person:
        public_id = self.dealer.sit_down(self.session, table="T1", key=self._key(None))
        person = find_person(self.session, public_id)
        assert person is not None
        return person

    def _key(self, key: str | None) -> str:
        return key if key is not None else f"key-{next(self.keys)}"

    @property
    def open(self) -> Round:
        return read_open_round(self.session, "T1")

    def round(self, number: int) -> Round:
        return read_round(self.session, f"T1-{number}")

    def balance(self, person: Person) -> int:
        return balance(self.session, player_account(person.public_id, "PLAY"))

    def stake(
        self,
        person: Person,
        *wagers: tuple[int, int, int],
        key: str | None = None,
        number: int | None = None,
        promise: str | None = None,
        deal: bool = False,
    ) -> dict[str, Any]:
        return self.dealer.place_stakes(
            self.session,
            person,
            table="T1",
            key=self._key(key),
            number=number or self.open.number,
            wagers=[BoxWager(*wager) for wager in wagers],
            client_commitment=promise,
            deal=deal,
        )

    def deal(self, person: Person, *, key: str | None = None, number: int | None = None) -> dict[str, Any]:
        return self.dealer.ask_for_deal(
            self.session, person, table="T1", key=self._key(key), number=number or self.open.number
        )

    def decide(
        self, person: Person, box: int, decision: Decision, *, key: str | None = None, number: int | None = None
    ) -> dict[str, Any]:
        return self.dealer.decide(
            self.session,
            person,
            table="T1",
            key=self._key(key),
            number=number or self.open.number,
            box=box,
            decision=decision,
        )

    def play(self, person: Person, *wagers: tuple[int, int, int], decision: Decision = Decision.BET) -> Round:
        """Play a whole round alone and return it finished."""
        number = self.open.number
        self.stake(person, *wagers)
        answer = self.deal(person)
        while answer["turn"] is not None:
            answer = self.decide(person, answer["turn"], decision, number=number)
        return self.round(number)


def create_house(
    session: Session,
    folder: Path,
    *,
    settings: TableSettings = DEMO_SETTINGS,
    key_name: str = "seed.key",
    **dealer_options: Any,
) -> House:
    clock = Clock()
    dealer = Dealer(open_vault(session, folder / key_name), **{"clock": clock, **dealer_options})
    paytables = [load_paytable(path) for path in sorted(resource_folder("paytables").glob("*.toml"))]
    prepare_house(session, dealer, paytables=paytables, table="T1", settings=settings)
    return House(session, dealer, clock)
