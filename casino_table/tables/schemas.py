"""What may stand in the body of a request to a table: strict whole numbers, and no key that nobody asked for."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate
from marshmallow.exceptions import SCHEMA

from casino_table.errors import CasinoTableError
from casino_table.game.fields import printable
from casino_table.game.settings import MAX_BOXES
from casino_table.text import message

LARGEST_AMOUNT: Final = 2**53 - 1
KEY_LENGTH: Final = 200
#: So much of a key that nobody asked for is repeated to whoever sent it.
MOST_SHOWN: Final = 60


class BodyError(CasinoTableError):
    """Refuse a body that is not what the address takes, naming the field."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "body"


class ActSchema(Schema):
    """Read what every act carries: the key that makes it count once, and the round it is meant for."""

    class Meta:
        """Refuse keys that nobody asked for."""

        unknown = RAISE

    key = fields.String(required=True, validate=validate.Length(1, KEY_LENGTH))
    round = fields.Integer(required=True, strict=True, validate=validate.Range(1, LARGEST_AMOUNT))


class BoxSchema(Schema):
    """Read the stakes of one box in minor units."""

    class Meta:
        """Refuse keys that nobody asked for."""

        unknown = RAISE

    box = fields.Integer(required=True, strict=True, validate=validate.Range(1, MAX_BOXES))
    ante = fields.Integer(required=True, strict=True, validate=validate.Range(0, LARGEST_AMOUNT))
    bonus = fields.Integer(load_default=0, strict=True, validate=validate.Range(0, LARGEST_AMOUNT))


class StakesSchema(ActSchema):
    """Read a set of stakes; `deal` asks for the deal in the same breath."""

    boxes = fields.List(fields.Nested(BoxSchema), required=True, validate=validate.Length(max=MAX_BOXES))
    client_commitment = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(r"\A[0-9a-f]{64}\Z", error="64 hexadecimal digits in lower case are expected."),
    )
    deal = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class RevealSchema(ActSchema):
    """Read the seed of a player, 16 bytes as hex."""

    client_seed = fields.String(
        required=True,
        validate=validate.Regexp(r"\A[0-9a-f]{32}\Z", error="32 hexadecimal digits in lower case are expected."),
    )


class DecisionSchema(ActSchema):
    """Read the decision on one box."""

    box = fields.Integer(required=True, strict=True, validate=validate.Range(1, MAX_BOXES))
    decision = fields.String(required=True, validate=validate.OneOf(("bet", "fold")))


class KeySchema(Schema):
    """Read a body that has nothing but the key."""

    class Meta:
        """Refuse keys that nobody asked for."""

        unknown = RAISE

    key = fields.String(required=True, validate=validate.Length(1, KEY_LENGTH))


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


def _first(messages: Any, path: str = "") -> tuple[str, str]:
    if isinstance(messages, dict):
        key, value = next(iter(messages.items()))
        if key == SCHEMA:
            return _first(value, path)
        name = printable(str(key))[:MOST_SHOWN]
        return _first(value, f"{path}.{name}" if path else name)
    return path or "body", str(messages[0]) if isinstance(messages, list) else str(messages)
