"""The cache of counts: what is kept, what is never trusted, and that no trouble with a disk costs a result."""

from __future__ import annotations

import multiprocessing
import os
import resource
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from casino_table.odds import cache as cache_module
from casino_table.odds.cache import FILES_KEPT, CountsCache
from casino_table.odds.enumeration import Counts
from casino_table.text import Message

PAIR_OF_FOURS = 1718


class Counting:
    """Stand in for counting: give the same table for any bounds, and say how often it was asked."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        self.times = 0

    def __call__(self, qualifying_rank: int, minimum_rank: int, **_: object) -> Counts:
        self.times += 1
        return Counts(qualifying_rank, minimum_rank, self._counts.table, self._counts.ties)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch, counts_for: Callable[..., Counts]) -> Counting:
    counting = Counting(counts_for())
    monkeypatch.setattr(cache_module, "count_outcomes", counting)
    return counting


def test_counts_once_for_memory_and_folder(counting: Counting, tmp_path: Path) -> None:
    first = CountsCache(tmp_path / "new" / "folder")
    counts = first.counts(PAIR_OF_FOURS, 1)
    assert first.counts(PAIR_OF_FOURS, 1) is counts
    again = CountsCache(tmp_path / "new" / "folder").counts(PAIR_OF_FOURS, 1)
    assert counting.times == 1
    np.testing.assert_array_equal(again.table, counts.table)
    assert (again.ties, again.totals) == (counts.ties, counts.totals)


def test_keeps_one_in_memory(counting: Counting) -> None:
    cache = CountsCache(None)
    cache.counts(2, 1)
    cache.counts(3, 1)
    assert cache.in_memory(2, 1) is None
    cache.counts(3, 1)
    cache.counts(2, 1)
    assert counting.times == 3


def test_keeps_the_files_used_last(counting: Counting, tmp_path: Path) -> None:
    stored = tmp_path / "counts-2-1.bin"
    for rank in range(2, 2 + FILES_KEPT):
        CountsCache(tmp_path).counts(rank, 1)
        os.utime(tmp_path / f"counts-{rank}-1.bin", (rank, rank))
    CountsCache(tmp_path).counts(2, 1)  # read again, so it is not the oldest any more
    CountsCache(tmp_path).counts(100, 1)
    names = {file.name for file in tmp_path.iterdir()}
    assert stored.name in names
    assert names == {f"counts-{rank}-1.bin" for rank in (2, 4, 5, 100)}
    assert counting.times == FILES_KEPT + 1


@pytest.mark.parametrize("damage", ["bit", "cut", "longer", "empty", "foreign", "other counts", "folder"])
def test_never_trusts_a_damaged_file(
    damage: str, counting: Counting, counts_for: Callable[..., Counts], tmp_path: Path
) -> None:
    path = tmp_path / "counts-1718-1.bin"
    CountsCache(tmp_path).counts(PAIR_OF_FOURS, 1)
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        flipped = bytearray(content)
        flipped[len(content) // 2] ^= 64
        path.write_bytes(
            {
                "bit": bytes(flipped),
                "cut": content[:-4],
                "longer": content + b"0",
                "empty": b"",
                "foreign": b"not ours" * 100,
                "other counts": content.replace(b"1718 1\n", b"1718 2\n", 1),
            }[damage]
        )
    said: list[Message] = []
    counts = CountsCache(tmp_path, warn=said.append).counts(PAIR_OF_FOURS, 1)
    assert counting.times == 2
    assert counts.totals == counts_for().totals
    assert str(path) in str(said[0])
    if damage != "folder":
        assert path.read_bytes() == content


def test_a_full_disk_gives_a_sentence_and_the_counts(counting: Counting, tmp_path: Path) -> None:
    said: list[Message] = []
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, hard))
    try:
        counts = CountsCache(tmp_path, warn=said.append).counts(PAIR_OF_FOURS, 1)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert counting.times == 1
    assert counts.qualifying_rank == PAIR_OF_FOURS
    assert [str(sentence) for sentence in said] == [
        f"the counts could not be kept in {tmp_path} (File too large); they will be made again next time"
    ]
    assert list(tmp_path.iterdir()) == []


def test_removes_what_killed_builders_left(counting: Counting, tmp_path: Path) -> None:
    left, recent = tmp_path / ".counts-a.partial", tmp_path / ".counts-b.partial"
    left.write_bytes(b"half")
    os.utime(left, (1, 1))
    recent.write_bytes(b"half")
    CountsCache(tmp_path).counts(PAIR_OF_FOURS, 1)
    assert counting.times == 1
    assert (left.exists(), recent.exists()) == (False, True)


def build(folder: str) -> tuple[int, ...]:
    return CountsCache(Path(folder)).counts(PAIR_OF_FOURS, 1).totals


def test_two_processes_that_build_at_once_do_not_spoil_it(counts_for: Callable[..., Counts], tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        built = pool.map(build, [str(tmp_path)] * 2, chunksize=1)
    assert built == [counts_for().totals] * 2
    said: list[Message] = []
    assert CountsCache(tmp_path, warn=said.append).counts(PAIR_OF_FOURS, 1).totals == counts_for().totals
    assert said == []
    assert [file.name for file in tmp_path.iterdir()] == ["counts-1718-1.bin"]
