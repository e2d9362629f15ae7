"""Stakes and plays that a table does not allow."""

from __future__ import annotations

import pytest

from casino_table.game.limits import Limits
from casino_table.game.settlement import BoxStake, Decision, Play, Wager
from casino_table.game.table_rules import bet_breaches, limit_breaches, play_breaches

LIMITS = Limits(ante_min=500, ante_max=10_000, ante_step=250, bonus_min=100, bonus_max=400, bonus_step=100, boxes=6)


def create_box(
    box: int = 1, *, player: str = "p", ante: int = 500, bonus: int = 0, is_blind: bool = False, bet: int | None = None
) -> BoxStake:
    if is_blind:
        return BoxStake(box, player, Play.BLIND, ante, bonus=bonus, bet=bet)
    return BoxStake(box, player, Play.OPEN, ante, bonus=bonus, decision=Decision.BET, bet=bet)


@pytest.mark.parametrize(
    ("stake", "limits", "told"),
    [
        (create_box(), LIMITS, []),
        (create_box(ante=10_000, bonus=400), LIMITS, []),
        (create_box(ante=750), LIMITS, []),
        (create_box(ante=499), LIMITS, [(Wager.ANTE, "the ante of 499 is below the minimum of 500")]),
        (create_box(ante=10_250), LIMITS, [(Wager.ANTE, "the ante of 10250 is above the maximum of 10000")]),
        (create_box(ante=600), LIMITS, [(Wager.ANTE, "the ante of 600 is off the steps of 250 from 500")]),
        (create_box(bonus=50), LIMITS, [(Wager.BONUS, "the bonus of 50 is below the minimum of 100")]),
        (create_box(bonus=500), LIMITS, [(Wager.BONUS, "the bonus of 500 is above the maximum of 400")]),
        (create_box(bonus=150), LIMITS, [(Wager.BONUS, "the bonus of 150 is off the steps of 100 from 100")]),
        (create_box(7), LIMITS, [(Wager.ANTE, "box 7 is not among the table's 6 boxes")]),
        (create_box(ante=600), Limits(ante_step=250), [(Wager.ANTE, "the ante of 600 is off the steps of 250 from 0")]),
        (create_box(7, ante=1, bonus=1), Limits(), []),
    ],
)
def test_limits(stake: BoxStake, limits: Limits, told: list[tuple[Wager, str]]) -> None:
    found = list(limit_breaches(limits, [stake]))
    assert [(breach.wager, str(breach.sentence)) for breach in found] == told
    assert {breach.box for breach in found} <= {stake.box}


@pytest.mark.parametrize(
    ("stake", "is_wrong"),
    [
        (create_box(), False),
        (create_box(bet=1_000), False),
        (create_box(bet=999), True),
        (create_box(bet=0), True),
        (create_box(is_blind=True, bet=1_500), True),
        (BoxStake(1, "p", Play.OPEN, 500, decision=Decision.FOLD), False),
        (BoxStake(1, "p", Play.OPEN, 500, decision=Decision.FOLD, bet=0), False),
    ],
)
def test_bets(stake: BoxStake, *, is_wrong: bool) -> None:
    found = list(bet_breaches([stake], bet_multiple=2))
    assert [breach.wager for breach in found] == [Wager.BET] * is_wrong


OPEN_1, OPEN_2, OPEN_3 = create_box(1), create_box(2), create_box(3)
BLIND_2, BLIND_3 = create_box(2, is_blind=True), create_box(3, is_blind=True)


@pytest.mark.parametrize(
    ("limits", "boxes", "told"),
    [
        (Limits(), [OPEN_1, OPEN_2, BLIND_3], []),
        (Limits(), [OPEN_1, BLIND_2, BLIND_3], []),
        (Limits(), [create_box(1, is_blind=True)], []),
        (Limits(), [OPEN_3, OPEN_1, OPEN_2], [(3, None, "box 3 is open box number 3 of its player; 2 may be open")]),
        (Limits(open_boxes_per_player=3), [OPEN_1, OPEN_2, OPEN_3], []),
        (Limits(open_boxes_per_player=1), [OPEN_1, OPEN_2],
         [(2, None, "box 2 is open box number 2 of its player; 1 may be open")]),
        (Limits(open_boxes_per_player=0), [OPEN_1],
         [(1, None, "box 1 is open box number 1 of its player; 0 may be open")]),
        (Limits(), [OPEN_1, BLIND_2, OPEN_3],
         [(3, None, "box 3 is open above box 2 of the same player, which is blind")]),
        (Limits(), [OPEN_1, create_box(2, player="q", is_blind=True), OPEN_3], []),
        (Limits(), [OPEN_1, OPEN_2, create_box(3, player="q"), create_box(4, player="q")], []),
        (Limits(), [OPEN_1, create_box(2, ante=501)], []),
        (Limits(equal_stakes=True), [OPEN_1, create_box(2, bonus=5)], []),
        (Limits(equal_stakes=True), [OPEN_1, create_box(2, player="q", ante=501)], []),
        (Limits(equal_stakes=True), [create_box(2, ante=501), OPEN_1],
         [(2, Wager.ANTE, "the ante is 501, but 500 on box 1 of the same player; this table demands equal antes")]),
    ],
)  # fmt: skip
def test_plays(limits: Limits, boxes: list[BoxStake], told: list[tuple[int, Wager | None, str]]) -> None:
    found = play_breaches(limits, boxes)
    assert [(breach.box, breach.wager, str(breach.sentence)) for breach in found] == told
