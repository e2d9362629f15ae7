"""The switches of a live table: boxes, limits, clocks, and what its currency is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Final

from casino_table.game.fields import (
    LARGEST_AMOUNT,
    FieldError,
    read_amount,
    read_choice,
    read_flag,
    read_text,
    refuse_unknown,
)
from casino_table.game.limits import MOST_BOXES, Limits, MaxPayoutScope
from casino_table.text import message

MAX_DECIMALS: Final = 4
MIN_CLOCK_SECONDS: Final = 20
MAX_CLOCK_SECONDS: Final = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """Hold every switch of a table; amounts in minor units, times in seconds, None where there is no clock.

    A version of settings is fixed when a round opens and holds until that round ends (docs/rules.md, "Switches of a
    table"). Whoever plays alone has no clock; clocks run as soon as somebody else plays or waits to.
    """

    currency: str
    decimals: int
    ante_min: int
    ante_max: int
    ante_step: int
    max_payout: int
    bonus_min: int = 0
    bonus_max: int = 0
    bonus_step: int = 1
    boxes: int = 6
    boxes_per_player: int = 6
    open_boxes_per_player: int = 2
    second_box_after_first: bool = True
    equal_stakes: bool = False
    payout_unit: int = 1
    max_payout_scope: MaxPayoutScope = MaxPayoutScope.BOX
    betting_seconds: int | None = None
    decision_seconds: int | None = None
    guest_buy_in: int = 0

    def __post_init__(self) -> None:
        """Refuse settings that no table can have."""
        for key, low, high in (
            ("decimals", 0, MAX_DECIMALS),
            ("boxes", 1, MOST_BOXES),
            ("boxes_per_player", 1, self.boxes),
            ("open_boxes_per_player", 0, self.boxes),
            ("ante_min", 1, LARGEST_AMOUNT),
            ("ante_max", self.ante_min, LARGEST_AMOUNT),
            ("ante_step", 1, LARGEST_AMOUNT),
            ("bonus_min", 0, LARGEST_AMOUNT),
            ("bonus_max", self.bonus_min, LARGEST_AMOUNT),
            ("bonus_step", 1, LARGEST_AMOUNT),
            ("payout_unit", 1, LARGEST_AMOUNT),
            ("max_payout", 1, LARGEST_AMOUNT),
            ("guest_buy_in", 0, LARGEST_AMOUNT),
        ):
            read_amount(getattr(self, key), key, least=low, most=high)
        for key in ("betting_seconds", "decision_seconds"):
            if getattr(self, key) is not None:
                read_amount(getattr(self, key), key, least=MIN_CLOCK_SECONDS, most=MAX_CLOCK_SECONDS)
        if (self.betting_seconds is None) != (self.decision_seconds is None):
            raise FieldError("decision_seconds", message("both times are needed, or neither"))
        if not self.currency:
            raise FieldError("currency", message("a table needs a currency, like PLAY or EUR"))

    @property
    def has_clock(self) -> bool:
        """Say whether the table has times, which a round of more than one player needs."""
        return self.betting_seconds is not None

    @property
    def limits(self) -> Limits:
        """Return the limits of a round at this table, as settlement, records and audit use them."""
        return Limits(
            max_payout=self.max_payout,
            max_payout_scope=self.max_payout_scope,
            payout_unit=self.payout_unit,
            ante_min=self.ante_min,
            ante_max=self.ante_max,
            ante_step=self.ante_step,
            bonus_min=self.bonus_min,
            bonus_max=self.bonus_max,
            bonus_step=self.bonus_step,
            open_boxes_per_player=self.open_boxes_per_player,
            equal_stakes=self.equal_stakes,
            boxes=self.boxes,
        )

    def to_document(self) -> dict[str, Any]:
        """Return the settings as a JSON-able object that `parse_settings` reads back."""
        return asdict(self)


def parse_settings(document: Mapping[str, object]) -> TableSettings:
    """Return the settings written in `document`; refuse unknown keys, missing keys and wrong types by name."""
    refuse_unknown(document, frozenset(field.name for field in fields(TableSettings)), "")
    values: dict[str, object] = {}
    for field in fields(TableSettings):
        if field.name in document:
            values[field.name] = _READERS[str(field.type)](document[field.name], field.name)
        elif field.default is MISSING:
            raise FieldError(field.name, message("is missing"))
    return TableSettings(**values)  # type: ignore[arg-type] # each value was read by its annotation


def _read_seconds(value: object, where: str) -> int | None:
    return None if value is None else read_amount(value, where)


def _read_scope(value: object, where: str) -> MaxPayoutScope:
    return read_choice(value, where, MaxPayoutScope)


#: How a switch is read, by its annotation above.
_READERS: Final[Mapping[str, Callable[[object, str], object]]] = {
    "int": read_amount,
    "str": read_text,
    "bool": read_flag,
    "int | None": _read_seconds,
    "MaxPayoutScope": _read_scope,
}


#: The table that a fresh installation opens (docs/rules.md, "Switches of a table"); amounts in hundredths.
DEMO_SETTINGS: Final = TableSettings(
    currency="PLAY",
    decimals=2,
    ante_min=500,
    ante_max=10_000,
    ante_step=500,
    bonus_min=500,
    bonus_max=2_500,
    bonus_step=500,
    max_payout=1_000_000,
    betting_seconds=30,
    decision_seconds=30,
    guest_buy_in=200_000,
)
