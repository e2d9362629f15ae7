"""A house at its start: what the system puts live by itself, and what it leaves as people made it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from casino_table.database import transaction
from casino_table.game.paytable import Paytable, load_paytable
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.ledger.journal import entries
from casino_table.ledger.versions import add_paytable, newest_paytable
from casino_table.resources import resource_folder
from casino_table.tables.house import prepare_house
from tests.tables.factories import House


@pytest.fixture
def shipped() -> list[Paytable]:
    """Return the paytables that ship."""
    return [load_paytable(path) for path in sorted(resource_folder("paytables").glob("*.toml"))]


def prepare(house: House, paytables: list[Paytable]) -> None:
    prepare_house(house.session, house.dealer, paytables=paytables, table="T1", settings=DEMO_SETTINGS)


def paytable_acts(house: House) -> list[tuple[str, str, str]]:
    acts = [(entry.kind, entry.act()) for entry in entries(house.session) if entry.kind.startswith("paytable")]
    return [(kind, act["paytable"], act["by"]) for kind, act in acts]


def test_what_ships_with_a_fresh_house_goes_live_by_the_system(house: House, shipped: list[Paytable]) -> None:
    assert paytable_acts(house) == [("paytable_live", f"{each.name}@1", "system") for each in shipped]


def test_a_restart_writes_nothing_new(house: House, shipped: list[Paytable]) -> None:
    before = list(entries(house.session))
    prepare(house, shipped)
    assert list(entries(house.session)) == before


def test_what_ships_later_is_stored_and_does_not_go_live(house: House, shipped: list[Paytable]) -> None:
    before = paytable_acts(house)
    (texas,) = (each for each in shipped if each.name == "texas-poker")
    prepare(house, [*shipped, replace(texas, name="later")])
    assert paytable_acts(house) == [*before, ("paytable_stored", "later@1", "system")]


def test_a_paytable_that_people_changed_is_not_replaced_by_the_one_that_ships(
    house: House, shipped: list[Paytable]
) -> None:
    with transaction(house.session) as opened:
        changed = add_paytable(
            opened, name="texas-poker", document={"new": 1}, digest="ab" * 32, source="people", at_us=house.clock()
        )
    before = list(entries(house.session))
    prepare(house, shipped)
    assert newest_paytable(house.session, "texas-poker") == changed
    assert list(entries(house.session)) == before
