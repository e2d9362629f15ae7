"""The states: how many, what they stand for, and that exactly the hands that differ by suit names share one."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from casino_table.odds.states import FLOP_CLASS_COUNT, HANDS, STATE_COUNT, build_states, find_state


def same_up_to_suits(hole: list[int], flop: list[int]) -> tuple[tuple[int, ...], ...]:
    """The least of all 24 renamings: equal for two hands exactly if one is a renaming of the other."""
    renamed = []
    for names in permutations(range(4)):
        first, second = (tuple(sorted(card & ~3 | names[card & 3] for card in part)) for part in (hole, flop))
        renamed.append((first, second))
    return min(renamed)


def test_there_are_as_many_as_published_and_they_stand_for_all_hands() -> None:
    states = build_states()
    assert len(states.cards) == STATE_COUNT == 1_286_792
    assert int(states.flop_class.max()) + 1 == FLOP_CLASS_COUNT == 1_755
    assert int(states.multiplicity.sum(dtype=np.int64)) == HANDS == 25_989_600


def test_every_state_is_that_of_its_example() -> None:
    cards = build_states().cards
    for state in range(0, STATE_COUNT, 9973):
        hand = cards[state].tolist()
        assert find_state(hand[:2], hand[2:]) == state


def test_two_hands_share_a_state_exactly_if_suits_can_be_renamed() -> None:
    rng = np.random.default_rng(5)
    # Few ranks make renamings of the same hand likely.
    hands = [rng.permutation(12)[:5].tolist() for _ in range(4000)]
    by_state: dict[int, set[object]] = {}
    by_form: dict[object, set[int]] = {}
    for hand in hands:
        state, form = find_state(hand[:2], hand[2:]), same_up_to_suits(hand[:2], hand[2:])
        by_state.setdefault(state, set()).add(form)
        by_form.setdefault(form, set()).add(state)
    assert len(by_state) < len(hands) / 2
    assert {len(forms) for forms in by_state.values()} == {len(found) for found in by_form.values()} == {1}


def test_order_of_cards_does_not_matter() -> None:
    assert find_state((51, 7), (30, 12, 4)) == find_state((7, 51), (4, 30, 12))


def test_hole_cards_on_the_flop_are_no_state() -> None:
    assert find_state((51, 7), (51, 12, 4)) == -1
