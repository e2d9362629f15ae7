"""Where the configuration comes from: what is said first goes first, and what is missing is made once and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_table.config import COOKIE_KEY, DATA_FOLDER, DATABASE, DATABASE_FILE, Config, load_config


def create_config(folder: Path, *, database: str | None = None, **environment: str) -> Config:
    return load_config(database=database, environment={DATA_FOLDER: str(folder), **environment})


def test_the_database_is_the_one_of_the_command_then_of_the_environment_then_a_file_in_the_folder(
    tmp_path: Path,
) -> None:
    environment = {DATABASE: "sqlite:///environment.db"}
    assert create_config(tmp_path, database="sqlite:///command.db", **environment).database == "sqlite:///command.db"
    assert create_config(tmp_path, **environment).database == "sqlite:///environment.db"
    assert create_config(tmp_path).database == f"sqlite:///{tmp_path / DATABASE_FILE}"


def test_the_key_of_the_cookies_is_made_once_unless_the_environment_has_one(tmp_path: Path) -> None:
    made = create_config(tmp_path).cookie_key
    assert len(made) == 64
    assert create_config(tmp_path).cookie_key == made
    assert create_config(tmp_path, **{COOKIE_KEY: "given"}).cookie_key == "given"


@pytest.mark.parametrize(("value", "is_secure"), [("1", True), ("0", False), ("", False)])
def test_https_is_said_by_a_one(tmp_path: Path, value: str, *, is_secure: bool) -> None:
    assert create_config(tmp_path, CASINO_TABLE_HTTPS=value).is_secure is is_secure
    assert not create_config(tmp_path).is_secure


def test_a_configuration_shows_none_of_its_secrets(tmp_path: Path) -> None:
    config = create_config(tmp_path, database="postgresql://user:password@host/name")
    assert repr(config) == "Config(...)"
