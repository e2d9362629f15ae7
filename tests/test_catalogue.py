"""The texts for translators: what `make messages` collects holds every name, and no text is hidden from it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from casino_table.cards import RANK_NAMES, RANK_PLURALS, SUIT_NAMES
from casino_table.hands.ranking import Category
from casino_table.text import Message

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Return the texts that the recipe of `make messages` collects."""
    recipe = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "/pybabel " in line)
    catalogue = tmp_path_factory.mktemp("catalogue") / "messages.pot"
    options = recipe.partition("pybabel ")[2].replace("messages.pot", str(catalogue)).split()
    # The module comes with flask-babel; its script need not be on the path.
    command = [sys.executable, "-m", "babel.messages.frontend", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with catalogue.open("rb") as file:
        return {str(entry.id) for entry in read_po(file) if entry.id}


@pytest.mark.parametrize(
    "names",
    [RANK_NAMES, RANK_PLURALS, SUIT_NAMES, tuple(category.label for category in Category)],
    ids=["ranks", "plurals", "suits", "categories"],
)
def test_the_names_of_cards_and_hands_are_collected(names: tuple[Message, ...], texts: set[str]) -> None:
    assert {name.template for name in names} <= texts


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted((ROOT / "casino_table").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_every_message_is_written_out_where_it_is_made(texts: set[str]) -> None:
    calls = list(_calls())
    assert len(calls) > 300
    hidden = [
        place
        for place, call in calls
        if not call.args or not isinstance(call.args[0], ast.Constant) or call.args[0].value not in texts
    ]
    assert hidden == []


PRINTING = {"echo", "prompt", "progressbar", "UsageError", "ClickException", "Table", "add_column", "add_row", "print"}
OF_NO_LANGUAGE = {"casino-table: "}


def _literal_words(call: ast.Call) -> Iterator[str]:
    for argument in (
        *call.args,
        *(keyword.value for keyword in call.keywords if not str(keyword.arg).endswith("justify")),
    ):
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and re.search("[A-Za-z]", part.value):
                yield part.value


def test_the_commands_print_no_words_of_their_own() -> None:
    found = set()
    for path in sorted((ROOT / "casino_table" / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in PRINTING:
                found |= {(path.name, word) for word in _literal_words(node) if word not in OF_NO_LANGUAGE}
    assert found == set()
