"""What the templates of the tables may do with values of theirs: name cards, draw chips, carry a set of stakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from flask import Flask

from casino_table.tables.chips import placed_pile
from casino_table.tables.view import CardView
from casino_table.text import message
from casino_table.web.filters import say

PLAY_WORDS: Final = {"open": message("open"), "blind": message("blind")}


def spoken(cards: Iterable[CardView]) -> str:
    """Return the names of cards in a row, as they are read out."""
    return ", ".join(say(card.name) for card in cards)


def chip_colour(chip: int, chips: Sequence[int]) -> int:
    """Return the number of a chip's colour: its place among the table's chips."""
    return sorted(chips).index(chip)


def rebet_text(stakes: Iterable[tuple[int, int, int]]) -> str:
    """Return a set of stakes as the page's script reads it: box:ante:bonus, apart by spaces."""
    return " ".join(f"{box}:{ante}:{bonus}" for box, ante, bonus in stakes)


def register_table_filters(app: Flask) -> None:
    """Give templates these filters."""
    app.add_template_filter(spoken)
    app.add_template_filter(placed_pile, "pile")
    app.add_template_filter(chip_colour)
    app.add_template_filter(rebet_text)
    app.add_template_filter(PLAY_WORDS.__getitem__, "play_word")
    app.add_template_filter(lambda number: max(0, number), "at_least_zero")
