"""A table in a browser, with what a player does at it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.web.houses import CLIENT_SEED


@dataclass
class TablePage:
    """Play at a table as its player would, by mouse, keyboard, and typing."""

    page: Page
    address: str

    def wait_for(self, kind: str) -> None:
        self.page.locator(f"#panel.{kind}").wait_for(timeout=15_000)

    def wait_for_script(self) -> None:
        """Wait until the page's script listens; keys pressed before go nowhere."""
        self.page.locator("html.js").wait_for(state="attached")

    def box(self, number: int) -> Locator:
        return self.page.locator(f"#box-{number}")

    def type_stakes(self, **amounts: str) -> None:
        """Type amounts into fields, such as ante_1="10"."""
        for name, amount in amounts.items():
            self.page.fill(f"input[name={name}]", amount)

    def place(self, **amounts: str) -> None:
        """Place bets without asking for the deal."""
        self.type_stakes(**amounts)
        self.page.get_by_role("button", name="Place bets").click()
        self.page.locator("#stakes[data-placed='1']").wait_for()

    def fix_seed(self, seed: str = CLIENT_SEED) -> None:
        """Write the player's own seed for the shuffle."""
        self.page.get_by_text("Your seed for the shuffle").click()
        self.page.fill("#client-seed", seed)

    def deal(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Deal")).click()

    def wait_for_turn(self, box: int) -> None:
        self.page.locator(f"#box-{box}.turn").wait_for(timeout=15_000)

    def wait_until_armed(self) -> None:
        """Wait until the buttons that have just come up can be pressed."""
        self.page.locator("#panel .go:not(.turning) button:enabled").first.wait_for()

    def press(self, key: str) -> None:
        """Press a single key once the buttons of the panel can be pressed."""
        self.wait_until_armed()
        self.page.keyboard.press(key)

    def bet(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Bet")).click()

    def fold(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Fold")).click()

    def cards(self, where: str) -> list[str]:
        """Return the cards that lie face up in a part of the table, as two characters each."""
        shown = self.page.locator(f"{where} .cards .card[data-card]")
        return [str(card.get_attribute("data-card")) for card in shown.all()]

    def cards_of(self, box: int) -> list[str]:
        return self.cards(f"#box-{box}")

    def lines_of(self, box: int) -> list[str]:
        """Return the lines of a settled box, each as one text."""
        return [" ".join(line.inner_text().split()) for line in self.box(box).locator(".line").all()]

    def balance(self) -> str:
        return self.page.locator("#facts .strong span").inner_text()

    def round_name(self) -> str:
        return self.page.locator("#facts .fact").first.locator("span").inner_text()

    def expect_alert(self, text: str) -> None:
        expect(self.page.locator("#alert")).to_contain_text(text)
