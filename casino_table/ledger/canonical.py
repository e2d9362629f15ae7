"""Canonical JSON (RFC 8785) of what the ledger keeps: whole numbers only, the same bytes everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import msgspec
import rfc8785

from casino_table.game.fields import LARGEST_AMOUNT

JSON: TypeAlias = "bool | int | str | list[JSON] | tuple[JSON, ...] | Mapping[str, JSON] | None"

_encode: Final = msgspec.json.Encoder(order="sorted").encode


def canonical(value: Any) -> str:
    """Return the RFC 8785 JSON of a value made of null, true, false, whole numbers, text, lists and mappings.

    A float, a number past 2^53 - 1, a key that is no text, and anything else raises TypeError or ValueError: it would
    be a mistake of the program to write it.

    >>> canonical({"b": [1, None], "a": "é"})
    '{"a":"é","b":[1,null]}'
    """
    keys_are_ascii = True
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if each is None or isinstance(each, str):
            continue
        if isinstance(each, int):
            _check_number(each)
        elif isinstance(each, list | tuple):
            waiting.extend(each)
        elif isinstance(each, Mapping):
            keys_are_ascii = _check_keys(each) and keys_are_ascii
            waiting.extend(each.values())
        else:
            raise TypeError(f"{type(each).__name__} is not kept as JSON")
    # msgspec sorts keys by code point and RFC 8785 by UTF-16 unit: the same, as long as no key leaves ASCII.
    return (_encode(value) if keys_are_ascii else rfc8785.dumps(value)).decode()


def joined(**parts: Any) -> str:
    """Return the RFC 8785 JSON of an object put together from parts known to be fit for it, canonical ones as Raw.

    For what this package has made itself: checking each number again would cost more than writing it.

    >>> joined(b=[1], a=msgspec.Raw(canonical({"x": 1})))
    '{"a":{"x":1},"b":[1]}'
    """
    return _encode(parts).decode()


def _check_keys(mapping: Mapping[Any, object]) -> bool:
    """Refuse keys that are no text, and return whether all are ASCII."""
    for key in mapping:
        if not isinstance(key, str):
            raise TypeError(f"the key {key!r} is no text")
    return all(key.isascii() for key in mapping)


def _check_number(value: int) -> None:
    if abs(value) > LARGEST_AMOUNT:
        raise ValueError(f"{value} is too large for a JSON number")
