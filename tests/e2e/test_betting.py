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


def test_a_chip_over_the_limit_is_refused_with_the_limit_and_leaves_the_box_as_it_was(table: TablePage) -> None:
    table.page.locator("input[name=chip][value='10000']").check()
    table.page.locator("#box-1 .bonus .spot").click()
    table.expect_alert("The bonus on a box is at most 25.")
    assert table.page.input_value("input[name=bonus_1]") == ""


def test_the_bets_of_the_last_round_lie_ready_in_the_tray(table: TablePage) -> None:
    table.type_stakes(ante_1="10", bonus_1="5", ante_4="15")
    table.deal()
    table.wait_for_turn(1)
    table.fold()
    table.wait_for_turn(4)
    table.fold()
    table.wait_for("result")
    table.page.get_by_role("link", name="New bets").click()
    table.page.get_by_role("button", name="Rebet").click()
    typed = [table.page.input_value(f"input[name={name}]") for name in ("ante_1", "bonus_1", "ante_4", "ante_2")]
    assert typed == ["10", "5", "15", ""]


def test_what_was_typed_is_there_again_after_another_page(table: TablePage) -> None:
    table.type_stakes(ante_1="10", bonus_1="5", ante_3="15")
    table.page.get_by_role("link", name="Rules").click()
    table.page.get_by_role("link", name="Table", exact=True).click()
    expect(table.page.locator("#total-text")).to_contain_text("2 boxes: antes 25.00")
    assert table.page.input_value("input[name=ante_3]") == "15"


def test_a_box_that_somebody_else_takes_is_named(open_table: Callable[..., TablePage]) -> None:
    first, second = open_table(), open_table()
    first.type_stakes(ante_1="10", ante_2="15")
    second.place(ante_1="10")
    first.expect_alert("Box 1 has just been taken by Guest 2.")
    assert first.page.input_value("input[name=ante_2]") == "15"


def test_enter_in_a_field_places_the_bets_and_deals_nothing(table: TablePage) -> None:
    table.page.locator("input[name=ante_1]").press("Enter")
    table.expect_alert("Put an ante on a box first.")
    table.type_stakes(ante_1="10")
    table.page.locator("input[name=ante_1]").press("Enter")
    table.page.locator("#stakes[data-placed='1']").wait_for()
    assert table.balance() == "1,970.00"


@pytest.mark.parametrize("width", [320, 375, 568, 667, 700, 720, 740, 1024])
def test_no_window_scrolls_sideways(open_table: Callable[..., TablePage], width: int) -> None:
    table = open_table(viewport={"width": width, "height": 375})
    fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert table.page.evaluate(fits)
    table.type_stakes(ante_1="10", bonus_1="5", ante_4="15")
    table.deal()
    table.wait_for_turn(1)
    assert table.page.evaluate(fits)
    turn, panel = table.box(1).bounding_box(), table.page.locator("#panel").bounding_box()
    assert turn is not None
    assert panel is not None
    assert turn["y"] + turn["height"] <= panel["y"] + 1, "the panel leaves the box in turn to be seen"


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
