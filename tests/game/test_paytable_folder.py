"""The folder in which records find their paytables: what is broken in it spoils nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_table.game.paytable_folder import PaytableFolder, PaytableFolderError, UnknownPaytableError
from casino_table.game.record import RecordReader
from casino_table.resources import paytable_folder
from tests.record_factories import create_line


def test_a_folder_must_be_one(tmp_path: Path) -> None:
    with pytest.raises(PaytableFolderError, match="is no folder of paytables"):
        PaytableFolder(tmp_path / "none")


def test_a_broken_file_is_refused_only_where_it_is_asked_for(tmp_path: Path) -> None:
    shipped = paytable_folder().path
    (tmp_path / "minsk.toml").write_bytes((shipped / "minsk.toml").read_bytes())
    (tmp_path / "broken.toml").write_text("x = ")
    reader = RecordReader(PaytableFolder(tmp_path))
    assert reader.read(create_line(paytable="minsk")).paytable.name == "minsk"
    with pytest.raises(UnknownPaytableError, match=r"paytable: .*broken.toml: is not TOML"):
        reader.read(create_line(paytable="broken"))
