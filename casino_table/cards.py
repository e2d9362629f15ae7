"""Cards as numbers 0..51, their text, and the deck.

A card number is the rank index (0 for the two, 12 for the ace) times four plus the suit index in `cdhs`.
Everything inside works on numbers; text is read and written only at the edges, by this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino_table.errors import CasinoTableError
from casino_table.text import Message, message

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK_SIZE: Final = 52
DECK: Final = tuple(range(DECK_SIZE))

_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_SUIT_SYMBOLS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}

_RANK_SPELLINGS: Final = {rank: rank for rank in RANKS} | {rank.lower(): rank for rank in RANKS} | {"10": "T"}
_SUIT_SPELLINGS: Final = {suit: suit for suit in SUITS} | _SUIT_SYMBOLS
_NUMBERS: Final = {
    spelled_rank + spelled_suit: RANKS.index(rank) * 4 + SUITS.index(suit)
    for spelled_rank, rank in _RANK_SPELLINGS.items()
    for spelled_suit, suit in _SUIT_SPELLINGS.items()
}

# Each name is written out, for the extraction of translatable text reads only what stands in the call.
RANK_NAMES: Final = (
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
    message("ten"),
    message("jack"),
    message("queen"),
    message("king"),
    message("ace"),
)
RANK_PLURALS: Final = (
    message("twos"),
    message("threes"),
    message("fours"),
    message("fives"),
    message("sixes"),
    message("sevens"),
    message("eights"),
    message("nines"),
    message("tens"),
    message("jacks"),
    message("queens"),
    message("kings"),
    message("aces"),
)
SUIT_NAMES: Final = (message("clubs"), message("diamonds"), message("hearts"), message("spades"))


class CardError(CasinoTableError):
    """Refuse text or a number that is no card, or a card that stands twice."""

    code = "card"


def parse_card(text: object) -> int:
    """Return the number of the card written in `text`; refuse anything else, never guess.

    Lower-case ranks, `10` for the ten, and the symbols of the suits are read too.

    >>> parse_card("As"), parse_card("10d"), parse_card("t♦")
    (51, 33, 33)
    """
    number = _NUMBERS.get(text) if isinstance(text, str) else None
    if number is None:
        shown = f'"{text}"' if isinstance(text, str) else repr(text)
        raise CardError(
            message("{text} is not a card; a card is a rank of 23456789TJQKA and a suit of cdhs, like As", text=shown)
        )
    return number


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards written one after the other in `text`, with or without spaces between them.

    >>> parse_cards("AsKd 10c")
    (51, 45, 32)
    """
    numbers = []
    rest = text.strip(" ")
    while rest:
        length = 3 if rest.startswith("10") else 2
        number = _NUMBERS.get(rest[:length])
        if number is None:
            # All of it is named, for a part may be a sign that cannot be seen.
            raise CardError(
                message(
                    "{text} is not a card, nor cards in a row; a card is a rank of 23456789TJQKA and a suit of cdhs, "
                    "like As",
                    text=f'"{text}"',
                )
            )
        numbers.append(number)
        rest = rest[length:].lstrip(" ")
    refuse_duplicates(numbers)
    return tuple(numbers)


def refuse_duplicates(cards: Iterable[int]) -> None:
    """Refuse a card that stands twice, naming it."""
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise CardError(message("{card} stands twice", card=card_text(card)))
        seen.add(card)


def card_text(card: int) -> str:
    """Return the two characters of a card number.

    >>> card_text(0), card_text(51)
    ('2c', 'As')
    """
    if not 0 <= card < DECK_SIZE:
        raise CardError(message("{card} is not a card number; card numbers are 0 to 51", card=card))
    return _TEXTS[card]


def card_texts(cards: Iterable[int]) -> list[str]:
    """Return the texts of several cards, in their order."""
    return [card_text(card) for card in cards]


def rank_of(card: int) -> int:
    """Return the rank index of a card, 0 for the two to 12 for the ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """Return the suit index of a card in `cdhs`."""
    return card & 3


def card_name(card: int) -> Message:
    """Return the spoken name of a card.

    >>> str(card_name(parse_card("Qh")))
    'queen of hearts'
    """
    return message("{rank} of {suit}", rank=RANK_NAMES[rank_of(card)], suit=SUIT_NAMES[suit_of(card)])
