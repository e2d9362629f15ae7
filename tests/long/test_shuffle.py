"""A million decks by card and position."""

from __future__ import annotations

from hashlib import sha256

from casino_table.game.shuffle import shuffle_deck
from tests.shuffle_statistics import deviations_from_even


def test_no_card_prefers_a_position_in_a_million_decks() -> None:
    decks = (shuffle_deck(sha256(b"%d" % number).digest(), "T", number, []) for number in range(1_000_000))
    assert abs(deviations_from_even(decks)) < 5
