"""Cards: numbers, text, and what is refused."""

from __future__ import annotations

import pytest

from casino_table.cards import DECK, CardError, card_name, card_text, parse_card, parse_cards, refuse_duplicates


def test_every_card_has_one_text_and_one_name() -> None:
    assert [parse_card(card_text(card)) for card in DECK] == list(DECK)
    assert len({str(card_name(card)) for card in DECK}) == 52


@pytest.mark.parametrize(
    ("text", "card"),
    [("2c", 0), ("2s", 3), ("Td", 33), ("As", 51), ("as", 51), ("10d", 33), ("td", 33), ("A♠", 51), ("q♥", 42)],
)
def test_reads_every_spelling(text: str, card: int) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "1s", "AS", "Asx", "10", "x", " As", "11d", "♠A", 51, None, True, ["As"]])
def test_refuses_what_is_no_card(text: object) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


def test_reads_cards_in_a_row_and_apart() -> None:
    assert parse_cards("As Kd 10c") == parse_cards("AsKdTc") == (51, 45, 32)


@pytest.mark.parametrize("text", ["As,Kd", "As\u00a0Kd", "A♠\ufe0f", "AsK", "As\tKd"])
def test_names_all_of_what_is_no_row_of_cards(text: str) -> None:
    with pytest.raises(CardError, match=f'^"{text}" is not a card'):
        parse_cards(text)


def test_names_the_card_that_stands_twice() -> None:
    with pytest.raises(CardError, match="Kd stands twice"):
        parse_cards("KdAsKd")
    refuse_duplicates(DECK)


@pytest.mark.parametrize("number", [-1, 52])
def test_refuses_numbers_outside_the_deck(number: int) -> None:
    with pytest.raises(CardError, match="0 to 51"):
        card_text(number)
