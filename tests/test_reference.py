"""The reference values here are the originals, where the originals are at hand."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "reference"
ORIGINALS = Path(__file__).parents[2] / "shared" / "reference"


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.iterdir()))
def test_the_copy_is_the_original(name: str) -> None:
    if not ORIGINALS.is_dir():
        pytest.skip("the original reference values are not beside this checkout")
    assert sha256((HERE / name).read_bytes()).digest() == sha256((ORIGINALS / name).read_bytes()).digest()


@pytest.mark.parametrize("path", sorted(HERE.glob("*.json")), ids=lambda path: path.name)
def test_every_reference_says_how_it_was_obtained(path: Path) -> None:
    assert json.loads(path.read_text())["how"]
