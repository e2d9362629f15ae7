"""A folder of paytable files, each read when its name is first asked for."""

from __future__ import annotations

import os
from pathlib import Path

from casino_table.errors import CasinoTableError
from casino_table.game.fields import FieldError, shown
from casino_table.game.paytable_reading import NAME, PaytableFileError, load_paytable
from casino_table.game.paytable_types import Paytable
from casino_table.text import message


class PaytableFolderError(CasinoTableError):
    """Refuse a folder of paytables that cannot be read."""

    code = "paytable_folder"


class UnknownPaytableError(FieldError):
    """Refuse the name of a paytable that the folder does not have, or that is no name."""

    code = "unknown_paytable"


class PaytableFolder:
    """Find paytables by name in a folder; a broken file is refused only when it is asked for."""

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise PaytableFolderError(message("{folder}: is no folder of paytables", folder=str(path)))
        self.path = path
        self._known: dict[str, Paytable] = {}

    def names(self) -> list[str]:
        """Return the names of all files, in order."""
        return sorted(path.stem for path in self.path.glob("*.toml"))

    def find(self, argument: str) -> Paytable:
        """Return the paytable that a command line names: a path to a TOML file, or a name in this folder."""
        if argument.endswith(".toml") or "/" in argument or os.sep in argument:
            return load_paytable(Path(argument))
        return self.get(argument)

    def get(self, name: str, where: str = "paytable") -> Paytable:
        """Return the paytable of that name; `where` is the key that named it."""
        paytable = self._known.get(name)
        if paytable is None:
            paytable = self._known[name] = self._load(name, where)
        return paytable

    def _load(self, name: str, where: str) -> Paytable:
        if "@" in name:
            raise UnknownPaytableError(
                where,
                message(
                    "{name} is a version in a database; here only the files in {folder} are known",
                    name=shown(name),
                    folder=str(self.path),
                ),
            )
        # The names are looked up, not the file: one too long for any file name is unknown like another.
        if not NAME.fullmatch(name) or name not in self.names():
            raise UnknownPaytableError(
                where, message("{name} is not in {folder}", name=shown(name), folder=str(self.path))
            )
        try:
            return load_paytable(self.path / f"{name}.toml")
        except PaytableFileError as refusal:
            raise UnknownPaytableError(where, refusal.sentence) from None
