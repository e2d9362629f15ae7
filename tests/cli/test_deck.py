"""The command `deck`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import RunCommand
from tests.record_factories import REFERENCE

VECTORS = json.loads((REFERENCE / "shuffle_vectors.json").read_text())["cases"]
SEED = "00" * 32


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['table']}-{vector['round']}")
def test_vectors(run_command: RunCommand, vector: dict[str, Any]) -> None:
    arguments = ["--server-seed", vector["server_seed"], "--table", vector["table"], "--round", str(vector["round"])]
    for client in vector["clients"]:
        arguments += ["--client", f"{client['box']}:{client['player']}:{client['client_seed']}"]
    ran = run_command("deck", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    expected = {key: vector[key] for key in ("commitment", "contributions", "key", "deck_sha256")}
    assert json.loads(ran.out) == expected | {"deck": vector["deck"].split()}
    assert list(json.loads(ran.out)) == ["commitment", "contributions", "key", "deck", "deck_sha256"]
    shown = run_command("deck", *arguments)
    assert shown.code == 0
    for text in expected.values():
        assert text in shown.text
    assert vector["deck"] in " ".join(shown.text.split())
    assert ("could have known" in shown.err) == (not vector["clients"])


def test_a_player_may_be_called_anything(run_command: RunCommand) -> None:
    ran = run_command(
        "deck", "--server-seed", SEED, "--table", "T", "--round", "1", "--client", f"7:a:b: c:{'11' * 16}"
    )
    assert ran.code == 0


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"--server-seed": "00" * 31}, "--server-seed: must be 64 hexadecimal digits"),
        ({"--server-seed": "zz" * 32}, "--server-seed: must be 64 hexadecimal digits"),
        ({"--server-seed": " " + "00" * 31 + " "}, "--server-seed: must be 64 hexadecimal digits"),
        ({"--table": ""}, "--table: must not be empty"),
        ({"--table": "\udcff"}, "--table: is not UTF-8"),
        ({"--round": "-1"}, "--round: must be a whole number from 0 to 18446744073709551615"),
        ({"--round": "1.0"}, "--round: must be a whole number from 0 to 18446744073709551615"),
        ({"--round": "1_0"}, "--round: must be a whole number from 0 to 18446744073709551615"),
        ({"--round": "²"}, "--round: must be a whole number from 0 to 18446744073709551615"),
        ({"--round": "9" * 5_000}, "--round: must be a whole number from 0 to 18446744073709551615"),
        ({"--round": str(2**64)}, "--round: must be a whole number from 0 to"),
        ({"--client": "1:p"}, "--client: must be BOX:PLAYER:HEX"),
        ({"--client": f"8:p:{'11' * 16}"}, "--client: must be BOX:PLAYER:HEX"),
        ({"--client": f":p:{'11' * 16}"}, "--client: must be BOX:PLAYER:HEX"),
        ({"--client": f"1::{'11' * 16}"}, "--client: must be BOX:PLAYER:HEX"),
        ({"--client": f"12:p:{'11' * 16}"}, "--client: must be BOX:PLAYER:HEX"),
        ({"--client": f"1:p:{'11' * 17}"}, "--client: must be 32 or 64 hexadecimal digits"),
        ({"--client": "1:p:"}, "--client: must be 32 or 64 hexadecimal digits"),
    ],
)
def test_refusals_name_the_option(run_command: RunCommand, changed: dict[str, str], why: str) -> None:
    options = {"--server-seed": SEED, "--table": "T", "--round": "1"} | changed
    ran = run_command("deck", *(part for option in options.items() for part in option))
    assert (ran.code, ran.out) == (2, b"")
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("players", [("p", "p"), ("p", "q")])
def test_nobody_contributes_twice(run_command: RunCommand, players: tuple[str, str]) -> None:
    boxes = (1, 2) if players == ("p", "p") else (1, 1)
    clients = [f"--client={box}:{player}:{'11' * 16}" for box, player in zip(boxes, players, strict=True)]
    ran = run_command("deck", "--server-seed", SEED, "--table", "T", "--round", "1", *clients)
    assert ran.code == 2
    assert "contributes twice" in ran.err


@pytest.mark.parametrize("missing", ["--server-seed", "--table", "--round"])
def test_wrong_usage(run_command: RunCommand, missing: str) -> None:
    options = {"--server-seed": SEED, "--table": "T", "--round": "1"}
    del options[missing]
    assert run_command("deck", *(part for option in options.items() for part in option)).code == 2
