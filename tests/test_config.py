"""The configuration: one URL of the database that means the same file to all who open it."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_table.config import DATA_FOLDER, DATABASE, DATABASE_FILE, database_url, load_config
from casino_table.database import create_engine_for
from casino_table.database.refusals import DatabaseUnusableError


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
