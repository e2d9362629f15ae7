"""Keep exact counts: one in memory, the last four used in a folder, each with a checksum.

A file that is damaged, cut short or not ours is never trusted: the counts are made again and the file replaced. Files
appear under their name only when complete, so that processes which build the same counts at once do not disturb each
other. A folder that cannot be written costs time and never a result.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.odds.enumeration import CHANNELS, Counts, Progress, count_outcomes
from casino_table.odds.states import STATE_COUNT
from casino_table.text import Message, message

FILES_KEPT: Final = 4
FORMAT: Final = b"casino-table/counts/1\n"
_LEFTOVER_SECONDS: Final = 3600
_DIGEST_SIZE: Final = 32
_CATEGORIES: Final = 10
_TABLE_BYTES: Final = STATE_COUNT * CHANNELS * 4

Warn = Callable[[Message], None]


class CountsCache:
    """Give counts from memory, from the folder, or by counting, in this order.

    `folder` is where files are kept (None: nowhere); `warn` is told in a sentence when a file was bad or could not be
    written; `threads` is how many cores counting may use.
    """

    def __init__(self, folder: Path | None, *, threads: int = 1, warn: Warn | None = None) -> None:
        self._folder = folder
        self._threads = threads
        self._warn = warn or (lambda _: None)
        self._last: Counts | None = None

    def counts(self, qualifying_rank: int, minimum_rank: int, *, progress: Progress | None = None) -> Counts:
        """Return the counts for a qualifying hand and a player's minimum, given as their weakest ranks."""
        last = self.in_memory(qualifying_rank, minimum_rank)
        if last is not None:
            return last
        path = None if self._folder is None else self._folder / f"counts-{qualifying_rank}-{minimum_rank}.bin"
        counts = None if path is None else self._read(path, qualifying_rank, minimum_rank)
        if counts is None:
            counts = count_outcomes(qualifying_rank, minimum_rank, threads=self._threads, progress=progress)
            if path is not None:
                self._write(path, counts)
        self._last = counts
        return counts

    def in_memory(self, qualifying_rank: int, minimum_rank: int) -> Counts | None:
        """Return the counts if they are the ones in memory."""
        last = self._last
        if last is not None and (last.qualifying_rank, last.minimum_rank) == (qualifying_rank, minimum_rank):
            return last
        return None

    def _read(self, path: Path, qualifying_rank: int, minimum_rank: int) -> Counts | None:
        head = _head(qualifying_rank, minimum_rank)
        try:
            with path.open("rb") as file:
                if file.read(len(head)) == head:
                    digest = file.read(_DIGEST_SIZE)
                    ties: npt.NDArray[np.int64] = np.fromfile(file, "<i8", _CATEGORIES)
                    table: npt.NDArray[np.uint32] = np.fromfile(file, "<u4", STATE_COUNT * CHANNELS)
                    if table.nbytes == _TABLE_BYTES and not file.read(1) and _digest(head, ties, table) == digest:
                        with suppress(OSError):
                            os.utime(path)
                        table = table.astype(np.uint32, copy=False).reshape(STATE_COUNT, CHANNELS)
                        return Counts(qualifying_rank, minimum_rank, table, tuple(ties.tolist()))
        except FileNotFoundError:
            return None
        except OSError as error:
            self._warn(message("{file} cannot be read ({reason}); counting again", file=path, reason=error.strerror))
            return None
        self._warn(message("{file} is damaged or of another version; counting again", file=path))
        return None

    def _write(self, path: Path, counts: Counts) -> None:
        head = _head(counts.qualifying_rank, counts.minimum_rank)
        table, ties = counts.table.astype("<u4", copy=False), np.array(counts.ties, "<i8")
        partial: Path | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=path.parent, prefix=".counts-", suffix=".partial", delete=False) as file:
                partial = Path(file.name)
                file.write(head)
                file.write(_digest(head, ties, table))
                file.write(ties.tobytes())
                file.write(table.data.cast("B"))
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
            _remove_old(path)
        except OSError as error:
            if partial is not None:
                partial.unlink(missing_ok=True)
            self._warn(
                message(
                    "the counts could not be kept in {folder} ({reason}); they will be made again next time",
                    folder=path.parent, reason=error.strerror,
                )
            )  # fmt: skip


def _head(qualifying_rank: int, minimum_rank: int) -> bytes:
    return FORMAT + b"%d %d\n" % (qualifying_rank, minimum_rank)


def _digest(head: bytes, ties: npt.NDArray[np.int64], table: npt.NDArray[np.uint32]) -> bytes:
    digest = sha256(head)
    digest.update(ties.tobytes())
    digest.update(table.data.cast("B"))
    return digest.digest()


def _remove_old(newest: Path) -> None:
    """Remove all but the files used last, and what builders that were killed have left behind."""
    files = {file: file.stat().st_mtime for file in newest.parent.glob("counts-*.bin")}
    for file in sorted(files, key=lambda file: files[file], reverse=True)[FILES_KEPT:]:
        file.unlink(missing_ok=True)
    for file in newest.parent.glob(".counts-*.partial"):
        with suppress(FileNotFoundError):
            if file.stat().st_mtime < newest.stat().st_mtime - _LEFTOVER_SECONDS:
                file.unlink()
