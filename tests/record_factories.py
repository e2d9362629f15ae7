"""Round records for tests: one that is right, and whatever a test changes in it."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from casino_table.game.record import RecordReader
from casino_table.resources import paytable_folder

REFERENCE = Path(__file__).parent / "reference"
CASES = [json.loads(line) for line in (REFERENCE / "settlement_cases.jsonl").read_text().splitlines()]

ROUND: dict[str, Any] = {
    "format": "casino-table/round/1",
    "round": "T1-42",
    "table": "T1",
    "currency": "PLAY",
    "paytable": "texas-poker",
    "limits": {"max_payout": 5_000_000, "max_payout_scope": "box", "open_boxes_per_player": 1},
    "cards": {
        "boxes": {"1": ["3s", "3d"], "4": ["Ah", "Jc"]},
        "flop": ["6c", "Qc", "Ad"],
        "turn": "6s",
        "river": "As",
        "dealer": ["Td", "Js"],
    },
    "boxes": [
        {"box": 1, "player": "p1", "play": "open", "ante": 10_000, "bonus": 5_000, "decision": "bet"},
        {"box": 4, "player": "p1", "play": "blind", "ante": 10_000},
    ],
    "payouts": [
        {"box": 1, "wager": "ante", "returned": 10_000},
        {"box": 1, "wager": "bet", "returned": 20_000},
        {"box": 1, "wager": "bonus", "returned": 0},
        {"box": 4, "wager": "ante", "returned": 40_000},
        {"box": 4, "wager": "bet", "returned": 40_000},
    ],
}
"""The example of docs/formats.md."""

REMOVED = object()
"""In `create_document`: the key is taken out."""


def create_document(*, of: dict[str, Any] = ROUND, **changes: Any) -> dict[str, Any]:
    """Return a copy of a record with changes; a key like `boxes__0__ante` leads inside, `REMOVED` takes out."""
    document = deepcopy(of)
    for path, value in changes.items():
        *way, last = (int(step) if step.isdigit() and path[:5] != "cards" else step for step in path.split("__"))
        place: Any = document
        for step in way:
            place = place[step]
        if value is REMOVED:
            del place[last]
        else:
            place[last] = value
    return document


def create_line(**changes: Any) -> bytes:
    """Return `create_document` as a line of a file."""
    return json.dumps(create_document(**changes)).encode()


def create_reader() -> RecordReader:
    """Return a reader that knows the shipped paytables."""
    return RecordReader(paytable_folder())
