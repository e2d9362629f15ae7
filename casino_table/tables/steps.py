"""The order in which the end of a round is shown: bonuses, turn, river, dealer, then box by box, then the sum."""

from __future__ import annotations

from dataclasses import dataclass

from casino_table.game.round import Round


@dataclass(frozen=True, slots=True)
class Steps:
    """Hold at which step each thing is shown; 0 is at once."""

    bonus: dict[int, int]
    turn: int
    river: int
    dealer: int
    boxes: dict[int, int]
    last: int


def steps_of(state: Round) -> Steps:
    """Return the steps of a finished round; none for any other."""
    if not state.phase.is_over or not state.flop:
        return Steps({}, 0, 0, 0, {}, 0)
    step = 0
    bonus: dict[int, int] = {}
    for stake in state.stakes:
        if stake.bonus and state.are_bonuses_settled:
            step += 1
            bonus[stake.box] = step
    if state.dealer:
        turn, river, dealer = step + 1, step + 2, step + 3
        step += 3
    else:
        turn = river = dealer = 0
    boxes: dict[int, int] = {}
    for box in state.boxes_in_play if state.dealer else ():
        step += 1
        boxes[box] = step
    return Steps(bonus, turn, river, dealer, boxes, step + 1)
