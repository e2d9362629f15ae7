from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from casino_table.ledger.secret_files import kept_secret, read_secret


def test_a_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "secret"
    assert kept_secret(file, lambda: "first") == "first"
    assert kept_secret(file, lambda: "second") == "first"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["secret"]


def test_of_many_who_make_it_at_once_all_get_the_same(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda number: kept_secret(file, lambda: f"of {number}"), range(32)))
    assert len(found) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]


def test_one_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> str:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kept_secret(tmp_path / "secret", fail)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FileNotFoundError):
        read_secret(tmp_path / "secret")
