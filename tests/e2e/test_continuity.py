"""Refresh, back, double click, two tabs, a restart: one stake, one result, the same cards."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e.conftest import watch
from tests.e2e.tables import TablePage


def test_a_refresh_shows_the_same_cards(table: TablePage) -> None:
    table.type_stakes(ante_1="10", ante_2="10")
    table.deal()
    table.wait_for_turn(1)
    cards = table.cards_of(1), table.cards(".board")
    for _ in range(3):
        table.page.reload()
        assert (table.cards_of(1), table.cards(".board")) == cards
        assert table.cards_of(2) == []
        assert table.balance() == "1,940.00"


def test_the_back_button_shows_the_table_as_it_is(table: TablePage) -> None:
    table.type_stakes(ante_1="10")
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for("result")
    balance = table.balance()
    table.page.get_by_role("link", name="Receipt").click()
    table.page.get_by_role("heading", name="Round T1-1").wait_for()
    table.page.go_back()
    table.wait_for("result")
    assert table.balance() == balance
    assert table.round_name() == "T1-1"


def test_a_double_click_counts_once(table: TablePage) -> None:
    table.type_stakes(ante_1="10", ante_2="10")
    table.page.locator("#deal-button").dblclick()
    table.wait_for_turn(1)
    assert table.balance() == "1,940.00"
    table.page.locator("#decide .gold").dblclick()
    table.wait_for_turn(2)
    table.fold()
    table.wait_for("result")
    table.page.locator("#repeat .gold").dblclick()
    table.wait_for_turn(1)
    assert table.round_name() == "T1-2"


@pytest.mark.parametrize("gap_ms", [60, 200, 350])
def test_a_slow_double_click_answers_nothing_that_has_not_been_read(table: TablePage, gap_ms: int) -> None:
    def click_twice(selector: str) -> None:
        table.wait_until_armed()
        spot = table.page.locator(selector).bounding_box()
        assert spot is not None
        for pause in (gap_ms, 0):
            table.page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
            table.page.wait_for_timeout(pause)

    table.type_stakes(ante_1="10", ante_2="10")
    click_twice("#deal-button")
    table.wait_for_turn(1)
    table.wait_until_armed()
    assert table.box(1).locator(".bet .figure").inner_text().startswith("20"), "box 1 still decides"
    click_twice("#decide .gold")
    table.wait_for_turn(2)
    click_twice("#decide .gold")
    table.wait_for("result")
    table.wait_until_armed()
    assert table.round_name() == "T1-1"


def test_a_key_that_is_held_down_decides_one_box(table: TablePage) -> None:
    table.type_stakes(ante_1="10", ante_2="10")
    table.deal()
    table.wait_for_turn(1)
    table.wait_until_armed()
    table.page.keyboard.down("b")
    table.wait_for_turn(2)
    table.wait_until_armed()
    table.page.keyboard.down("b")
    table.page.wait_for_timeout(200)
    expect(table.box(2)).to_have_class(re.compile("turn"))


def test_two_tabs_show_one_game(table: TablePage, errors: list[str]) -> None:
    table.type_stakes(ante_1="10", ante_2="10")
    table.deal()
    table.wait_for_turn(1)
    page = table.page.context.new_page()
    watch(page, errors)
    page.goto(f"{table.address}/tables/T1")
    other = TablePage(page, table.address)
    assert other.cards_of(1) == table.cards_of(1)
    other.bet()
    other.wait_for_turn(2)
    table.wait_for_turn(2)
    other.fold()
    table.wait_for("result")
    assert other.balance() == table.balance()
    assert other.page.locator("#facts .name").inner_text() == table.page.locator("#facts .name").inner_text()


def test_a_stale_tab_cannot_decide_again(new_context: Callable[..., BrowserContext], table: TablePage) -> None:
    table.type_stakes(ante_1="10", ante_2="10")
    table.deal()
    table.wait_for_turn(1)
    still = new_context(java_script_enabled=False, storage_state=table.page.context.storage_state())
    stale = TablePage(still.new_page(), table.address)
    stale.page.goto(f"{table.address}/tables/T1")
    table.bet()
    table.wait_for_turn(2)
    stale.fold()
    expect(stale.page.locator("#alert")).not_to_be_empty()
    expect(stale.box(1)).to_contain_text("bet")
    table.page.reload()
    assert table.page.locator("#box-2.turn").count() == 1


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class HouseProcess:
    """A house in a process of its own that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "casino_table", "serve", "--port", str(self.port)]
        environment = {**os.environ, "CASINO_TABLE_DATA": str(self.folder)}
        self.process = subprocess.Popen(command, env=environment, start_new_session=True, stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.address, timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the house did not open")

    def kill(self) -> None:
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    """Yield a house in a process of its own."""
    process = HouseProcess(tmp_path)
    process.start()
    yield process
    process.kill()


def test_a_killed_house_goes_on_with_the_same_cards(
    house: HouseProcess, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    page.goto(house.address)
    page.get_by_role("button", name="Sit down as a guest").click()
    table = TablePage(page, house.address)
    table.wait_for("bets")
    table.type_stakes(ante_1="10", ante_2="10", ante_3="10")
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for_turn(2)
    before = table.cards_of(1), table.cards_of(2), table.cards(".board")
    house.kill()
    table.fold()
    table.expect_alert("Nothing is lost")
    house.start()
    expect(page.locator("#alert")).to_be_empty(timeout=10_000)
    page.reload()
    table.wait_for_turn(2)
    assert (table.cards_of(1), table.cards_of(2), table.cards(".board")) == before
    assert table.balance() == "1,910.00"
    table.fold()
    table.wait_for("result")
    page.get_by_role("link", name="Receipt").click()
    expect(page.locator("#deck-verdict")).to_contain_text("all 52 cards are the same")


def test_who_takes_the_bets_back_stays_at_the_new_round(table: TablePage) -> None:
    table.type_stakes(ante_1="10")
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for("result")
    table.page.keyboard.press("n")
    table.wait_for("bets")
    before = table.balance()
    table.place(ante_1="10")
    table.page.get_by_role("button", name="Clear").click()
    table.page.get_by_role("button", name="Change bets").click()
    table.page.locator("#stakes[data-placed='']").wait_for()
    assert table.balance() == before
    assert table.round_name() == "T1-2"
    table.page.reload()
    assert table.round_name() == "T1-2"
