"""What others made lies here as they published it, with its licence, and each file is named with its digest."""

from __future__ import annotations

import re
from hashlib import sha256

from casino_table.resources import resource_folder

VENDOR = resource_folder("static") / "vendor"


def test_every_file_has_its_digest_and_every_folder_its_licence() -> None:
    listing = (VENDOR / "VENDOR.md").read_text("utf-8")
    listed = {name: digest for digest, name in re.findall(r"^([0-9a-f]{64})  (\S+)$", listing, re.MULTILINE)}
    there = {
        path.relative_to(VENDOR).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.glob("*/*")
        if path.name != "LICENSE"
    }
    assert there == listed
    assert all((folder / "LICENSE").is_file() for folder in VENDOR.iterdir() if folder.is_dir())
