"""The player's own seed in the browser, and that one act is sent once however often its button is pressed."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.e2e.tables import TablePage


def kept_rounds(table: TablePage) -> list[int]:
    """Return the rounds whose seeds the browser keeps."""
    names: list[str] = table.page.evaluate("Object.keys(localStorage)")
    return sorted(int(name.removeprefix("seed:T1:")) for name in names if name.startswith("seed:T1:"))


def play(table: TablePage) -> None:
    """Play a round with one box to its end, by a fold."""
    table.type_stakes(ante_1="10")
    table.deal()
    table.wait_for_turn(1)
    table.fold()
    table.wait_for("result")


def test_a_seed_that_was_committed_to_cannot_be_changed_until_the_bets_are_taken_back(table: TablePage) -> None:
    table.fix_seed()
    seed = table.page.locator("#client-seed")
    table.place(ante_1="10")
    expect(seed).not_to_be_editable()
    table.page.get_by_role("button", name="Clear").click()
    table.page.get_by_role("button", name="Change bets").click()
    table.page.locator("#stakes[data-placed='']").wait_for()
    expect(seed).to_be_editable()


def test_a_browser_keeps_the_seeds_of_this_round_and_the_last(table: TablePage) -> None:
    for _ in range(2):
        play(table)
        table.press("n")
        table.wait_for("bets")
    assert table.round_name() == "T1-3"
    assert kept_rounds(table) == [2, 3]


def test_while_an_act_is_on_its_way_nothing_else_is_sent(table: TablePage) -> None:
    seen: list[str] = []

    def answer_late(route: Route) -> None:
        seen.append("sent")
        table.page.wait_for_timeout(2_000)  # longer than from one look at the table to the next
        seen.append("let through")
        route.continue_()

    table.type_stakes(ante_1="10")
    table.page.on("request", lambda request: seen.append("look") if "/fragment" in request.url else None)
    table.page.route("**/tables/T1/stakes", answer_late)
    press = "document.getElementById('deal-button').form.requestSubmit(document.getElementById('deal-button'));"
    table.page.evaluate(f"() => {{ {press} {press} }}")
    table.wait_for_turn(1)
    begin = seen.index("sent")
    assert seen[begin : begin + 3] == ["sent", "let through", "look"]
    assert seen.count("sent") == 1
