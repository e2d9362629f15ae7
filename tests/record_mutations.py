"""Spoil records at random: values of other types, keys moved and doubled, bytes lost."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

from tests.record_factories import CASES, ROUND

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 8, 2**53 - 1, 2**53, 10**30, 1.0, 1.5, -0.0, "", "1", "As", "as", "10d", "2♣",
    "bet", "fold", "void", "settled", "open", "blind", "texas-poker", "x@1", "\x1b[31m", "é" * 50, [], {}, [None],
    {"a": 1}, ["As", "Ks"], ["As", "As"], [[[]]], {"": {"": []}}, "casino-table/round/1", "deal",
    "99999999999999999999:1",
)  # fmt: skip
KEYS = (
    "box",
    "player",
    "decision",
    "bet",
    "bonus",
    "turn",
    "flop",
    "status",
    "bonuses_settled",
    "8",
    "1",
    "x",
    "",
    "note",
)
BYTES = (
    b"",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\xff",
    b"\x00",
    b"NaN",
    b"1e999",
    b"\\ud800",
    b" ",
    b"\r",
    b"0",
)


def mutated_document(chance: random.Random) -> dict[str, Any]:
    """Return a record with one to three things in it changed."""
    document: dict[str, Any] = deepcopy(chance.choice([*CASES, ROUND]))
    for _ in range(chance.randint(1, 3)):
        holder, key = _somewhere(chance, document)
        match chance.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(KEYS)] = deepcopy(holder[key])
            case 2:
                other, place = _somewhere(chance, document)
                holder[key] = deepcopy(other[place])
            case 3 if isinstance(holder, list):
                holder.insert(key, deepcopy(holder[key]))
            case _:
                holder[key] = deepcopy(chance.choice(VALUES))
        if not document:
            break
    return document


def mutated_line(chance: random.Random) -> bytes:
    """Return a record as text in which something was changed, on the level of values, bytes, or both."""
    text = json.dumps(mutated_document(chance), ensure_ascii=chance.random() < 0.5).encode()
    for _ in range(chance.choice([0, 0, 1, 2])):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(BYTES) + text[at + chance.choice([0, 1, 5]) :]
    return text.replace(b"\n", b" ")


def _somewhere(chance: random.Random, document: dict[str, Any]) -> tuple[Any, Any]:
    """Return a container in the document and a key or index of it."""
    holder: Any = document
    while True:
        key = chance.choice(list(holder)) if isinstance(holder, dict) else chance.randrange(len(holder))
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.25:
            return holder, key
        holder = inner
