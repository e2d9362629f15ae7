"""Where the configuration comes from: one URL of the database for all, what is said first goes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_table.config import COOKIE_KEY, DATA_FOLDER, DATABASE, DATABASE_FILE, Config, database_url, load_config
from casino_table.database import create_engine_for
from casino_table.database.refusals import DatabaseUnusableError


def create_config(folder: Path, *, database: str | None = None, **environment: str) -> Config:
    return load_config(database=database, environment={DATA_FOLDER: str(folder), **environment})


@pytest.mark.parametrize("name", ["z.db", "./below/../z.db", "a b%41#c.db"])
def test_a_relative_path_is_made_whole_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    url = load_config(database=f"sqlite:///{name}", environment={DATA_FOLDER: str(tmp_path)}).database
    assert url == database_url(url), "and stays as it is from then on"
    file = create_engine_for(url).url.database
    assert file == str(tmp_path / name.replace("%41", "A"))


@pytest.mark.parametrize("folder", ["data", "100%41", "what?"])
def test_the_default_is_a_file_in_the_data_folder(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    url = load_config(environment={DATA_FOLDER: folder}).database
    assert create_engine_for(url).url.database == str(tmp_path / folder / "casino-table.sqlite3")


@pytest.mark.parametrize("url", ["postgresql://x:secret@127.0.0.1/y?sslmode=require", "sqlite:///:memory:"])
def test_what_is_no_file_stays_as_it_is(url: str) -> None:
    assert database_url(url) == url


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "no database URL"),
        ("foo", "no database URL"),
        ("postgresql://x@127.0.0.1:port/y", "no database URL"),
        ("sqlite:///a%00b", "no database URL"),
        ("sqlite:///\udcff", "no database URL"),
        ("sqlite://host/x.db", "no database URL"),
        ("sqlite:///x.db?foo=bar&timeout=3", "takes no parameters, but has foo, timeout"),
    ],
)
def test_what_is_no_url_is_refused(url: str, sentence: str, tmp_path: Path) -> None:
    environment = {DATA_FOLDER: str(tmp_path)}
    with pytest.raises(DatabaseUnusableError, match=sentence):
        load_config(database=url, environment=environment)
    if url:
        with pytest.raises(DatabaseUnusableError, match=sentence):
            load_config(environment=environment | {DATABASE: url})
    assert not list(tmp_path.iterdir()), "nothing was made"


def test_an_empty_variable_is_none(tmp_path: Path) -> None:
    config = load_config(environment={DATA_FOLDER: str(tmp_path), DATABASE: ""})
    assert config.database.endswith(DATABASE_FILE)


def test_the_database_is_the_one_of_the_command_then_of_the_environment_then_a_file_in_the_folder(
    tmp_path: Path,
) -> None:
    command, environment = "postgresql://host/command", "postgresql://host/environment"
    assert create_config(tmp_path, database=command, **{DATABASE: environment}).database == command
    assert create_config(tmp_path, **{DATABASE: environment}).database == environment
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
