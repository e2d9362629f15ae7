"""Refusals as JSON, so that what was refused once can be refused again in the same words, in any language."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from casino_table.errors import CasinoTableError
from casino_table.ledger.canonical import JSON
from casino_table.text import Message


class StoredRefusal(CasinoTableError):
    """Carry a refusal read from the database, which is journalled and kept already."""


def refusal_to_json(refusal: CasinoTableError) -> dict[str, JSON]:
    """Return status, code and sentence of a refusal."""
    return {"status": int(refusal.status), "code": refusal.code, "sentence": _message_to_json(refusal.sentence)}


def refusal_from(stored: Mapping[str, Any]) -> StoredRefusal:
    """Return the refusal that was stored, with the same status, code and sentence."""
    attributes = {"status": HTTPStatus(stored["status"]), "code": stored["code"]}
    refusal: StoredRefusal = type("StoredRefusal", (StoredRefusal,), attributes)(_message_from(stored["sentence"]))
    return refusal


def _message_to_json(sentence: Message) -> dict[str, JSON]:
    values = {
        name: _message_to_json(value)
        if isinstance(value, Message)
        else value
        if isinstance(value, str | int)
        else str(value)
        for name, value in sentence.params.items()
    }
    return {"template": sentence.template, "values": values}


def _message_from(stored: Mapping[str, Any]) -> Message:
    values = {
        name: _message_from(value) if isinstance(value, dict) else value for name, value in stored["values"].items()
    }
    return Message(stored["template"], values)
