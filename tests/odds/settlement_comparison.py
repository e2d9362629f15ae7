"""Settle random boxes of every kind with both settlements, for people and for arrays, and compare every line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from casino_table.game.deal import Deal
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.paytable import CATEGORY_KEYS, HAND_MINIMUMS, Paytable, parse_paytable
from casino_table.game.settlement import settle
from casino_table.game.settlement_types import BoxStake, Decision, Play, Wager
from casino_table.hands.batch import ranks5, ranks7
from casino_table.odds.batch_settlement import Boxes, settle_boxes

BOXES = 6
DEALS_OF_A_PAYTABLE = 500


def compare(boxes: int, *, seed: int) -> int:
    """Settle at least so many boxes in both ways, each paytable a few hundred deals, and return how many there were."""
    rng = np.random.default_rng(seed)
    done = 0
    while done < boxes:
        paytable, limits = random_paytable(rng), random_limits(rng)
        decks = np.argsort(rng.random((DEALS_OF_A_PAYTABLE, 52)), axis=1)[:, : 2 * BOXES + 7].astype(np.uint8)
        # Some boxes stay empty, some fold, a few have no bonus; stakes from one minor unit up.
        is_used = rng.random((DEALS_OF_A_PAYTABLE, BOXES)) < 0.8
        antes = rng.integers(1, 10 ** rng.integers(1, 9), (DEALS_OF_A_PAYTABLE, BOXES))
        bonuses = rng.integers(0, 10**4, (DEALS_OF_A_PAYTABLE, BOXES)) * (paytable.bonus is not None)
        folds = rng.random((DEALS_OF_A_PAYTABLE, BOXES)) < 0.25
        plain = list(settle_plainly(paytable, limits, decks, is_used, antes, bonuses, folds))
        returned = settle_in_batch(paytable, limits, decks, is_used, antes, bonuses, folds)
        np.testing.assert_array_equal(returned, plain, err_msg=f"{paytable.to_document()} {limits}")
        done += len(plain)
    return done


def settle_plainly(
    paytable: Paytable,
    limits: Limits,
    decks: npt.NDArray[np.uint8],
    is_used: npt.NDArray[np.bool_],
    antes: npt.NDArray[np.int64],
    bonuses: npt.NDArray[np.int64],
    folds: npt.NDArray[np.bool_],
) -> Iterator[tuple[int, int, int]]:
    for row, deck in enumerate(decks.tolist()):
        boxes = [box for box in range(BOXES) if is_used[row, box]]
        a, b, c, d, e, f, g = deck[2 * BOXES :]
        holes = {box + 1: (deck[2 * box], deck[2 * box + 1]) for box in boxes}
        deal = Deal(holes, flop=(c, d, e), turn=f, river=g, dealer=(a, b))
        stakes = [
            BoxStake(
                box + 1,
                "p",
                Play.OPEN,
                int(antes[row, box]),
                int(bonuses[row, box]),
                Decision.FOLD if folds[row, box] else Decision.BET,
            )
            for box in boxes
        ]
        lines = settle(paytable, limits, deal, stakes)
        returned = {(line.box, line.wager): line.returned for line in lines}
        for box in boxes:
            yield tuple(returned.get((box + 1, wager), 0) for wager in Wager)  # type: ignore[misc]


def settle_in_batch(
    paytable: Paytable,
    limits: Limits,
    decks: npt.NDArray[np.uint8],
    is_used: npt.NDArray[np.bool_],
    antes: npt.NDArray[np.int64],
    bonuses: npt.NDArray[np.int64],
    folds: npt.NDArray[np.bool_],
) -> npt.NDArray[np.int64]:
    rows, boxes = np.nonzero(is_used)
    dealer, board = decks[rows, 2 * BOXES : 2 * BOXES + 2], decks[rows, 2 * BOXES + 2 :]
    holes = np.stack([decks[rows, 2 * boxes], decks[rows, 2 * boxes + 1]], axis=1)
    returned = settle_boxes(
        paytable,
        limits,
        Boxes(
            deals=rows,
            player_ranks=ranks7(np.hstack([holes, board])),
            dealer_ranks=ranks7(np.hstack([dealer, board])),
            bonus_ranks=ranks5(np.hstack([holes, board[:, :3]])),
            antes=antes[is_used],
            bonuses=bonuses[is_used],
            folded=folds[is_used],
        ),
    )
    # A folded box has no bet line, and one without a bonus no bonus line: both return nothing here.
    return np.stack([returned.ante, returned.bet, returned.bonus], axis=1)


def random_paytable(rng: np.random.Generator) -> Paytable:
    def odds() -> str:
        return f"{rng.integers(0, 10 ** rng.integers(1, 4))}:{rng.integers(1, 10 ** rng.integers(1, 3))}"

    def schedule() -> dict[str, str]:
        named = [key for key in CATEGORY_KEYS if rng.random() < 0.6]
        return {key: odds() for key in named} | {"otherwise": odds()}

    document: dict[str, object] = {
        "format": "casino-table/paytable/1",
        "name": "random",
        "rules": {
            "dealer_qualifies": str(rng.choice(list(HAND_MINIMUMS))),
            "player_minimum": str(rng.choice(["any hand", *HAND_MINIMUMS])),
            "bet_multiple": int(rng.integers(1, 6)),
            "ante_without_qualification": str(rng.choice(["even", "by_table", "push"])),
            "bonus_after_fold": str(rng.choice(["stands", "lost"])),
            "rounding": str(rng.choice(["down", "up", "nearest"])),
        },
        "ante": schedule(),
    }
    if rng.random() < 0.5:
        document["bet"] = schedule()
    if rng.random() < 0.8:
        rows = {key: odds() for key in CATEGORY_KEYS[:7] if rng.random() < 0.8}
        pair = str(rng.choice(["pair", "pair_of_twos", "pair_of_nines", "pair_of_aces"]))
        document["bonus"] = rows | {"two_pair": odds(), pair: odds()}
    return parse_paytable(document)


def random_limits(rng: np.random.Generator) -> Limits:
    return Limits(
        max_payout=None if rng.random() < 0.3 else int(rng.integers(1, 10 ** rng.integers(2, 10))),
        max_payout_scope=MaxPayoutScope.DEAL if rng.random() < 0.5 else MaxPayoutScope.BOX,
        payout_unit=int(rng.choice([1, 1, 5, 100, 2500])),
    )
