"""The keys of a round record and what each may hold, told twice: as structs for the fast reader, as tables for words.

The structs let a C decoder take a record that is right in a few microseconds. The tables read the same keys one by one
and say which is wrong and why. A test holds that both take the same records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, Final, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from casino_table.game.fields import (
    LARGEST_AMOUNT,
    FieldError,
    join_key,
    printable,
    read_amount,
    read_choice,
    read_flag,
    read_list,
    read_object,
    read_text,
    refuse_unknown,
    require,
    shown,
)
from casino_table.game.limits import MOST_BOXES
from casino_table.game.settlement_types import Decision, Play, Wager
from casino_table.game.shuffle import SCHEME
from casino_table.text import message

FORMAT: Final = "casino-table/round/1"

Amount: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT)]
Stake: TypeAlias = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT)]
BoxNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_BOXES)]
Text: TypeAlias = Annotated[str, Meta(min_length=1)]


class RecordFormat(StrEnum):
    """Name the formats of round records that can be read."""

    ROUND_1 = FORMAT


class ShuffleScheme(StrEnum):
    """Name the schemes of shuffling that can be derived again."""

    SHUFFLE_1 = SCHEME


class RoundStatus(StrEnum):
    """Say how a round ended."""

    SETTLED = "settled"
    VOID = "void"


class CardsShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Hold the key `cards` as written."""

    boxes: dict[str, tuple[str, str]] | UnsetType = UNSET
    flop: tuple[str, str, str] | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    river: str | UnsetType = UNSET
    dealer: tuple[str, str] | UnsetType = UNSET


class BoxShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Hold one of `boxes` as written."""

    box: BoxNumber
    player: Text
    play: Play
    ante: Stake
    bonus: Amount | UnsetType = UNSET
    decision: Decision | UnsetType = UNSET
    bet: Amount | UnsetType = UNSET
    timeout: bool | UnsetType = UNSET


class PaidLine(Struct, forbid_unknown_fields=True, frozen=True):
    """Hold one of `payouts` as written: what was paid, and beside it whatever of the settlement line was stated."""

    box: BoxNumber
    wager: Wager
    returned: Amount
    stake: Amount | UnsetType = UNSET
    outcome: str | UnsetType = UNSET
    row: str | UnsetType | None = UNSET
    odds: str | UnsetType | None = UNSET
    won: Amount | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    capped: bool | UnsetType = UNSET
    uncapped_won: Amount | UnsetType | None = UNSET


class ClientShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Hold one of `shuffle.clients` as written; a seed of None was not revealed in time."""

    box: BoxNumber
    player: Text
    client_commitment: str
    client_seed: str | None


class ShuffleShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Hold the key `shuffle` as written."""

    scheme: ShuffleScheme
    table: Text
    round: Amount
    commitment: str
    server_seed: str
    clients: list[ClientShape]


class RecordShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Hold a round record as written; paytable, limits and `external` stay raw, for they are read apart."""

    format: RecordFormat
    round: Text
    table: Text
    currency: Text
    paytable: Raw
    boxes: list[BoxShape]
    limits: Raw | UnsetType = UNSET
    cards: CardsShape | UnsetType = UNSET
    payouts: list[PaidLine] | UnsetType = UNSET
    status: RoundStatus | UnsetType = UNSET
    bonuses_settled: bool | UnsetType = UNSET
    opened_at: str | UnsetType = UNSET
    settled_at: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    external: Raw | UnsetType = UNSET
    shuffle: ShuffleShape | UnsetType = UNSET


Reader: TypeAlias = Callable[[object, str], object]


def read_record_shape(document: object) -> RecordShape:
    """Return a decoded record in its shape; refuse the first thing that is wrong, naming its key.

    Paytable and limits are left out, for they are read from the document itself.
    """
    members = read_object(document, "")
    if members.get("format") != FORMAT:
        given = require(members, "format", "")
        raise FieldError("format", message('must be "{format}", not {value}', format=FORMAT, value=shown(given)))
    read = _read_members(document, "", _RECORD, frozenset({"round", "table", "currency", "paytable", "boxes"}))
    return RecordShape(**read)


def _read_members(value: object, where: str, readers: Mapping[str, Reader], required: frozenset[str]) -> dict[str, Any]:
    document = read_object(value, where)
    refuse_unknown(document, frozenset(readers), where)
    for name in readers:
        if name in required:
            require(document, name, where)
    return {name: readers[name](member, join_key(where, name)) for name, member in document.items()}


def _each(reader: Reader, value: object, where: str) -> list[object]:
    return [reader(item, f"{where}[{index}]") for index, item in enumerate(read_list(value, where))]


def _cards(count: int, value: object, where: str) -> tuple[str, ...]:
    cards = read_list(value, where)
    if len(cards) != count:
        raise FieldError(where, message("must be {count} cards, not {given}", count=count, given=len(cards)))
    return tuple(_card(card, f"{where}[{index}]") for index, card in enumerate(cards))


def _card(value: object, where: str) -> str:
    return read_text(value, where, empty=True)


def _hands(value: object, where: str) -> dict[str, object]:
    return {box: _cards(2, cards, join_key(where, printable(box))) for box, cards in read_object(value, where).items()}


def _or_null(reader: Reader, value: object, where: str) -> object:
    return None if value is None else reader(value, where)


def _raw(_value: object, _where: str) -> Raw:
    return Raw(b"null")


def _external(value: object, where: str) -> Raw:
    read_object(value, where)
    return Raw(b"null")


def _choice(choices: type[StrEnum]) -> Reader:
    return lambda value, where: read_choice(value, where, choices)


_box_number: Final = partial(read_amount, least=1, most=MOST_BOXES)
_any_text: Final = partial(read_text, empty=True)
_text_or_null: Final = partial(_or_null, _any_text)

_CARDS: Final[Mapping[str, Reader]] = {
    "boxes": _hands,
    "flop": partial(_cards, 3),
    "turn": _card,
    "river": _card,
    "dealer": partial(_cards, 2),
}
_BOX: Final[Mapping[str, Reader]] = {
    "box": _box_number,
    "player": read_text,
    "play": _choice(Play),
    "ante": partial(read_amount, least=1),
    "bonus": read_amount,
    "decision": _choice(Decision),
    "bet": read_amount,
    "timeout": read_flag,
}
_PAID_LINE: Final[Mapping[str, Reader]] = {
    "box": _box_number,
    "wager": _choice(Wager),
    "returned": read_amount,
    "stake": read_amount,
    "outcome": _any_text,
    "row": _text_or_null,
    "odds": _text_or_null,
    "won": read_amount,
    "reason": _any_text,
    "capped": read_flag,
    "uncapped_won": partial(_or_null, read_amount),
}
_CLIENT: Final[Mapping[str, Reader]] = {
    "box": _box_number,
    "player": read_text,
    "client_commitment": _any_text,
    "client_seed": _text_or_null,
}


def _read_cards(value: object, where: str) -> CardsShape:
    return CardsShape(**_read_members(value, where, _CARDS, frozenset()))


def _read_box(value: object, where: str) -> BoxShape:
    return BoxShape(**_read_members(value, where, _BOX, frozenset({"box", "player", "play", "ante"})))


def _read_paid_line(value: object, where: str) -> PaidLine:
    return PaidLine(**_read_members(value, where, _PAID_LINE, frozenset({"box", "wager", "returned"})))


def _read_client(value: object, where: str) -> ClientShape:
    return ClientShape(**_read_members(value, where, _CLIENT, frozenset(_CLIENT)))


_SHUFFLE: Final[Mapping[str, Reader]] = {
    "scheme": _choice(ShuffleScheme),
    "table": read_text,
    "round": read_amount,
    "commitment": _any_text,
    "server_seed": _any_text,
    "clients": partial(_each, _read_client),
}


def _read_shuffle(value: object, where: str) -> ShuffleShape:
    return ShuffleShape(**_read_members(value, where, _SHUFFLE, frozenset(_SHUFFLE)))


_RECORD: Final[Mapping[str, Reader]] = {
    "format": _choice(RecordFormat),
    "round": read_text,
    "table": read_text,
    "currency": read_text,
    "paytable": _raw,
    "boxes": partial(_each, _read_box),
    "limits": _raw,
    "cards": _read_cards,
    "payouts": partial(_each, _read_paid_line),
    "status": _choice(RoundStatus),
    "bonuses_settled": read_flag,
    "opened_at": _any_text,
    "settled_at": _any_text,
    "note": _any_text,
    "external": _external,
    "shuffle": _read_shuffle,
}
