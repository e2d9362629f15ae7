"""From a request, form or JSON, to the document that a schema reads: amounts as typed become minor units."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import request
from marshmallow import Schema
from werkzeug.exceptions import UnsupportedMediaType

from casino_table.game.fields import FieldError, printable
from casino_table.game.strict_json import decode_exactly
from casino_table.tables.schemas import MOST_SHOWN, BodyError, load
from casino_table.text import message

CSRF_FIELD: Final = "csrf_token"
FORM_TYPES: Final = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
_WHOLE: Final = re.compile(r"[0-9]{1,16}", re.ASCII)
_AMOUNT: Final = re.compile(r"([0-9]{1,13})(?:\.([0-9]*))?", re.ASCII)
_GROUPED: Final = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?", re.ASCII)
_SPACES: Final = str.maketrans("", "", " \u00a0\u202f")

Form = Mapping[str, str]


def parse_amount(text: str, decimals: int, *, field: str = "amount") -> int:
    """Return the minor units of an amount as people type it: 10, 10.5, 10,5 or 1,284.00; nothing typed is 0.

    A comma groups thousands where three digits follow each, and is a decimal point elsewhere.

    >>> parse_amount("1,284.5", 2), parse_amount("10,5", 2), parse_amount(" ", 2), parse_amount("7", 0)
    (128450, 1050, 0, 7)
    """
    plain = text.translate(_SPACES)
    plain = plain.replace(",", "") if _GROUPED.fullmatch(plain) else plain.replace(",", ".", 1)
    if plain in {"", "–"}:
        return 0
    match = _AMOUNT.fullmatch(plain)
    part = (match[2] or "") if match else ""
    if match is None or len(part) > decimals:
        raise BodyError(message("{field}: “{text}” is not an amount.", field=field, text=printable(text[:40])))
    whole: int = int(match[1]) * 10**decimals
    return whole + int(part.ljust(decimals, "0") or 0)


def read_body(schema: Schema, from_form: Callable[[Form], dict[str, object]]) -> dict[str, Any]:
    """Return the body of the request as the schema reads it, whether it came as JSON or from a form."""
    if request.is_json:
        return load(schema, _json_object(request.get_data()))
    if request.mimetype not in FORM_TYPES and (request.mimetype or request.content_length):
        raise UnsupportedMediaType
    return load(schema, from_form(request.form))


def _json_object(body: bytes) -> dict[str, object]:
    """Return the object in a body, read as strictly as a record: no key twice, no half characters, any depth."""
    try:
        document = decode_exactly(body, where="body")
    except FieldError as refusal:
        key, reason = refusal.key[:MOST_SHOWN] or "body", refusal.reason
        raise BodyError(message("{field}: {reason}", field=key, reason=reason)) from None
    if not isinstance(document, dict):
        raise BodyError(message("body: a JSON object is expected"))
    return document


def act_document(form: Form) -> dict[str, object]:
    """Return what every act of a form carries."""
    return {"key": form.get("key", ""), "round": _whole(form, "round")}


def key_document(form: Form) -> dict[str, object]:
    """Return the document of a form that has nothing but its key."""
    return {"key": form.get("key", "")}


def stakes_document(form: Form, *, boxes: int, decimals: int) -> dict[str, object]:
    """Return the set of stakes that a form holds in its fields `ante_1`, `bonus_1` and so on."""
    staked = []
    for box in range(1, boxes + 1):
        ante, bonus = (
            parse_amount(form.get(f"{name}_{box}", ""), decimals, field=f"{name} {box}") for name in ("ante", "bonus")
        )
        if ante or bonus:
            staked.append({"box": box, "ante": ante, "bonus": bonus})
    return {
        **act_document(form),
        "boxes": staked,
        "client_commitment": form.get("client_commitment") or None,
        "deal": bool(form.get("deal")),
    }


def reveal_document(form: Form) -> dict[str, object]:
    """Return the seed that a form reveals."""
    return {**act_document(form), "client_seed": form.get("client_seed", "")}


def decision_document(form: Form) -> dict[str, object]:
    """Return the decision that a form holds."""
    return {**act_document(form), "box": _whole(form, "box"), "decision": form.get("decision", "")}


def _whole(form: Form, name: str) -> int:
    text = form.get(name, "")
    if not _WHOLE.fullmatch(text):
        raise BodyError(message("{field}: a whole number is expected", field=name))
    return int(text)
