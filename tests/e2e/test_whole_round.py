"""One six-box round from the first chip to the receipt.

Deck: server seed 856, table T1, round 1, guest 1 with a client seed of zeros at box 1. Cards, hands and amounts were
worked out by hand from the deck, with the odds of the paytable `texas-poker`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from casino_table.game.limits import MaxPayoutScope
from casino_table.game.settings import DEMO_SETTINGS
from tests.e2e.conftest import PHONE, Site
from tests.e2e.tables import TablePage

STAKES = {
    "ante_1": "10", "bonus_1": "5", "ante_2": "10", "ante_3": "5", "ante_4": "5.00", "bonus_4": "5", "ante_5": "25",
    "ante_6": "5",
}  # fmt: skip


def play_to_box_2(table: TablePage) -> None:
    """Play the round until its last decision: box 1 bets."""
    table.fix_seed()
    table.type_stakes(**STAKES)
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for_turn(2)


def play(table: TablePage) -> None:
    """Play the round to its result: box 1 bets, box 2 folds."""
    play_to_box_2(table)
    table.fold()
    table.wait_for("result")


@pytest.mark.parametrize("options", [{}, {"viewport": PHONE, "has_touch": True}], ids=["desk", "phone"])
def test_two_open_boxes_a_fold_two_bonuses_and_a_blind_win(
    open_table: Callable[..., TablePage], options: dict[str, object]
) -> None:
    table = open_table(**options)
    assert table.balance() == "2,000.00"
    table.fix_seed()
    table.type_stakes(**STAKES)
    assert "ante 10.00 + bet 20.00 + bonus 5.00 = 35.00" in table.page.locator("#cost-1").inner_text()
    assert "ante + bet = 3 × 25.00 = 75.00" in table.page.locator("#cost-5").inner_text()
    assert [table.page.locator(f"#play-{box}").inner_text() for box in range(1, 7)] == ["open"] * 2 + ["blind"] * 4
    expect(table.page.locator("#total-text")).to_contain_text(
        "6 boxes: antes 60.00 + bets 120.00 + bonus 10.00 = 190.00"
    )
    table.deal()

    table.wait_for_turn(1)
    assert table.balance() == "1,810.00"
    assert table.cards(".board") == ["5c", "9d", "5s"]
    assert table.cards_of(1) == ["5d", "Jc"]
    assert [table.cards_of(box) for box in range(2, 7)] == [[]] * 5
    assert "Your turn: box 1" in table.page.title()
    table.bet()

    table.wait_for_turn(2)
    assert table.cards_of(2) == ["4d", "8d"]
    assert [table.cards_of(box) for box in range(3, 7)] == [[]] * 4
    table.fold()

    table.wait_for("result")
    assert table.cards(".board") == ["5c", "9d", "5s", "2d", "7d"]
    assert table.cards(".dealer") == ["2s", "8c"]
    expect(table.page.locator(".dealer .hand")).to_contain_text("two pair, fives and twos")
    expect(table.page.locator(".dealer .verdict")).to_have_text("qualifies: a pair of fours or better")
    assert table.lines_of(1) == [
        "Bonus 5.00 155.00 three of a kind 30:1 won 150.00",
        "Ante 10.00 20.00 anything else 1:1 won 10.00",
        "Bet 20.00 40.00 1:1 won 20.00",
    ]
    assert table.lines_of(2) == ["Ante 10.00 0.00 folded"]
    assert table.lines_of(3) == ["Ante 5.00 10.00 anything else 1:1 won 5.00", "Bet 10.00 20.00 1:1 won 10.00"]
    assert table.lines_of(4) == [
        "Bonus 5.00 255.00 full house 50:1 won 250.00",
        "Ante 5.00 20.00 full house 3:1 won 15.00",
        "Bet 10.00 20.00 1:1 won 10.00",
    ]
    assert table.lines_of(5) == ["Ante 25.00 0.00 lost", "Bet 50.00 0.00 lost"]
    assert table.lines_of(6) == ["Ante 5.00 0.00 lost", "Bet 10.00 0.00 lost"]
    best = table.box(4).locator(".best .card")
    assert [card.get_attribute("data-card") for card in best.all()] == ["5h", "5c", "5s", "9h", "9d"]
    expect(table.box(4)).to_contain_text("full house, fives over nines")
    expect(table.page.locator("#panel")).to_contain_text("You staked 170.00; 540.00 came back.")
    assert table.balance() == "2,370.00"


class TestOnPostgreSQL:
    @pytest.fixture(params=["postgresql"])
    def database_kind(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def site_database(self, database_url: str) -> str:
        return database_url

    def test_a_round_is_played_and_its_receipt_proves_the_deck(self, table: TablePage, site: Site) -> None:
        assert site.app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql")
        play(table)
        assert table.balance() == "2,370.00"
        table.page.get_by_role("link", name="Receipt").click()
        expect(table.page.locator("#deck-verdict")).to_contain_text("all 52 cards are the same")
        table.page.goto(f"{table.address}/history")
        assert " ".join(table.page.locator("tbody tr").first.inner_text().split()).endswith("170.00 540.00 +370.00")


class TestUnderACapOnTheDeal:
    """Both bonuses together won 150 + 250; the cap of 200 is shared in proportion: 75 + 125."""

    @pytest.fixture
    def site_database(self, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
        capped = replace(DEMO_SETTINGS, ante_max=2500, max_payout=20_000, max_payout_scope=MaxPayoutScope.DEAL)
        monkeypatch.setattr("casino_table.app.DEMO_SETTINGS", capped)
        return sqlite_url

    def test_each_line_that_was_cut_says_so(self, table: TablePage) -> None:
        play(table)
        assert table.lines_of(1)[0] == (
            "Bonus 5.00 80.00 three of a kind 30:1 won 75.00 cut by the maximum payout: 75.00 instead of 150.00"
        )
        assert table.lines_of(4)[0] == (
            "Bonus 5.00 130.00 full house 50:1 won 125.00 cut by the maximum payout: 125.00 instead of 250.00"
        )
        assert table.lines_of(1)[1] == "Ante 10.00 20.00 anything else 1:1 won 10.00"
        expect(table.page.locator("#story")).to_contain_text(
            "wins 30:1, cut by the maximum payout: 75.00 instead of 150.00."
        )
        table.page.get_by_role("link", name="Receipt").click()
        expect(table.page.locator(".receipt .cap").first).to_have_text(
            "Cut by the maximum payout: 75.00 instead of 150.00."
        )


def test_the_receipt_says_every_line_and_proves_the_deck(table: TablePage) -> None:
    play(table)
    table.page.get_by_role("link", name="Receipt").click()
    expect(table.page.locator("#deck-verdict")).to_contain_text("all 52 cards are the same")
    rows = [" ".join(row.inner_text().split()) for row in table.page.locator(".receipt tbody tr").all()]
    assert rows[0].startswith("1 Bonus 5.00 three of a kind 30:1 150.00 155.00")
    assert rows[6].startswith("4 Bonus 5.00 full house 50:1 250.00 255.00")
    assert len(rows) == 13
    total = " ".join(table.page.locator(".receipt tfoot").inner_text().split())
    assert total == "Yours in all 170.00 470.00 540.00 +370.00"
    expect(table.page.locator(".hex").filter(has_text="00" * 30 + "0358").first).to_be_visible()
    story = table.page.locator(".story").inner_text()
    told = ["Bets are closed.", "The flop:", "Box 1: you bet 20.00.", "Box 2: you fold.", "Box 1, bonus:", "The turn:",
            "The dealer has", "Box 6:", "You staked 170.00; 540.00 came back."]  # fmt: skip
    assert [story.index(sentence) for sentence in told] == sorted(story.index(sentence) for sentence in told)
    table.page.goto(f"{table.address}/history")
    row = table.page.locator("tbody tr").first
    assert " ".join(row.inner_text().split()).endswith("170.00 540.00 +370.00")
    row.get_by_role("link", name="T1-1").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Round T1-1")


def test_a_box_that_is_pointed_at_shows_what_it_uses_of_the_board(table: TablePage) -> None:
    play(table)
    of_dealer, of_box = table.page.locator(".board .hand:not(.uses)"), table.page.locator(".board .uses[data-uses='5']")
    table.page.mouse.move(2, 2)
    expect(of_dealer).to_have_text("lifted: the dealer’s best five")
    expect(of_box).to_be_hidden()
    table.box(5).hover()
    expect(of_dealer).to_be_hidden()
    expect(of_box).to_have_text("lifted: the best five of box 5")
    uses = table.page.locator(".board .card.lifted")
    assert [card.get_attribute("data-card") for card in uses.all()] == table.page.locator(
        ".board .card[data-uses~='5']"
    ).evaluate_all("cards => cards.map((card) => card.dataset.card)")
    table.page.mouse.move(2, 2)
    expect(of_dealer).to_be_visible()


def test_a_pointer_that_rests_where_a_box_comes_to_lie_points_at_nothing(table: TablePage) -> None:
    play_to_box_2(table)
    spot = table.box(5).bounding_box()
    assert spot is not None
    table.page.mouse.move(spot["x"] + 20, spot["y"] + 20)
    table.press("f")
    table.wait_for("result")
    expect(table.page.locator(".board .hand:not(.uses)")).to_have_text("lifted: the dealer’s best five")


def test_a_box_that_is_touched_on_a_phone_says_whose_best_five_is_lifted(open_table: Callable[..., TablePage]) -> None:
    table = open_table(viewport=PHONE, has_touch=True)
    play(table)
    caption = table.page.locator(".board .uses[data-uses='4']")
    expect(caption).to_be_hidden()
    table.box(4).tap(position={"x": 20, "y": 20})
    expect(caption).to_be_visible()
    table.box(5).tap(position={"x": 20, "y": 20})
    expect(caption).to_be_hidden()


def test_the_events_are_told_in_sentences(table: TablePage) -> None:
    table.fix_seed()
    table.type_stakes(ante_1="10", bonus_1="5")
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for("result")
    news = table.page.locator("#news")
    for sentence in ("Bets are closed.", "The flop:", "Box 1: you bet 20.00.", "The turn:", "The river:", "The dealer"):
        expect(news).to_contain_text(sentence)
    expect(news).to_contain_text("came back.")


def test_the_end_is_shown_step_by_step_and_can_be_skipped(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="no-preference")
    table.type_stakes(ante_1="10", ante_2="10", ante_3="10")
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for_turn(2)
    table.bet()
    table.page.locator(".felt.revealing").wait_for()
    expect(table.page.locator(".dealer .card").first.locator(".cover")).to_be_visible()
    table.page.keyboard.press("Space")
    table.page.locator(".felt:not(.revealing)").wait_for()
    expect(table.page.locator(".dealer .card").first.locator(".cover")).to_be_hidden()
    expect(table.page.get_by_role("button", name="Same again")).to_be_visible()


def test_the_same_bets_again_take_the_players_seed_along(table: TablePage) -> None:
    table.type_stakes(ante_1="10", bonus_1="5", ante_4="5")
    table.deal()
    table.wait_for_turn(1)
    table.bet()
    table.wait_for_turn(4)
    table.bet()
    table.wait_for("result")
    table.page.get_by_role("button", name="Same again").click()
    table.wait_for_turn(1)
    assert table.round_name() == "T1-2"
    table.bet()
    table.wait_for_turn(4)
    table.fold()
    table.wait_for("result")
    for number in (1, 2):
        table.page.goto(f"{table.address}/tables/T1/rounds/{number}")
        expect(table.page.locator("#deck-verdict")).to_contain_text("all 52 cards are the same")
        expect(table.page.locator(".share")).to_have_count(1)
        expect(table.page.locator(".share")).not_to_contain_text("not revealed")


def test_a_finished_round_is_replayed_step_by_step(table: TablePage) -> None:
    page = table.page
    play(table)
    page.get_by_role("link", name="Receipt").click()
    page.get_by_role("button", name="Replay").click()
    covers = page.locator(".mini-felt .cover:visible")
    expect(page.locator("#replay-step")).to_contain_text("Round T1-1 is open for bets.")
    expect(covers).to_have_count(2 + 12)
    undealt = page.locator(".mini.board .card.pending")
    expect(undealt).to_have_count(5)
    seen = []
    while page.locator("#replay [data-go=on]").is_enabled():
        page.get_by_role("button", name="Next step").click()
        seen.append(covers.count() + undealt.count())
    assert seen == sorted(seen, reverse=True)
    assert seen[3] == 2 + 2 + 10, "with the flop the first open box is looked at"
    assert seen[-1] == 0
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Show all").click()
    expect(covers).to_have_count(0)
