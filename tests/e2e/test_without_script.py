"""The table without JavaScript: forms do everything but the player's own seed."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import TablePage


def test_a_whole_round_with_forms_alone(open_table: Callable[..., TablePage]) -> None:
    table = open_table(java_script_enabled=False)
    table.type_stakes(ante_1="10", bonus_1="5", ante_2="10", ante_3="5")
    table.deal()
    table.wait_for_turn(1)
    assert table.balance() == "1,920.00"
    table.bet()
    table.wait_for_turn(2)
    table.fold()
    table.wait_for("result")
    assert len(table.lines_of(1)) == 3
    table.page.get_by_role("button", name="Same again").click()
    table.wait_for_turn(1)
    assert table.round_name() == "T1-2"
    table.page.goto(f"{table.address}/tables/T1/rounds/1")
    expect(table.page.locator("#proof")).to_contain_text(
        "no player contributed, so the house could have known this deck"
    )


def test_a_refused_set_keeps_what_was_typed_and_names_the_limit(
    open_table: Callable[..., TablePage], expected_errors: list[str]
) -> None:
    expected_errors += ["status of 409", "status of 422"]
    table = open_table(java_script_enabled=False)
    table.type_stakes(ante_1="1,000", ante_2="10")
    table.deal()
    table.expect_alert("100")
    assert table.page.input_value("input[name=ante_1]") == "1,000"
    assert table.page.input_value("input[name=ante_2]") == "10"
    table.type_stakes(ante_1="ten")
    table.deal()
    table.expect_alert("“ten” is not an amount")
    table.type_stakes(ante_1="10")
    table.deal()
    table.wait_for_turn(1)
    assert table.balance() == "1,940.00"


def test_bets_can_be_placed_changed_and_taken_back(open_table: Callable[..., TablePage]) -> None:
    table = open_table(java_script_enabled=False)
    table.type_stakes(ante_1="10", ante_2="10")
    table.page.get_by_role("button", name="Place bets").click()
    assert table.balance() == "1,940.00"
    table.type_stakes(ante_2="")
    table.page.get_by_role("button", name="Change bets").click()
    assert table.balance() == "1,970.00"
    table.type_stakes(ante_1="")
    table.page.get_by_role("button", name="Change bets").click()
    assert table.balance() == "2,000.00"
