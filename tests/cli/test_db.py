from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from casino_table.database.migrating import newest


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("CASINO_TABLE_DATA", str(tmp_path))
    return f"sqlite:///{tmp_path / 'casino.sqlite3'}"


def test_up_down_and_where_it_stands(run_command: Callable[..., Any], url: str) -> None:
    steps = [
        (("current",), "none"),
        (("upgrade", "--revision", "0001"), "0001"),
        (("upgrade",), newest()),
        (("current",), newest()),
        (("downgrade", "--yes", "--revision", "0001"), "0001"),
        (("downgrade", "--yes"), "none"),
    ]
    for arguments, revision in steps:
        ran = run_command("db", *arguments, "--database", url)
        assert (ran.code, ran.text) == (0, f"revision {revision}, newest {newest()}\n"), ran.err


def test_without_a_database_it_is_that_of_the_data_folder(
    run_command: Callable[..., Any], url: str, tmp_path: Path
) -> None:
    assert url
    assert run_command("db", "upgrade").code == 0
    assert (tmp_path / "casino-table.sqlite3").exists()


def test_going_down_asks_first(run_command: Callable[..., Any], url: str) -> None:
    run_command("db", "upgrade", "--database", url)
    assert run_command("db", "downgrade", "--database", url, stdin=b"n\n").code == 130
    assert run_command("db", "current", "--database", url).text.startswith(f"revision {newest()}")


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("nonsense", "This is no database URL"),
        ("mysql://localhost/casino", "mysql is not supported"),
        ("sqlite:///:memory:", "keeps nothing"),
        ("postgresql://nobody@127.0.0.1:1/casino", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(
    run_command: Callable[..., Any], database: str, sentence: str
) -> None:
    for step in ("current", "upgrade"):
        ran = run_command("db", step, "--database", database)
        assert ran.code == 2
        assert sentence in ran.err
        assert ran.err.count("\n") == 1


def test_an_unknown_revision_is_one_line(run_command: Callable[..., Any], url: str) -> None:
    ran = run_command("db", "upgrade", "--revision", "nonsense", "--database", url)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "left as it is" in ran.err
