"""What may stand in the body of a request to a table: strict whole numbers, and no key that nobody asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.exceptions import SCHEMA

from casino_table.errors import CasinoTableError
from casino_table.game.fields import LARGEST_AMOUNT, printable
from casino_table.game.limits import MOST_BOXES
from casino_table.ledger.idempotency import MAX_KEY_LENGTH
from casino_table.text import Message, message

#: So much of a key that nobody asked for is repeated to whoever sent it.
MOST_SHOWN: Final = 60


class BodyError(CasinoTableError):
    """Refuse a body that is not what the address takes, naming the field."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "body"


# Marshmallow's own words are English; these go through gettext. A list, because it would take anything else apart.
_NEEDED: Final[dict[str, Any]] = {"required": [message("is missing")], "null": [message("may not be null")]}


def _words(invalid: Message) -> dict[str, Any]:
    return {**_NEEDED, "invalid": [invalid]}


def _checked(fits: Callable[[Any], bool], otherwise: Message) -> Callable[[Any], None]:
    """Return a validator that refuses in words of our own what does not fit."""

    def check(value: object) -> None:
        if not fits(value):
            raise ValidationError([otherwise])

    return check


def _whole(least: int, most: int, **options: Any) -> fields.Integer:
    check = _checked(lambda value: least <= value <= most, message("must be {least} to {most}", least=least, most=most))
    invalid = message("a whole number is expected")
    words = {**_words(invalid), "too_large": [invalid]}
    return fields.Integer(strict=True, validate=check, error_messages=words, **options)


def _text(fits: Callable[[str], bool], otherwise: Message, **options: Any) -> fields.String:
    words = _words(message("text is expected"))
    return fields.String(validate=_checked(fits, otherwise), error_messages=words, **options)


def _hex(digits: int, **options: Any) -> fields.String:
    return _text(
        re.compile(rf"[0-9a-f]{{{digits}}}").fullmatch,  # type: ignore[arg-type] # a match or None does as yes or no
        message("{digits} hexadecimal digits in lower case are expected", digits=digits),
        **options,
    )


def _key() -> fields.String:
    return _text(
        lambda key: 1 <= len(key) <= MAX_KEY_LENGTH and key.isprintable(),
        message("must have 1 to {most} printable characters", most=MAX_KEY_LENGTH),
        required=True,
    )


class _StrictSchema(Schema):
    """Refuse keys that nobody asked for."""

    error_messages: Any = {  # noqa: RUF012 - marshmallow declares it so
        "unknown": message("is not asked for"),
        "type": message("a JSON object is expected"),
    }

    class Meta:
        """Say so to marshmallow."""

        unknown = RAISE


class KeySchema(_StrictSchema):
    """Read a body that has nothing but the key that makes it count once."""

    key = _key()


class ActSchema(_StrictSchema):
    """Read what every act carries: its key, and the round it is meant for."""

    key = _key()
    round = _whole(1, LARGEST_AMOUNT, required=True)


class BoxSchema(_StrictSchema):
    """Read the stakes of one box in minor units."""

    box = _whole(1, MOST_BOXES, required=True)
    ante = _whole(0, LARGEST_AMOUNT, required=True)
    bonus = _whole(0, LARGEST_AMOUNT, load_default=0)


class StakesSchema(ActSchema):
    """Read a set of stakes; `deal` asks for the deal in the same breath."""

    boxes = fields.List(
        fields.Nested(BoxSchema),
        required=True,
        validate=_checked(
            lambda boxes: len(boxes) <= MOST_BOXES, message("has more than {most} boxes", most=MOST_BOXES)
        ),
        error_messages=_words(message("a list is expected")),
    )
    client_commitment = _hex(64, load_default=None, allow_none=True)
    # marshmallow's own Boolean takes 1 for true.
    deal = fields.Raw(
        load_default=False,
        validate=_checked(lambda value: isinstance(value, bool), message("true or false is expected")),
        error_messages=_NEEDED,
    )


class RevealSchema(ActSchema):
    """Read the seed of a player, 16 bytes as hex."""

    client_seed = _hex(32, required=True)


class DecisionSchema(ActSchema):
    """Read the decision on one box."""

    box = _whole(1, MOST_BOXES, required=True)
    decision = _text(lambda decision: decision in {"bet", "fold"}, message("bet or fold is expected"), required=True)


# Made once: a schema copies its fields whenever it is made.
ACT: Final = ActSchema()
STAKES: Final = StakesSchema()
REVEAL: Final = RevealSchema()
DECISION: Final = DecisionSchema()
KEY: Final = KeySchema()


def load(schema: Schema, document: Mapping[str, object]) -> dict[str, Any]:
    """Return the document as the schema reads it; refuse it by the name of the first field that is wrong."""
    try:
        loaded: dict[str, Any] = schema.load(document)
    except ValidationError as error:
        field, reason = _first(error.messages)
        raise BodyError(message("{field}: {reason}", field=field, reason=reason)) from None
    return loaded


def _first(messages: Any, path: str = "") -> tuple[str, Message]:
    if isinstance(messages, dict):
        key, value = next(iter(messages.items()))
        if key == SCHEMA:
            return _first(value, path)
        name = printable(str(key))[:MOST_SHOWN]
        return _first(value, f"{path}.{name}" if path else name)
    return path or "body", messages[0]
