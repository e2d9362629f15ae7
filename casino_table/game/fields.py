"""Strict reading of values that came from outside: each refusal names the key and says why.

The readers look at exact types, because `True` is an `int` to Python and `1.0` equals `1`, and neither is an amount.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, TypeVar

from casino_table.errors import CasinoTableError
from casino_table.text import Message, message

LARGEST_AMOUNT: Final = 2**53 - 1
_SHOWN_LENGTH: Final = 40
_SHOWN_DIGITS: Final = 20

_Choice = TypeVar("_Choice", bound=StrEnum)


class FieldError(CasinoTableError):
    """Refuse a value, naming its key and the reason.

    >>> str(FieldError("boxes[1].ante", message("is missing")))
    'boxes[1].ante: is missing'
    """

    code = "field"

    def __init__(self, key: str, reason: Message) -> None:
        super().__init__(message("{key}: {reason}", key=key, reason=reason) if key else reason)
        self.key = key
        self.reason = reason


def printable(text: str) -> str:
    r"""Return text with everything that is not printable written as an escape, so that no input can steer a terminal.

    >>> print(printable("a\x1b[31m"))
    a\x1b[31m
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(value: object) -> str:
    """Return a value from outside as it may stand in a sentence: as JSON, printable, and cut when long.

    >>> shown(True), shown("x"), shown(1.0), shown({"a": 1})
    ('true', '"x"', '1.0', 'an object')
    """
    match value:
        case None | bool():
            text = json.dumps(value)
        case str():
            text = f'"{_cut(printable(value))}"'
        case int() if abs(value) >= 10**_SHOWN_DIGITS:
            # Python refuses to write integers of thousands of digits, and nobody could read them.
            text = "a number of more than 20 digits"
        case Mapping():
            text = "an object"
        case list():
            text = "a list"
        case _:
            text = _cut(printable(str(value)))
    return text


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_LENGTH else text[:_SHOWN_LENGTH] + "…"


def join_key(where: str, name: str) -> str:
    """Return the key of `name` inside `where`.

    >>> join_key("boxes[0]", "ante"), join_key("", "ante")
    ('boxes[0].ante', 'ante')
    """
    return f"{where}.{name}" if where else name


def read_object(value: object, where: str) -> dict[str, object]:
    """Return `value` if it is an object with text keys."""
    if type(value) is not dict:
        raise FieldError(where, message("must be an object, not {value}", value=shown(value)))
    return value


def read_list(value: object, where: str) -> list[object]:
    """Return `value` if it is a list."""
    if type(value) is not list:
        raise FieldError(where, message("must be a list, not {value}", value=shown(value)))
    return value


def read_amount(value: object, where: str, *, least: int = 0, most: int = LARGEST_AMOUNT) -> int:
    """Return `value` if it is a whole number from `least` to `most`; 1.0, "1" and true are none."""
    if type(value) is not int:
        raise FieldError(where, message("must be a whole number, not {value}", value=shown(value)))
    if not least <= value <= most:
        raise FieldError(
            where, message("must be from {least} to {most}, not {value}", least=least, most=most, value=shown(value))
        )
    return value


def read_flag(value: object, where: str) -> bool:
    """Return `value` if it is true or false."""
    if type(value) is not bool:
        raise FieldError(where, message("must be true or false, not {value}", value=shown(value)))
    return value


def read_text(value: object, where: str, *, empty: bool = False) -> str:
    """Return `value` if it is text, by default not empty."""
    if type(value) is not str:
        raise FieldError(where, message("must be text, not {value}", value=shown(value)))
    if not value and not empty:
        raise FieldError(where, message("must not be empty"))
    return value


def read_choice(value: object, where: str, choices: type[_Choice]) -> _Choice:
    """Return the member of `choices` that is written as `value`."""
    if type(value) is str:
        for choice in choices:
            if choice.value == value:
                return choice
    raise FieldError(where, not_one_of(value, [choice.value for choice in choices]))


def not_one_of(value: object, allowed: Iterable[str]) -> Message:
    """Return the sentence that `value` is none of the texts that are allowed."""
    return message(
        "must be one of {allowed}, not {value}", allowed=", ".join(f'"{text}"' for text in allowed), value=shown(value)
    )


def refuse_unknown(document: Mapping[str, object], known: frozenset[str], where: str) -> None:
    """Refuse the first key that is not among the known ones."""
    for name in document:
        if name not in known:
            raise FieldError(join_key(where, printable(str(name))), message("is not a known key"))


def require(document: Mapping[str, object], name: str, where: str) -> object:
    """Return the value of a key that must be there."""
    if name not in document:
        raise FieldError(join_key(where, name), message("is missing"))
    return document[name]
