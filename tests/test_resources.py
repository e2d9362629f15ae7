"""The folders that are shipped with the program are found in a checkout and in an installation."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino_table.game.paytable_folder import PaytableFolderError
from casino_table.resources import ResourceError, paytable_folder, resource_folder


def create_package(root: Path, *, beside: bool, inside: bool, is_checkout: bool) -> Path:
    package = root / "casino_table"
    package.mkdir()
    if is_checkout:
        (root / "pyproject.toml").write_text("")
    if beside:
        (root / "static").mkdir()
    if inside:
        (package / "_resources" / "static").mkdir(parents=True)
    return package


@pytest.mark.parametrize(
    ("beside", "inside", "is_checkout", "found"),
    [
        (True, False, True, "static"),
        (True, True, True, "static"),
        (False, True, True, "casino_table/_resources/static"),
        (True, True, False, "casino_table/_resources/static"),
        (False, True, False, "casino_table/_resources/static"),
        (True, False, False, None),
        (False, False, True, None),
    ],
)
def test_beside_comes_first_in_a_checkout(
    tmp_path: Path, *, beside: bool, inside: bool, is_checkout: bool, found: str | None
) -> None:
    package = create_package(tmp_path, beside=beside, inside=inside, is_checkout=is_checkout)
    if found is None:
        with pytest.raises(ResourceError, match="the folder static is missing"):
            resource_folder("static", package=package)
    else:
        assert resource_folder("static", package=package) == tmp_path / found


def test_this_checkout_has_its_paytables() -> None:
    assert "texas-poker" in paytable_folder().names()


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    assert paytable_folder(str(tmp_path)).names() == []
    with pytest.raises(PaytableFolderError):
        paytable_folder(str(tmp_path / "none"))
