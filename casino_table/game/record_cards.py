"""The cards of a round record: which must be there, which may, and that none stands twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from msgspec import UnsetType

from casino_table.cards import DECK, CardError, card_text, parse_card
from casino_table.game.deal import Deal
from casino_table.game.fields import FieldError, printable, shown
from casino_table.game.limits import MOST_BOXES
from casino_table.game.record_shape import CardsShape
from casino_table.game.settlement_types import BoxStake, Decision
from casino_table.text import message

_NUMBER_OF: Final = {card_text(card): card for card in DECK}
_BOX_NUMBERS: Final = {str(number): number for number in range(1, MOST_BOXES + 1)}


def read_deal(shape: CardsShape | UnsetType, boxes: Sequence[BoxStake], *, is_void: bool) -> Deal | None:
    """Return the cards of a record, None where a void one has none.

    A settled round names two cards for each box with a stake, and the flop; turn, river and dealer too unless every
    box folded. In a void record anything may be missing. No box without a stake has cards, no river comes without a
    turn.
    """
    if isinstance(shape, UnsetType):
        if is_void:
            return None
        raise FieldError("cards", message("is missing"))
    deal = Deal(
        boxes=_read_hands(shape.boxes, boxes),
        flop=None if isinstance(shape.flop, UnsetType) else _three(shape.flop),
        turn=_one(shape.turn, "cards.turn"),
        river=_one(shape.river, "cards.river"),
        dealer=None if isinstance(shape.dealer, UnsetType) else _two(shape.dealer, "cards.dealer"),
    )
    _refuse_card_twice(deal)
    if deal.river is not None and deal.turn is None:
        raise FieldError("cards.river", message("is given without a turn"))
    if not is_void:
        _refuse_missing(deal, boxes)
    return deal


def _read_hands(hands: dict[str, tuple[str, str]] | UnsetType, boxes: Sequence[BoxStake]) -> dict[int, tuple[int, int]]:
    if isinstance(hands, UnsetType):
        return {}
    staked = {stake.box for stake in boxes}
    read = {}
    for name, cards in hands.items():
        box = _BOX_NUMBERS.get(name)
        if box is None:
            raise FieldError(
                f"cards.boxes.{printable(name)}", message("is no box; boxes are 1 to {most}", most=MOST_BOXES)
            )
        if box not in staked:
            raise FieldError(f"cards.boxes.{name}", message("has cards, but no stake is on that box"))
        read[box] = _two(cards, f"cards.boxes.{name}")
    return read


def _one(text: str | UnsetType, where: str) -> int | None:
    return None if isinstance(text, UnsetType) else _card(text, where)


def _two(texts: tuple[str, str], where: str) -> tuple[int, int]:
    first, second = texts
    return _card(first, where, 0), _card(second, where, 1)


def _three(texts: tuple[str, str, str]) -> tuple[int, int, int]:
    first, second, third = texts
    return _card(first, "cards.flop", 0), _card(second, "cards.flop", 1), _card(third, "cards.flop", 2)


def _card(text: str, where: str, index: int | None = None) -> int:
    number = _NUMBER_OF.get(text)
    if number is not None:
        return number
    try:
        return parse_card(text)
    except CardError:
        key = where if index is None else f"{where}[{index}]"
        raise FieldError(
            key, message("{card} is not a card; cards are written like As, Td, 2c", card=shown(text))
        ) from None


def _refuse_card_twice(deal: Deal) -> None:
    """Refuse a card that stands in two places, naming both."""
    cards = list(chain.from_iterable(deal.boxes.values()))
    cards += deal.flop or ()
    cards += deal.dealer or ()
    if deal.turn is not None:
        cards.append(deal.turn)
    if deal.river is not None:
        cards.append(deal.river)
    if len(set(cards)) == len(cards):
        return
    seen: dict[int, str] = {}
    for place, card in _places(deal):
        if card in seen:
            raise FieldError(
                place, message("{card} stands twice; it is in {other} too", card=card_text(card), other=seen[card])
            )
        seen[card] = place


def _places(deal: Deal) -> Iterator[tuple[str, int]]:
    for box, hand in deal.boxes.items():
        yield from ((f"cards.boxes.{box}", card) for card in hand)
    yield from (("cards.flop", card) for card in deal.flop or ())
    for key, card in (("cards.turn", deal.turn), ("cards.river", deal.river)):
        if card is not None:
            yield key, card
    yield from (("cards.dealer", card) for card in deal.dealer or ())


def _refuse_missing(deal: Deal, boxes: Sequence[BoxStake]) -> None:
    if len(deal.boxes) < len(boxes):
        missing = next(stake.box for stake in boxes if stake.box not in deal.boxes)
        raise FieldError(f"cards.boxes.{missing}", message("is missing: box {box} has a stake", box=missing))
    if deal.flop is None:
        raise FieldError("cards.flop", message("is missing"))
    if deal.turn is not None and deal.river is not None and deal.dealer is not None:
        return
    if any(stake.decision is not Decision.FOLD for stake in boxes):
        for key, cards in (("turn", deal.turn), ("river", deal.river), ("dealer", deal.dealer)):
            if cards is None:
                raise FieldError(f"cards.{key}", message("is missing, and not every box folded"))
