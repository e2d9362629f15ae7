"""The folders that are shipped with the program: paytables, page templates, and what pages load."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, TypeAlias

from casino_table.errors import CasinoTableError
from casino_table.game.paytable_folder import PaytableFolder
from casino_table.text import message

Folder: TypeAlias = Literal["paytables", "templates", "static"]

_PACKAGE: Final = Path(__file__).resolve().parent


class ResourceError(CasinoTableError):
    """Refuse to go on without a folder that belongs to the program."""

    code = "resource"


def resource_folder(name: Folder, *, package: Path = _PACKAGE) -> Path:
    """Return the folder of that name: beside the package in a checkout, inside it where a wheel was installed.

    An editable install also has a copy inside, which goes stale; so beside comes first. But only where the project's
    own `pyproject.toml` lies there too: beside an installed package lie the folders of strangers.
    """
    checkout = package.parent
    beside = checkout / name
    if beside.is_dir() and (checkout / "pyproject.toml").is_file():
        return beside
    inside = package / "_resources" / name
    if inside.is_dir():
        return inside
    raise ResourceError(message("the folder {name} is missing from the installation; please install again", name=name))


def paytable_folder(path: str | None = None) -> PaytableFolder:
    """Return the folder of paytables at `path`, or the shipped one."""
    return PaytableFolder(resource_folder("paytables") if path is None else Path(path))
