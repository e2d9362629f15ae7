"""The exact counts of thousands of states, for every qualifying hand, against playing every continuation out."""

from __future__ import annotations

import numpy as np
import pytest

from casino_table.game.paytable import HAND_MINIMUMS
from casino_table.odds.decision import count_continuations
from casino_table.odds.enumeration import CONTINUATIONS, count_outcomes
from casino_table.odds.states import STATE_COUNT, build_states

STATES = 3_000


@pytest.mark.parametrize("dealer_qualifies", list(HAND_MINIMUMS))
def test_states_count_as_playing_everything_out_does(dealer_qualifies: str) -> None:
    rng = np.random.default_rng(len(dealer_qualifies))
    minimum = HAND_MINIMUMS[str(rng.choice(list(HAND_MINIMUMS)))]
    counts = count_outcomes(HAND_MINIMUMS[dealer_qualifies].rank, minimum.rank, threads=2)
    for state in rng.integers(0, STATE_COUNT, STATES).tolist():
        hand = build_states().cards[state].tolist()
        played = count_continuations(hand[:2], hand[2:], (), counts.qualifying_rank, counts.minimum_rank)
        assert counts.table[state].tolist() == played[:-1], (hand, minimum.text)
        assert sum(played) == CONTINUATIONS
