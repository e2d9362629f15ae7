"""Several players at one table: whose boxes, whose turn, whose cards, and the clocks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import expect

from casino_table.database import now_us
from tests.e2e.conftest import Site
from tests.e2e.tables import TablePage


def test_two_players_share_a_round(open_table: Callable[..., TablePage]) -> None:
    first, second = open_table(), open_table()
    first.place(ante_1="10", ante_2="10", bonus_2="5")
    expect(second.box(1)).to_contain_text("Guest 1", timeout=10_000)
    assert second.page.locator("input[name=ante_1]").count() == 0
    second.place(ante_3="25")
    expect(first.page.locator("#panel .clock")).to_contain_text("bets close in", timeout=10_000)
    second.deal()
    expect(second.page.locator("#panel")).to_contain_text("Waiting for Guest 1")
    first.deal()

    first.wait_for_turn(1)
    expect(second.page.locator("#panel")).to_contain_text("Guest 1 decides on box 1", timeout=15_000)
    own = first.cards_of(1)
    assert len(own) == 2
    assert second.cards_of(1) == []
    expect(first.page.locator("#panel .clock")).to_contain_text("to decide")
    first.bet()
    first.wait_for_turn(2)
    assert second.cards_of(1) == []
    first.fold()
    second.wait_for_turn(3)
    assert "Your turn: box 3" in second.page.title()
    assert second.cards_of(1) == []
    assert first.cards_of(3) == []
    second.bet()

    second.wait_for("result")
    first.wait_for("result")
    assert second.cards_of(1) == own
    assert len(second.cards_of(2)) == 2, "a folded box with a bonus is turned up as its bonus is checked"
    assert first.cards(".dealer") == second.cards(".dealer")
    assert first.box(3).locator(".line").count() == 2


def test_who_still_reads_the_result_is_told_that_the_next_round_has_begun(
    open_table: Callable[..., TablePage],
) -> None:
    first, second = open_table(), open_table()
    first.place(ante_1="10")
    expect(second.box(1)).to_contain_text("Guest 1", timeout=10_000)
    second.place(ante_3="25")
    first.deal()
    second.deal()
    first.wait_for_turn(1)
    first.bet()
    second.wait_for_turn(3)
    second.bet()
    second.wait_for("result")
    first.wait_for("result")
    first.page.keyboard.press("n")
    first.wait_for("bets")
    assert first.round_name() == "T1-2"
    first.place(ante_1="10")
    expect(second.page.locator("#notice")).to_contain_text("Guest 1 has bet on round T1-2", timeout=10_000)
    assert second.round_name() == "T1-1"
    second.page.reload()
    assert second.round_name() == "T1-1"
    second.page.keyboard.press("n")
    second.wait_for("bets")
    assert second.round_name() == "T1-2"
    expect(second.box(1)).to_contain_text("Guest 1")


def test_a_box_whose_time_is_over_folds_and_says_so(open_table: Callable[..., TablePage], site: Site) -> None:
    first, second = open_table(), open_table()
    first.place(ante_1="10")
    expect(second.box(1)).to_contain_text("Guest 1", timeout=10_000)
    second.place(ante_3="25")
    first.deal()
    second.deal()
    first.wait_for_turn(1)
    dealer = site.app.extensions["dealer"]
    site.app.extensions["dealer"] = replace(dealer, clock=lambda: now_us() + 31_000_000)
    second.wait_for_turn(3)
    expect(second.box(1)).to_contain_text("Guest 1: time over, folded")
    expect(first.box(1)).to_contain_text("time over, folded", timeout=10_000)
    assert second.cards_of(1) == []


def test_who_waits_can_start_the_clock_of_who_plays_alone(open_table: Callable[..., TablePage]) -> None:
    first = open_table()
    first.type_stakes(ante_1="10")
    first.deal()
    first.wait_for_turn(1)
    assert first.page.locator("#panel .clock").count() == 0
    second = open_table(waits_for="watch")
    second.page.get_by_role("button", name=re.compile("start the clock")).click()
    expect(first.page.locator("#panel .clock")).to_contain_text("to decide", timeout=10_000)
    assert second.cards_of(1) == []
