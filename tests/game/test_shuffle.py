"""The shuffle: the vectors, what the scheme refuses, and that no card prefers a position."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from casino_table.cards import DECK, card_texts
from casino_table.game.shuffle import (
    Contribution,
    ShuffleError,
    client_commitment,
    commitment,
    contributions_digest,
    deck_digest,
    deck_from_words,
    lp,
    shuffle_deck,
    shuffle_key,
)
from tests.shuffle_statistics import deviations_from_even

VECTORS = json.loads((Path(__file__).parents[1] / "reference" / "shuffle_vectors.json").read_text())["cases"]
SEED = bytes(range(32))
TELLING = 3
"""Standard deviations that chance passes once in 700 times; the decks of these tests are always the same ones."""


def contributions_of(vector: dict[str, Any]) -> list[Contribution]:
    return [
        Contribution(client["box"], client["player"], bytes.fromhex(client["client_seed"]))
        for client in vector["clients"]
    ]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['table']}-{vector['round']}")
def test_vectors(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["server_seed"])
    contributions = contributions_of(vector)
    digest = contributions_digest(contributions)
    deck = shuffle_deck(seed, vector["table"], vector["round"], contributions)
    assert commitment(seed).hex() == vector["commitment"]
    assert digest.hex() == vector["contributions"]
    assert shuffle_key(seed, vector["table"], vector["round"], digest).hex() == vector["key"]
    assert " ".join(card_texts(deck)) == vector["deck"]
    assert deck_digest(deck).hex() == vector["deck_sha256"]
    for client in vector["clients"]:
        seed = bytes.fromhex(client["client_seed"])
        assert client_commitment(client["box"], client["player"], seed).hex() == client["client_commitment"]


def test_contributions_are_ordered_by_box() -> None:
    contributions = contributions_of(VECTORS[0])
    assert contributions_digest(contributions[::-1]) == contributions_digest(contributions)


def test_a_seed_that_was_not_revealed_is_replaced_by_its_commitment() -> None:
    promise = client_commitment(1, "p", bytes(16))
    deck = shuffle_deck(SEED, "T", 1, [Contribution(1, "p", promise)])
    assert sorted(deck) == list(DECK)
    assert deck != shuffle_deck(SEED, "T", 1, [Contribution(1, "p", bytes(16))])


@pytest.mark.parametrize("change", [("U", 1), ("T", 2)])
def test_table_and_round_are_part_of_the_deck(change: tuple[str, int]) -> None:
    assert shuffle_deck(SEED, *change, []) != shuffle_deck(SEED, "T", 1, [])


def test_parts_cannot_be_shifted_into_each_other() -> None:
    assert lp("ab", "c") != lp("a", "bc")
    assert lp(b"") != lp()


def test_words_that_would_favour_a_card_are_skipped() -> None:
    # 2^32 is 4,294,967,296 = 52 x 82,595,524 + 48, so for the first swap the last 48 words are skipped.
    last_good = 2**32 - 48 - 1
    rest = [0] * 50
    assert deck_from_words([last_good + 1, 2**32 - 1, last_good, *rest]) == deck_from_words([last_good, *rest])
    assert deck_from_words([last_good, *rest])[51] == 51
    assert deck_from_words([0, *rest])[51] == 0
    # The last swap is between two cards; 2^32 is even, so no word is skipped there.
    assert deck_from_words([0] * 50 + [2**32 - 1]) != deck_from_words([0] * 51)


def test_a_stream_that_ends_too_early_makes_no_deck() -> None:
    with pytest.raises(AssertionError, match="ended"):
        deck_from_words([0] * 50)


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_server_seed_is_32_bytes(length: int) -> None:
    with pytest.raises(ShuffleError, match=f"server seed is 32 bytes, not {length}"):
        shuffle_deck(bytes(length), "T", 1, [])
    with pytest.raises(ShuffleError, match=f"server seed is 32 bytes, not {length}"):
        commitment(bytes(length))


@pytest.mark.parametrize("length", [0, 15, 17, 31, 33])
def test_a_client_seed_is_16_bytes_or_the_32_of_a_commitment(length: int) -> None:
    with pytest.raises(ShuffleError, match=f"16 or 32 bytes, not {length}"):
        shuffle_deck(SEED, "T", 1, [Contribution(1, "p", bytes(length))])


def test_only_16_bytes_are_committed_to() -> None:
    with pytest.raises(ShuffleError, match="client seed is 16 bytes, not 32"):
        client_commitment(1, "p", bytes(32))


@pytest.mark.parametrize("box", [0, 8, -1])
def test_boxes_are_1_to_7(box: int) -> None:
    with pytest.raises(ShuffleError, match=f"boxes are 1 to 7, not {box}"):
        shuffle_deck(SEED, "T", 1, [Contribution(box, "p", bytes(16))])
    with pytest.raises(ShuffleError, match=f"boxes are 1 to 7, not {box}"):
        client_commitment(box, "p", bytes(16))


def test_nobody_contributes_twice() -> None:
    with pytest.raises(ShuffleError, match="box 2 contributes twice"):
        contributions_digest([Contribution(2, "p", bytes(16)), Contribution(2, "q", bytes(16))])
    with pytest.raises(ShuffleError, match="the player of box 3 contributes twice"):
        contributions_digest([Contribution(3, "p", bytes(16)), Contribution(2, "p", bytes(16))])


@pytest.mark.parametrize("number", [-1, 2**64])
def test_a_round_number_fits_eight_bytes(number: int) -> None:
    with pytest.raises(ShuffleError, match="a round number is 0 to"):
        shuffle_deck(SEED, "T", number, [])
    shuffle_deck(SEED, "T", 2**64 - 1, [])


def decks(count: int) -> Iterator[tuple[int, ...]]:
    for number in range(count):
        yield shuffle_deck(sha256(b"%d" % number).digest(), "T", number, [])


def naive_decks(count: int) -> Iterator[tuple[int, ...]]:
    """Swap each position with any of the 52: the beginner's shuffle."""
    chance = random.Random(1)
    for _ in range(count):
        deck = list(DECK)
        for index in DECK:
            other = chance.randrange(52)
            deck[index], deck[other] = deck[other], deck[index]
        yield tuple(deck)


def byte_decks(count: int) -> Iterator[tuple[int, ...]]:
    """Shuffle rightly, but with a byte modulo n for each swap."""
    chance = random.Random(1)
    for _ in range(count):
        deck = list(DECK)
        for index in range(51, 0, -1):
            other = chance.randrange(256) % (index + 1)
            deck[index], deck[other] = deck[other], deck[index]
        yield tuple(deck)


def test_no_card_prefers_a_position() -> None:
    assert abs(deviations_from_even(decks(10_000))) < TELLING


def test_the_measure_finds_a_naive_shuffle_and_a_byte_modulo() -> None:
    assert deviations_from_even(naive_decks(500)) > TELLING
    assert deviations_from_even(byte_decks(4_000)) > TELLING
