"""The shuffle in the browser gives the decks of the reference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.tables import TablePage

VECTORS = json.loads((Path(__file__).parents[1] / "reference" / "shuffle_vectors.json").read_text(encoding="utf-8"))
DERIVE = "async (given) => (await import('/static/js/deck.js')).deriveDeck(given)"
COMMIT = "async ([box, player, seed]) => (await import('/static/js/deck.js')).clientCommitment(box, player, seed)"


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: f"{case['table']}-{case['round']}")
def test_the_browser_derives_the_decks_of_the_reference(table: TablePage, case: dict[str, Any]) -> None:
    clients = [
        {"box": client["box"], "player": client["player"], "seed": client["client_seed"] or client["client_commitment"]}
        for client in case["clients"]
    ]
    given = {"serverSeed": case["server_seed"], "table": case["table"], "round": case["round"], "clients": clients}
    derived = table.page.evaluate(DERIVE, given)
    derived["deck"] = " ".join(derived["deck"])
    assert derived == {key: case[key] for key in ("commitment", "contributions", "key", "deck")}
    for client in case["clients"]:
        if client["client_seed"]:
            sent = table.page.evaluate(COMMIT, [client["box"], client["player"], client["client_seed"]])
            assert sent == client["client_commitment"]
