"""JSON read strictly: no key twice, no NaN, no text that is not UTF-8, and a sentence for whatever is wrong.

A fast reader takes what is plainly right; whatever it cannot vouch for goes to an exact one, which finds the words.
"""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from casino_table.game.fields import FieldError, join_key, printable
from casino_table.text import message

_MOST_DIGITS: Final = 4_000

_Shape = TypeVar("_Shape")


class WrittenNumber:
    """Hold a number as it was written, where Python has no finite value for it, such as 1e400."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


class _Repeated(dict[str, object]):
    """Mark an object in which a key stands twice, until its place in the document is known."""

    repeated: str


def decode_exactly(text: bytes, *, where: str = "") -> object:
    """Return the JSON value in `text`; refuse what is wrong with the key, the place and the reason.

    `where` is the key of the value in the document that it is a part of.

    >>> decode_exactly(b'{"a": [1, 1.5, null]}')
    {'a': [1, 1.5, None]}
    """
    try:
        document = _DECODER.decode(text.decode())
    except UnicodeDecodeError as error:
        raise FieldError(where, message("is not UTF-8 at byte {byte}", byte=error.start + 1)) from None
    except json.JSONDecodeError as error:
        raise FieldError(
            where, message("is not JSON at character {at}: {error}", at=error.pos + 1, error=_reason(error))
        ) from None
    except RecursionError:
        raise FieldError(where, message("is nested too deeply")) from None
    _refuse_marked(document, where)
    return document


def decode_plainly(text: bytes, decoder: msgspec.json.Decoder[_Shape]) -> _Shape | None:
    r"""Return `text` in the shape of `decoder` if it is plainly right, and None where the exact reader must look.

    The decoder keeps the last of two equal keys. That is noticed by writing the value again: a quotation mark begins
    or ends a string or is written as \" inside one, on both sides, so a key that was dropped leaves fewer of them.
    Only \u0022 would upset the count. (Parts that the decoder keeps raw are written again as they came; whoever reads
    those looks into them.)
    """
    if b"\\" in text and b"\\u0022" in text:
        return None
    try:
        value = decoder.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    return value if text.count(b'"') == _ENCODER.encode(value).count(b'"') else None


_ENCODER: Final = msgspec.json.Encoder()


def top_level(text: bytes) -> dict[str, bytes]:
    """Return the members of an object that was read before, each value exactly as it is written."""
    return {key: bytes(raw) for key, raw in _MEMBERS.decode(text).items()}


_MEMBERS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


def _reason(error: json.JSONDecodeError) -> str:
    return printable(error.msg[:1].lower() + error.msg[1:])


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) == len(pairs):
        return document
    marked = _Repeated(document)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            marked.repeated = key
            break
        seen.add(key)
    return marked


def _float(text: str) -> object:
    # Not money: a number with a point or an exponent is refused as an amount, and elsewhere copied as it was written.
    value = float(text)
    return value if math.isfinite(value) else WrittenNumber(text)


def _int(text: str) -> int:
    # Python reads no whole number of more digits. The first thousands are one that is too large for any key as well;
    # it is never written out, for what is copied is copied as text.
    return int(text[:_MOST_DIGITS])


def _constant(text: str) -> NoReturn:
    raise FieldError("", message("is not JSON: {text} is no number", text=text))


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_members, parse_float=_float, parse_int=_int, parse_constant=_constant
)


def _refuse_marked(document: object, where: str) -> None:
    """Refuse the first key that stands twice, and any text that holds half of a surrogate pair, by its place."""
    pending: list[tuple[str, Any]] = [(where, document)]
    while pending:
        place, value = pending.pop()
        if isinstance(value, _Repeated):
            raise FieldError(join_key(place, printable(value.repeated)), message("stands twice in one object"))
        if isinstance(value, dict):
            for key, member in value.items():
                inner = join_key(place, printable(key))
                _refuse_half_characters(key, inner)
                pending.append((inner, member))
        elif isinstance(value, list):
            pending += ((f"{place}[{index}]", item) for index, item in enumerate(value))
        elif isinstance(value, str):
            _refuse_half_characters(value, place)


def _refuse_half_characters(text: str, where: str) -> None:
    if not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text):
        raise FieldError(where, message("holds half of a character (a lone surrogate)"))
