"""Files of round records: one JSON object a line, read as a stream."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from os import fstat, stat_result
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import BinaryIO, Final

from casino_table.errors import CasinoTableError
from casino_table.game.fields import printable
from casino_table.game.record import LONGEST_RECORD
from casino_table.text import Message, message

STANDARD_INPUT: Final = "-"
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_LONGEST_LINE: Final = LONGEST_RECORD + 64  # with room for what may stand around a record
_PIECE: Final = 1024 * 1024


class UnreadableFileError(CasinoTableError):
    """Refuse a file that cannot be read, or in which there is no record at all."""

    code = "unreadable_file"


@dataclass(slots=True)
class RecordFile:
    """Hold one file while it is read, and what is known of it afterwards: its size, its digest, its records.

    `name` is the path as it was given, `-` for standard input.
    """

    name: str
    size: int = 0
    records: int = 0
    bad_records: int = 0
    digest: str = ""

    @property
    def title(self) -> str:
        """Return the name as it may stand in a sentence."""
        return "standard input" if self.name == STANDARD_INPUT else printable(self.name)

    def lines(self, on_bytes: Callable[[int], None] | None = None) -> Iterator[tuple[int, bytes]]:
        """Yield number and text of each line that is not blank; a byte order mark at the very start is passed over.

        `on_bytes` is told how many bytes each line took. The digest is that of the bytes as they are in the file. Of a
        line that is too long for a record the beginning is given, which its reader refuses.
        """
        digest = sha256()

        def take(most: int) -> bytes:
            raw: bytes = stream.readline(most)
            digest.update(raw)
            self.size += len(raw)
            if on_bytes is not None and raw:
                on_bytes(len(raw))
            return raw

        with _opened(self.name) as stream:
            try:
                for number in count(1):
                    raw = take(_LONGEST_LINE)
                    if not raw:
                        break
                    is_cut = len(raw) == _LONGEST_LINE and not raw.endswith(b"\n")
                    text = raw.removeprefix(_BYTE_ORDER_MARK) if number == 1 else raw
                    text = text if is_cut else text.strip(b" \t\r\n")
                    if text:
                        self.records += 1
                        yield number, text
                    while is_cut:
                        raw = take(_PIECE)
                        is_cut = bool(raw) and not raw.endswith(b"\n")
            except OSError as error:
                raise UnreadableFileError(_cannot_read(self.title, error)) from None
        self.digest = digest.hexdigest()


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name == STANDARD_INPUT:
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableFileError(_cannot_read(printable(name), error)) from None


def _cannot_read(title: str, error: OSError | ValueError) -> Message:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return message("{file}: cannot be read: {reason}", file=title, reason=reason)


def refuse_empty(files: Sequence[RecordFile]) -> None:
    """Refuse files that were read and held no record at all, for nothing was checked then."""
    if not any(file.records for file in files):
        raise UnreadableFileError(nothing_in(files))


def nothing_in(files: Sequence[RecordFile]) -> Message:
    """Return the sentence that no record is in files."""
    return message("{files}: there is no record in it", files=", ".join(file.title for file in files))


def size_of_all(names: Sequence[str]) -> int | None:
    """Refuse files that cannot be read, and one given twice; return the bytes of all, None where nobody can know.

    What is no plain file (a pipe) is not opened here, for opening it may begin to empty it.
    """
    total: int | None = 0
    seen: dict[object, str] = {}
    for name in names:
        found = _found(name)
        identity = name if found is None else (found.st_dev, found.st_ino)
        if identity in seen:
            raise UnreadableFileError(_twice(name, seen[identity]))
        seen[identity] = name
        size = None if found is None else _size_of(name, found)
        total = None if total is None or size is None else total + size
    return total


def _twice(name: str, other: str) -> Message:
    if name == other:
        return message("{file}: is given twice", file=printable(name))
    return message("{file}: is the same file as {other}", file=printable(name), other=printable(other))


def _found(name: str) -> stat_result | None:
    """Return what the system knows of a file, None of a standard input that is no file."""
    try:
        return fstat(sys.stdin.fileno()) if name == STANDARD_INPUT else Path(name).stat()
    except (OSError, ValueError) as error:
        if name == STANDARD_INPUT:
            return None
        raise UnreadableFileError(_cannot_read(printable(name), error)) from None


def _size_of(name: str, found: stat_result) -> int | None:
    if name == STANDARD_INPUT or (not S_ISREG(found.st_mode) and not S_ISDIR(found.st_mode)):
        return None
    with _opened(name) as stream:
        return fstat(stream.fileno()).st_size
