"""The batch evaluator: totals, order, invariance, and its agreement with two evaluators written apart from it.

The judge is a second algorithm: categories and kickers from bit masks alone, without a table.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import chain, combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

from casino_table.cards import CardError, parse_cards
from casino_table.hands import batch, ranking
from casino_table.hands.batch_builder import main as build
from casino_table.hands.batch_counting import count_seven_card_hands
from casino_table.hands.tables import CATEGORY_FLOORS, STORED, read_tables

Words = npt.NDArray[np.int64]

WHEEL = 0b1000000001111
KEYS = (
    "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house", "four_of_a_kind",
    "straight_flush", "royal_flush",
)  # fmt: skip


def judge_orders(cards: npt.NDArray[np.uint8]) -> Words:
    """Return for hands of shape (n, 5..7) numbers that order them as poker does (not 1..7462, but as large a scale)."""
    hands = cards.astype(np.int64)
    bits, suits = np.int64(1) << (hands >> 2), hands & 3
    once, twice, thrice, four = (np.zeros(len(hands), np.int64) for _ in range(4))
    for column in bits.T:
        four |= thrice & column
        thrice |= twice & column
        twice |= once & column
        once |= column
    flush = np.zeros(len(hands), np.int64)
    for suit in range(4):
        mask = np.bitwise_or.reduce(np.where(suits == suit, bits, 0), axis=1)
        flush |= np.where(np.bitwise_count(mask) >= 5, mask, 0)
    return _best(once, twice, thrice, four, flush)


def judge_ranks(cards: npt.NDArray[np.uint8]) -> Words:
    """Return the ranks 1..7462 of hands, by looking their order up among those of all five-card hands."""
    scale = np.unique(judge_orders(one_hand_of_each_five_card_rank()))
    return np.searchsorted(scale, judge_orders(cards)) + 1


def all_five_card_hands() -> npt.NDArray[np.uint8]:
    """Return all 2,598,960 hands of five, in the order of `itertools.combinations`."""
    return np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 5 * 2598960).reshape(-1, 5)


def one_hand_of_each_five_card_rank() -> npt.NDArray[np.uint8]:
    """Return a hand of mixed suits for each multiset of ranks, then one in hearts for each set: 7,462 in all."""
    mixed = [hand_of_ranks(ranks) for ranks in combinations_with_replacement(range(13), 5) if is_possible(ranks)]
    hearts = [[rank * 4 + 2 for rank in ranks] for ranks in combinations(range(13), 5)]
    return np.array(mixed + hearts, np.uint8)


def is_possible(ranks: tuple[int, ...]) -> bool:
    return max(Counter(ranks).values()) <= 4


def hand_of_ranks(ranks: tuple[int, ...]) -> list[int]:
    """Return a hand without a flush: ranks ascend, suits go round, so that equal ranks differ and two suits repeat."""
    return [rank * 4 + place % 4 for place, rank in enumerate(ranks)]


def _best(once: Words, twice: Words, thrice: Words, four: Words, flush: Words) -> Words:
    zero = np.zeros_like(once)
    quad = _top(four)
    trips = _top(thrice)
    pair = _top(twice & ~trips)
    is_pair, is_two = twice != 0, np.bitwise_count(twice) >= 2
    candidates = [
        (once != 0, 0, zero, _top(once, 5)),
        (is_pair, 1, _top(twice), _top(once & ~_top(twice), 3)),
        (is_two, 2, _top(twice, 2), _top(once & ~_top(twice, 2))),
        (thrice != 0, 3, trips, _top(once & ~trips, 2)),
        (_straight(once) != 0, 4, _straight(once), zero),
        (flush != 0, 5, zero, _top(flush, 5)),
        ((thrice != 0) & (pair != 0), 6, trips, pair),
        (four != 0, 7, quad, _top(once & ~quad)),
        (_straight(flush) != 0, 8, _straight(flush), zero),
    ]
    best = zero
    for holds, category, major, minor in candidates:
        best = np.maximum(best, np.where(holds, category << 26 | major << 13 | minor, 0))
    return best


def _top(mask: Words, count: int = 1) -> Words:
    """Return the `count` highest bits of each mask."""
    rest, kept = mask.copy(), np.zeros_like(mask)
    for bit in range(12, -1, -1):
        take = ((rest >> bit) & 1 == 1) & (np.bitwise_count(kept) < count)
        kept |= np.where(take, np.int64(1) << bit, 0)
    return kept


def _straight(mask: Words) -> Words:
    """Return the highest card of the best straight in each mask as a bit, 0 without one; the five for A-2-3-4-5."""
    runs = mask & mask << 1 & mask << 2 & mask << 3 & mask << 4
    wheel = np.where(mask & WHEEL == WHEEL, np.int64(1 << 3), 0)
    return np.maximum(_top(runs), wheel)


@pytest.fixture(scope="module")
def exact() -> dict[str, Any]:
    values: dict[str, Any] = json.loads(Path("tests/reference/exact_values.json").read_text())
    return values


def random_hands(count: int, size: int, *, seed: int) -> npt.NDArray[np.uint8]:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, 52), dtype=np.float32), axis=1)[:, :size].astype(np.uint8)


def hands_of_every_rank_multiset() -> npt.NDArray[np.uint8]:
    """One hand of seven without a flush for each multiset of ranks."""
    ranks = filter(is_possible, combinations_with_replacement(range(13), 7))
    return np.array([hand_of_ranks(hand) for hand in ranks], np.uint8)


def hands_of_every_flush_mask() -> npt.NDArray[np.uint8]:
    """One hand of seven for each set of five, six or seven ranks in hearts, filled with low cards of other suits."""
    return np.array(
        [
            [rank * 4 + 2 for rank in ranks] + [0, 1][: 7 - size]
            for size in (5, 6, 7)
            for ranks in combinations(range(13), size)
        ],
        np.uint8,
    )


def test_every_multiset_of_ranks_and_every_flush_mask_ranks_as_the_judge_says() -> None:
    plain, flushes = hands_of_every_rank_multiset(), hands_of_every_flush_mask()
    assert (len(plain), len(flushes)) == (49205, 4719)
    for hands in (plain, flushes):
        np.testing.assert_array_equal(batch.ranks7(hands), judge_ranks(hands))


def test_every_five_card_rank_is_what_the_judge_says() -> None:
    hands = one_hand_of_each_five_card_rank()
    np.testing.assert_array_equal(batch.ranks5(hands), judge_ranks(hands))


def test_all_five_card_hands_have_the_published_counts(exact: dict[str, Any]) -> None:
    ranks = batch.ranks5(all_five_card_hands())
    expected = exact["five_card_hands"]
    assert np.bincount(batch.categories(ranks), minlength=10).tolist() == [expected[key] for key in KEYS]
    assert len(np.unique(ranks)) == expected["distinct_values"]


def test_all_seven_card_hands_have_the_published_counts(exact: dict[str, Any]) -> None:
    counts = count_seven_card_hands(threads=2)
    edges = [*CATEGORY_FLOORS, 7463]
    expected = exact["seven_card_hands"]
    assert int(counts.sum()) == expected["total"]
    assert {key: int(counts[edges[at] : edges[at + 1]].sum()) for at, key in enumerate(KEYS)} == {
        key: expected[key] for key in KEYS
    }
    assert np.count_nonzero(counts) == expected["distinct_values"]


@pytest.mark.parametrize("size", [6, 7])
def test_a_hand_is_its_best_five(size: int) -> None:
    hands = random_hands(20_000, size, seed=size)
    fives = [batch.ranks5(hands[:, list(five)]) for five in combinations(range(size), 5)]
    whole = batch.ranks7(hands) if size == 7 else batch.ranks6(hands)
    np.testing.assert_array_equal(whole, np.max(fives, axis=0))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_the_readable_evaluator(size: int) -> None:
    hands = random_hands(20_000, size, seed=size + 10)
    rank = {5: batch.ranks5, 6: batch.ranks6, 7: batch.ranks7}[size]
    assert rank(hands).tolist() == [ranking.rank(hand) for hand in hands.tolist()]


def test_renaming_suits_and_reordering_cards_changes_nothing() -> None:
    hands = random_hands(20_000, 7, seed=3)
    ranks = batch.ranks7(hands)
    for names in ([1, 0, 3, 2], [3, 0, 1, 2]):
        renamed = (hands & 0xFC) | np.array(names, np.uint8)[hands & 3]
        np.testing.assert_array_equal(batch.ranks7(renamed[:, ::-1]), ranks)


@pytest.mark.parametrize(
    "board", ["2c7dJhQsKs", "2c7cJhQsKc", "2c2d2h2s3c", "TsJsQsKsAs", "2h3h4h5h9c", "AcAdKhKs5c", "5d6d7d8s8d"]
)
def test_a_board_with_all_its_pairs(board: str) -> None:
    cards = parse_cards(board)
    pairs, ranks = batch.pair_ranks(cards)
    assert len({tuple(pair) for pair in pairs.tolist()}) == batch.PAIR_COUNT
    hands = np.concatenate([np.tile(np.array(cards, np.uint8), (batch.PAIR_COUNT, 1)), pairs], axis=1)
    np.testing.assert_array_equal(ranks, batch.ranks7(hands))


def test_categories_stand_at_the_floors() -> None:
    floors = np.array(CATEGORY_FLOORS, np.uint16)
    assert batch.categories(floors).tolist() == list(range(10))
    assert batch.categories(floors[1:] - 1).tolist() == list(range(9))


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ([[0, 1, 2, 3, 4, 5, 52]], "hand 0 is .* 0 to 51"),
        ([[0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 5]], "hand 1 is .*, 5, 5.* at most once"),
        (np.array([[0, 1, 2, 3, 4, 5, 255]], np.uint8), "hand 0 is .*255"),
        ([[0, 1, 2, 3, 4, 5, -1]], "-1 in hand 0 is not a card number"),
        ([[0, 1, 2, 3, 4, 5]], r"shape \(hands, 7\), not \(1, 6\)"),
        ([0, 1, 2, 3, 4, 5, 6], r"shape \(hands, 7\), not \(7,\)"),
        ([[0.0, 1, 2, 3, 4, 5, 6]], "not .* of float64"),
    ],
)
def test_refuses_what_is_no_hand(cards: npt.ArrayLike, sentence: str) -> None:
    with pytest.raises(CardError, match=sentence):
        batch.ranks7(cards)


def test_no_hands_have_no_ranks() -> None:
    assert batch.ranks7(np.zeros((0, 7), np.uint8)).tolist() == []


def test_the_stored_tables_are_what_the_builder_makes(tmp_path: Path) -> None:
    build(tmp_path / "tables.bin")
    assert sha256((tmp_path / "tables.bin").read_bytes()).digest() == sha256(STORED.read_bytes()).digest()


def test_a_changed_table_is_refused(tmp_path: Path) -> None:
    content = bytearray(STORED.read_bytes())
    content[-1] ^= 1
    (tmp_path / "tables.bin").write_bytes(content)
    with pytest.raises(RuntimeError, match=r"tables\.bin is not the file"):
        read_tables(tmp_path / "tables.bin")


def test_works_where_compiled_code_can_be_kept_nowhere(tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from numba.core import caching\n"
        "caching.CacheImpl._locator_classes = []\n"
        "from casino_table.hands.batch import ranks7\n"
        "print(ranks7([[51, 47, 43, 39, 35, 0, 1]])[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path.cwd())], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "7462\n"


def test_compiled_code_is_kept_only_while_no_source_of_any_kernel_changes(tmp_path: Path) -> None:
    for folder in ("hands", "odds"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kernels.py").write_text("a")
    (tmp_path / "hands" / "tables.bin").write_bytes(b"a")
    stamps = [batch.source_stamp(tmp_path)]
    (tmp_path / "odds" / "inner").mkdir()
    for name in ("hands/kernels.py", "odds/kernels.py", "hands/tables.bin", "odds/inner/more.py"):
        (tmp_path / name).write_text("ab")
        stamps.append(batch.source_stamp(tmp_path))
    assert len(set(stamps)) == len(stamps)
    kept = batch.ranks7_unchecked._cache._cache_file._source_stamp  # type: ignore[attr-defined]
    assert kept == batch.source_stamp(Path(batch.__file__).parents[1])


def test_compiling_is_told_once() -> None:
    told = []
    batch.tell_of_compiling(lambda: told.append("now"))
    for _ in range(2):
        assert numba.njit(lambda number: number + 1)(1) == 2
    assert told == ["now"]
