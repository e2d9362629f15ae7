"""Files that hold one secret each: made once, wholly or not at all, and readable by their owner alone."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def kept_secret(file: Path, make: Callable[[], str]) -> str:
    """Return the secret in a file, made there by `make` where there is none; of several who make it one wins."""
    make_folder(file.parent)
    if not file.exists():
        _make(file, make)
    # Whoever made it, it is used only once no power cut can take it away: what it seals would be lost with it.
    _sync(file.parent)
    return read_secret(file)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, where there is none, to stay over a power cut."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync(folder.parent)


def read_secret(file: Path) -> str:
    """Return the secret in a file; raises FileNotFoundError where there is none."""
    return file.read_text(encoding="ascii").strip()


def _make(file: Path, make: Callable[[], str]) -> None:
    making = file.with_name(f".{file.name}.{secrets.token_hex(8)}")
    descriptor = os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as written:
            written.write(make() + "\n")
            written.flush()
            os.fsync(written.fileno())
        with suppress(FileExistsError):
            os.link(making, file)
    finally:
        making.unlink()


def _sync(folder: Path) -> None:
    """Write the names in a folder through to the disk."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return  # whoever gave us a file in a folder that we may not list made it, and keeps it
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
