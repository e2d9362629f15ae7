"""The command `serve`: what it refuses before anything is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--host", "a" * 64 + ".example"], "cannot be listened on"),
        (["--host", "192.0.2.1"], "cannot be listened on: cannot assign requested address"),
        (["--database", "foo"], "This is no database URL"),
        (["--database", ""], "This is no database URL"),
        (["--database", "postgresql://x@127.0.0.1:port/y"], "This is no database URL"),
        (["--database", "sqlite:///x.db?foo=bar"], "takes no parameters"),
        (["--database", "sqlite:///no/such/folder/x.db"], "unable to open database file"),
    ],
)
def test_refuses_in_one_line(
    arguments: list[str], why: str, run_command: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASINO_TABLE_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    ran = run_command("serve", "--port", "0", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, b"", 1)
    assert why in ran.err
