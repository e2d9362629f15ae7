"""The limits of a table as a round record carries them: payout cap, chips, stakes, and who plays open."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from casino_table.game.fields import (
    LARGEST_AMOUNT,
    FieldError,
    join_key,
    read_amount,
    read_choice,
    read_flag,
    read_object,
    refuse_unknown,
)
from casino_table.text import Message, message

MOST_BOXES: Final = 7
DEFAULT_OPEN_BOXES: Final = 2
_COMFORTABLE_ANTES: Final = 50


class MaxPayoutScope(StrEnum):
    """Say what the payout cap holds for: each box by itself, or all boxes of the deal together."""

    BOX = "box"
    DEAL = "deal"


class LimitsError(FieldError):
    """Refuse limits, naming the key and the reason."""

    code = "limits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Hold the limits of a round; amounts in minor units, None where the table has none or it is not known.

    Without `open_boxes_per_player` the game's own two hold (docs/rules.md, "Switches of a table").
    """

    max_payout: int | None = None
    max_payout_scope: MaxPayoutScope = MaxPayoutScope.BOX
    payout_unit: int = 1
    ante_min: int | None = None
    ante_max: int | None = None
    ante_step: int | None = None
    bonus_min: int | None = None
    bonus_max: int | None = None
    bonus_step: int | None = None
    open_boxes_per_player: int | None = None
    equal_stakes: bool = False
    boxes: int | None = None

    def to_document(self) -> dict[str, object]:
        """Return the limits as a JSON-able object that `parse_limits` reads back; what is not set is left out."""
        document = {item.name: getattr(self, item.name) for item in fields(self)}
        return {
            key: value.value if isinstance(value, MaxPayoutScope) else value
            for key, value in document.items()
            if value is not None
        }


NO_LIMITS: Final = Limits()

_RANGES: Final = {
    "max_payout": (1, LARGEST_AMOUNT),
    "payout_unit": (1, LARGEST_AMOUNT),
    "ante_min": (0, LARGEST_AMOUNT),
    "ante_max": (1, LARGEST_AMOUNT),
    "ante_step": (1, LARGEST_AMOUNT),
    "bonus_min": (0, LARGEST_AMOUNT),
    "bonus_max": (0, LARGEST_AMOUNT),
    "bonus_step": (1, LARGEST_AMOUNT),
    "open_boxes_per_player": (0, MOST_BOXES),
    "boxes": (1, MOST_BOXES),
}
_KNOWN: Final = frozenset(item.name for item in fields(Limits))


def parse_limits(document: object, *, where: str = "limits") -> Limits:
    """Return the limits written in `document`; each key may be left out, unknown keys are refused."""
    try:
        return _parse_limits(read_object(document, where), where)
    except FieldError as refusal:
        raise LimitsError(refusal.key, refusal.reason) from None


def _parse_limits(document: dict[str, object], where: str) -> Limits:
    refuse_unknown(document, _KNOWN, where)
    amounts = {
        key: read_amount(document[key], join_key(where, key), least=least, most=most)
        for key, (least, most) in _RANGES.items()
        if key in document
    }
    for low, high in (("ante_min", "ante_max"), ("bonus_min", "bonus_max"), ("open_boxes_per_player", "boxes")):
        if low in amounts and high in amounts and amounts[low] > amounts[high]:
            raise FieldError(
                join_key(where, low),
                message("is {value}, above {other} of {limit}", value=amounts[low], other=high, limit=amounts[high]),
            )
    scope = read_choice(
        document.get("max_payout_scope", MaxPayoutScope.BOX.value), join_key(where, "max_payout_scope"), MaxPayoutScope
    )
    equal = read_flag(document.get("equal_stakes", False), join_key(where, "equal_stakes"))
    return Limits(max_payout_scope=scope, equal_stakes=equal, **amounts)


def check_max_payout(limits: Limits, *, bet_multiple: int) -> tuple[Message, ...]:
    """Refuse a cap below one even win of the largest ante with its bet; warn of one below fifty such antes.

    Looks at the table's largest ante, `ante_max`; without it or without a cap there is nothing to compare. This is for
    whoever sets a table up: a record of a round that was played is settled by the cap it was played under.
    """
    if limits.max_payout is None or limits.ante_max is None:
        return ()
    least = (1 + bet_multiple) * limits.ante_max
    if limits.max_payout < least:
        raise LimitsError(
            "max_payout",
            message(
                "is {cap}, but must be at least {least}, {antes} times the largest ante of {ante}",
                cap=limits.max_payout,
                least=least,
                antes=1 + bet_multiple,
                ante=limits.ante_max,
            ),
        )
    if limits.max_payout < _COMFORTABLE_ANTES * limits.ante_max:
        return (
            message(
                "max_payout: {cap} is below fifty times the largest ante of {ante}; many wins will be cut",
                cap=limits.max_payout,
                ante=limits.ante_max,
            ),
        )
    return ()
