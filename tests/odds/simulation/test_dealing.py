"""Dealing: the published random words, an independent model of the whole deal, and fair cards."""

from __future__ import annotations

import numpy as np
import pytest

from casino_table.odds.simulation.chi_square import chi_square_tail
from casino_table.odds.simulation.dealing import deal, mix, rejections, start_of
from casino_table.odds.simulation.plan import kernel_rules
from casino_table.odds.simulation.rounds import replay
from tests.odds.simulation.conftest import CreatePlan

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
# Published with SplitMix64 for the seed 1234567 (rosettacode.org, "Pseudo-random numbers/Splitmix64").
PUBLISHED = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)


def model_mix(word: int) -> int:
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def model_deal(start: int, number: int, limits: list[int], cards: int) -> list[int]:
    deck = list(range(52))
    for place, first in enumerate(range(0, cards, 7)):
        word = model_mix((start + (8 * number + place + 1) * GAMMA) & WORD)
        sizes = [52 - card for card in range(first, min(first + 7, cards))]
        while True:
            fraction, picks = word >> 6, []
            for size in sizes:
                pick, fraction = divmod(fraction * size, 1 << 58)
                picks.append(pick)
            if fraction >= limits[place]:
                break
            word = model_mix((word + GAMMA) & WORD)
        for step, pick in enumerate(picks):
            last = 51 - first - step
            deck[pick], deck[last] = deck[last], deck[pick]
    return deck[52 - cards :][::-1]


def test_the_words_are_those_of_splitmix64() -> None:
    words = [int(mix(np.uint64((1234567 + (place + 1) * GAMMA) & WORD))) for place in range(5)]
    assert words == list(PUBLISHED)


@pytest.mark.parametrize("cards", [9, 13, 14, 19, 21])
@pytest.mark.parametrize("least", [0, 1 << 57])
def test_a_round_is_dealt_as_the_model_deals(cards: int, least: int) -> None:
    # With the high limit every second word is drawn anew, which in play happens once in millions.
    limits = np.maximum(rejections(cards), np.uint64(least))
    start, out = start_of(99), np.zeros(3 * cards, np.uint8)
    for number in (*range(0, 99, 3), 2**40):
        deal(start, np.uint64(number), np.uint64(3), limits, out, np.uint64(cards))
        for place, dealt in enumerate(out.reshape(3, cards).tolist()):
            assert dealt == model_deal(int(start), number + place, limits.tolist(), cards)
            assert len(set(dealt)) == cards


def test_more_boxes_leave_the_cards_of_the_others_as_they_are(create_plan: CreatePlan) -> None:
    few, many = (replay(kernel_rules(create_plan(boxes=boxes)), 0, 50).cards for boxes in (2, 7))
    np.testing.assert_array_equal(few, many[:, : few.shape[1]])


def test_every_card_is_as_likely_in_every_place(create_plan: CreatePlan) -> None:
    rounds = 60_000
    cards = replay(kernel_rules(create_plan(boxes=7)), 0, rounds).cards
    for place in range(21):
        counts = np.bincount(cards[:, place], minlength=52)
        assert chi_square_tail(float(((counts - rounds / 52) ** 2).sum() * 52 / rounds), 51) > 1e-4, place
    # Two cards of one word, and of two words.
    for one, other in ((0, 6), (6, 7), (0, 20), (7, 8)):
        pairs = np.bincount(cards[:, one] * np.int64(52) + cards[:, other], minlength=2704)
        pairs = pairs[np.arange(2704) // 52 != np.arange(2704) % 52]
        expected = rounds / 2652
        assert chi_square_tail(float(((pairs - expected) ** 2).sum() / expected), 2651) > 1e-4, (one, other)


def test_seeds_and_rounds_differ(create_plan: CreatePlan) -> None:
    deals = {
        tuple(row)
        for seed in (0, 1, 2**64 - 1)
        for row in replay(kernel_rules(create_plan(seed=seed)), 0, 200).cards.tolist()
    }
    assert len(deals) == 600
