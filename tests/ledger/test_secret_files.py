from __future__ import annotations

import os
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


def test_it_is_written_through_with_all_folders_that_lead_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a" / "b" / "secret"
    synced: list[tuple[int, bool]] = []
    sync = os.fsync

    def note(descriptor: int) -> None:
        synced.append((os.fstat(descriptor).st_ino, file.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    kept_secret(file, lambda: "first")
    above, parent, folder = (each.stat().st_ino for each in (tmp_path, tmp_path / "a", file.parent))
    assert synced == [(above, False), (parent, False), (file.stat().st_ino, False), (folder, True)]
    # Another process may have made it a moment ago.
    synced.clear()
    kept_secret(file, lambda: "second")
    assert synced == [(folder, True)]


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
