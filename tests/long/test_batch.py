"""Every five-card hand against the judge, and ten million hands of seven against it and the readable evaluator."""

from __future__ import annotations

import numpy as np

from casino_table.hands import batch, ranking
from tests.hands.test_batch import all_five_card_hands, judge_ranks, random_hands


def test_all_five_card_hands_rank_as_the_judge_says() -> None:
    hands = all_five_card_hands()
    np.testing.assert_array_equal(batch.ranks5(hands), judge_ranks(hands))


def test_ten_million_hands_of_seven() -> None:
    for seed in range(20):
        hands = random_hands(500_000, 7, seed=seed)
        ranks = batch.ranks7(hands)
        np.testing.assert_array_equal(ranks, judge_ranks(hands))
        assert ranks.tolist() == list(map(ranking.rank, hands.tolist()))
