"""Keyboard alone, screen readers, small screens: axe finds nothing on any page, and nothing is out of reach."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.tables import TablePage

LEAST_TARGET = 44
# Links inside sentences are exempt (WCAG 2.5.8, "Inline"), and so is what is made larger by its label.
SMALL_TARGETS = f"""() => [...document.querySelectorAll(
  'button:not([aria-hidden]), .button, nav a, summary, label.choice, .chip, ' +
  'input:not([type=hidden], [type=radio], [type=checkbox])')]
  .filter((element) => element.getClientRects().length && getComputedStyle(element).visibility === 'visible')
  .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
  .filter(([, box]) => box.height < {LEAST_TARGET} - 0.5 || box.width < {LEAST_TARGET} - 0.5)
  .map(([html, box]) => `${{html}}: ${{box.width}} x ${{box.height}}`)"""


def check(page: Page, where: str) -> None:
    """Fail on anything that axe finds, on a page wider than its window, and on targets too small."""
    results = Axe().run(page)
    assert results.violations_count == 0, f"{where}: {results.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), where
    assert page.evaluate(SMALL_TARGETS) == [], where


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE}], ids=["desk", "phone"])
def test_axe_finds_nothing_in_any_state(open_table: Callable[..., TablePage], options: dict[str, object]) -> None:
    table = open_table(**options)
    page = table.page
    check(page, "bets")
    page.get_by_text("Keys, speed and order").click()
    page.get_by_text("The table as a plain table").click()
    page.get_by_text("What happened in this round").click()
    table.type_stakes(ante_1="10", bonus_1="5", ante_2="10", ante_3="5", bonus_3="7")
    check(page, "bets with a fault")
    table.deal()
    table.expect_alert("by 5")
    check(page, "alert")
    table.type_stakes(bonus_3="5")
    table.deal()
    table.wait_for_turn(1)
    check(page, "decision")
    table.bet()
    table.wait_for_turn(2)
    table.fold()
    table.wait_for("result")
    check(page, "result")
    for path in ("/", "/history", "/tables/T1/rules", "/tables/T1/rounds/1"):
        page.goto(table.address + path)
        if path.endswith("rounds/1"):
            page.locator("#deck-verdict.right").wait_for()
            page.get_by_role("button", name="Replay").click()
            page.get_by_role("button", name="Next step").click()
        check(page, path)


def test_axe_finds_nothing_for_visitors_and_on_errors(
    new_context: Callable[..., BrowserContext], table: TablePage
) -> None:
    visitor = new_context(viewport=PHONE).new_page()
    for path, heading in (("/", "Poker"), ("/tables/T1", "Table T1"), ("/nowhere", "Not here"), ("/history", "seat")):
        visitor.goto(table.address + path)
        expect(visitor.get_by_role("heading", level=1)).to_contain_text(heading)
        check(visitor, path)


def test_a_round_by_keyboard_alone(table: TablePage) -> None:
    keyboard = table.page.keyboard
    for key in ("1", "1", "Shift+1", "2", "+", "3", "u", "-", "3"):
        keyboard.press(key)
    assert [table.page.input_value(f"input[name=ante_{box}]") for box in (1, 2, 3)] == ["10", "5", "5"]
    assert table.page.input_value("input[name=bonus_1]") == "5"
    keyboard.press("x")
    assert table.page.input_value("input[name=ante_1]") == "20"
    table.press("d")
    table.wait_for_turn(1)
    table.press("b")
    table.wait_for_turn(2)
    table.press("f")
    table.wait_for("result")
    table.press("r")
    table.wait_for_turn(1)
    assert table.round_name() == "T1-2"


def test_a_round_with_tab_and_enter(table: TablePage) -> None:
    page = table.page
    page.locator("input[name=ante_1]").focus()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    page.locator("#stakes[data-placed='1']").wait_for()
    page.get_by_role("button", name="Deal").focus()
    page.keyboard.press("Enter")
    table.wait_for_turn(1)
    assert page.evaluate("document.activeElement.id") == "panel", "the focus is where the decision is, on no button"
    page.keyboard.press("Enter")
    table.wait_until_armed()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Fold")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    table.wait_for("result")
    assert len(table.lines_of(1)) == 2


def test_single_keys_can_be_switched_off(table: TablePage) -> None:
    page = table.page
    page.get_by_text("Keys, speed and order").click()
    page.get_by_label("single keys act").uncheck()
    page.locator("#main").focus()
    page.keyboard.press("1")
    assert page.input_value("input[name=ante_1]") == ""
    page.reload()
    table.wait_for_script()
    page.keyboard.press("1")
    assert page.input_value("input[name=ante_1]") == ""


def test_focus_and_typed_amounts_survive_what_others_do(open_table: Callable[..., TablePage]) -> None:
    first, second = open_table(), open_table()
    first.type_stakes(ante_2="15")
    first.page.locator("input[name=ante_3]").focus()
    first.page.keyboard.type("2")
    second.place(ante_5="10")
    expect(first.box(5)).to_contain_text("Guest 2", timeout=10_000)
    first.page.keyboard.type("5")
    assert first.page.input_value("input[name=ante_3]") == "25"
    assert first.page.input_value("input[name=ante_2]") == "15"


def test_a_stake_over_the_limit_is_refused_by_the_name_of_the_limit(table: TablePage) -> None:
    page = table.page
    page.get_by_label("100").check(force=True)
    page.keyboard.press("1")
    page.keyboard.press("1")
    table.expect_alert("The ante on a box is at most 100.")
    assert page.input_value("input[name=ante_1]") == "100"
    table.type_stakes(ante_1="105")
    table.deal()
    table.expect_alert("The ante on a box is at most 100.")
    assert table.balance() == "2,000.00"


def test_boxes_can_lie_as_at_a_real_table(table: TablePage) -> None:
    page = table.page

    def places() -> list[float]:
        return [box["x"] for number in (1, 2, 6) if (box := table.box(number).bounding_box())]

    assert places() == sorted(places())
    page.get_by_text("Keys, speed and order").click()
    page.get_by_label("as at a real table").check()
    assert places() == sorted(places(), reverse=True)
    page.reload()
    table.wait_for_script()
    assert places() == sorted(places(), reverse=True)
