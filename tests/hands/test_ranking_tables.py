"""The stored tables of the readable evaluator: they are what their script builds, and a damaged file is refused."""

from __future__ import annotations

import sys
from hashlib import sha256
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from casino_table.hands import build_tables
from casino_table.hands.ranking_tables import COUNTS, SUIT_KEYS, TABLES_FILE, TablesError, flush_suits, load_tables

TABLES_SHA256 = "a00ccd346fe302f1db9a255e215cb11bdbf8ebed2590c0e6237dfb890ace1009"


@pytest.fixture
def copied_file(tmp_path: Path) -> Path:
    copy = tmp_path / "ranking_tables.bin"
    copy.write_bytes(Path(TABLES_FILE).read_bytes())
    return copy


def test_the_stored_tables_have_their_digest() -> None:
    assert sha256(Path(TABLES_FILE).read_bytes()).hexdigest() == TABLES_SHA256


def test_the_script_builds_the_stored_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "made.bin"
    monkeypatch.setattr(build_tables, "TABLES_FILE", str(made))
    build_tables.main()
    assert sha256(made.read_bytes()).hexdigest() == TABLES_SHA256
    assert str(made) in capsys.readouterr().out


def test_what_is_stored_comes_back_as_it_was() -> None:
    assert load_tables().to_bytes() == Path(TABLES_FILE).read_bytes()


def test_bytes_are_in_the_same_order_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = load_tables()
    other = "big" if sys.byteorder == "little" else "little"
    monkeypatch.setattr(sys, "byteorder", other)
    turned = load_tables()
    assert turned.ranks[0] == int.from_bytes(tables.ranks[0].to_bytes(2, "little"), "big")
    assert turned.to_bytes() == Path(TABLES_FILE).read_bytes()


@pytest.mark.parametrize("place", [0, 20_000, -1])
def test_a_damaged_file_is_refused(copied_file: Path, place: int) -> None:
    content = bytearray(copied_file.read_bytes())
    content[place] ^= 1
    copied_file.write_bytes(content)
    with pytest.raises(TablesError, match="damaged or of another version"):
        load_tables(str(copied_file))


@pytest.mark.parametrize("length", [0, 16_384, -2])
def test_a_file_cut_short_is_refused(copied_file: Path, length: int) -> None:
    copied_file.write_bytes(copied_file.read_bytes()[:length])
    with pytest.raises(TablesError, match="damaged or of another version"):
        load_tables(str(copied_file))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TablesError, match=r"cannot be read: .*missing\.bin"):
        load_tables(str(tmp_path / "missing.bin"))


@pytest.mark.parametrize("count", COUNTS)
def test_a_sum_of_suits_tells_which_suit_five_cards_share(count: int) -> None:
    for suits in combinations_with_replacement(range(4), count):
        shared = max((suit + 1 for suit in suits if suits.count(suit) >= 5), default=0)
        assert flush_suits(count)[sum(SUIT_KEYS[suit] for suit in suits)] == shared, suits
