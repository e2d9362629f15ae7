"""Placing bets in a browser: what is wrong is said by box and only as long as it is wrong, and nothing is hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.tables import TablePage


def test_an_alert_names_the_box_and_goes_once_something_else_is_typed(table: TablePage) -> None:
    table.type_stakes(ante_1="10", ante_2="12")
    table.deal()
    table.expect_alert("Box 2: Stakes here go by 5.")
    table.type_stakes(ante_2="15")
    expect(table.page.locator("#alert")).to_be_empty()


def test_bets_that_are_placed_are_dealt_and_not_placed_again(table: TablePage) -> None:
    table.type_stakes(ante_1="10")
    expect(table.page.locator("#deal-amount")).to_have_text("30.00")
    table.place(ante_1="10", ante_2="100")
    expect(table.page.locator("#deal-amount")).to_be_empty()
    table.deal()
    table.wait_for_turn(1)
    story = table.page.locator("#story").text_content() or ""
    assert story.count("You bet on") == 1
    assert table.balance() == "1,670.00"


def test_bets_that_were_changed_after_placing_are_placed_again(table: TablePage) -> None:
    table.place(ante_1="10")
    table.type_stakes(ante_1="20")
    expect(table.page.locator("#deal-amount")).to_have_text("60.00")
    table.deal()
    table.wait_for_turn(1)
    assert table.balance() == "1,940.00"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1366, 768)])
def test_fields_and_costs_stand_above_the_panel_and_hold_their_amounts(
    open_table: Callable[..., TablePage], width: int, height: int
) -> None:
    table = open_table(viewport={"width": width, "height": height})
    table.type_stakes(**{f"ante_{box}": "100" for box in range(1, 7)}, bonus_6="25")
    top = table.page.locator("#panel").bounding_box()
    assert top is not None
    for box in range(1, 7):
        cost = table.page.locator(f"#cost-{box}").bounding_box()
        assert cost is not None
        assert cost["y"] + cost["height"] <= top["y"]
        assert table.page.locator(f"#ante-{box}").evaluate("field => field.scrollWidth <= field.clientWidth")
