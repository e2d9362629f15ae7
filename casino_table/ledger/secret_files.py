"""Files that hold one secret each: made once, wholly or not at all, and readable by their owner alone."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def kept_secret(file: Path, make: Callable[[], str]) -> str:
    """Return the secret in a file, made there by `make` where there is none; of several who make it one wins."""
    with suppress(FileNotFoundError):
        return read_secret(file)
    file.parent.mkdir(parents=True, exist_ok=True)
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
    return read_secret(file)


def read_secret(file: Path) -> str:
    """Return the secret in a file; raises FileNotFoundError where there is none."""
    return file.read_text(encoding="ascii").strip()
