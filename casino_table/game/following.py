"""What follows by itself in a round: first what binds people, then what the seeds bring out.

The two are kept apart because nobody may learn a card while an act that it could be judged by can still be lost: what
binds is written and durable before the house's seed is opened for what it leads to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from casino_table.game import actions
from casino_table.game.operations import Operation
from casino_table.game.round import Phase, Round

Step: TypeAlias = tuple[Round, Operation]


def next_binding(state: Round, *, at_us: int) -> Step | None:
    """Return the next step that needs no seed, or None: bets close, or the box that is out of time folds."""
    if actions.can_close_bets(state, at_us=at_us):
        return actions.close_bets(state, at_us=at_us)
    if actions.can_fold_overdue(state, at_us=at_us):
        return actions.fold_overdue(state, at_us=at_us)
    return None


def next_unfolding(state: Round, server_seed: Callable[[], bytes], *, at_us: int) -> Step | None:
    """Return the next step that the house's seed decides, or None: the deal, bonuses, showdown, settlement."""
    if actions.can_deal(state, at_us=at_us):
        return actions.deal(state, server_seed(), at_us=at_us)
    if actions.can_check_bonuses(state):
        return actions.check_bonuses(state, server_seed(), at_us=at_us)
    if actions.can_show_down(state):
        return actions.show_down(state, server_seed(), at_us=at_us)
    if actions.can_finish(state):
        return actions.finish(state, server_seed(), at_us=at_us)
    return None


def has_more(state: Round, *, at_us: int) -> bool:
    """Say whether anything follows by itself now."""
    return (
        state.phase in {Phase.BONUSES, Phase.SHOWDOWN}
        or actions.can_close_bets(state, at_us=at_us)
        or actions.can_deal(state, at_us=at_us)
        or actions.can_fold_overdue(state, at_us=at_us)
    )


def leads_to(state: Round, *, at_us: int) -> tuple[Phase, int | None]:
    """Return the phase and the box in turn once all that follows has been done; no card has a say in either."""
    if actions.can_deal(state, at_us=at_us):
        first = next((stake.box for stake in state.stakes if stake.is_waiting), None)
        return (Phase.SETTLED, None) if first is None else (Phase.DECIDING, first)
    if state.phase in {Phase.BONUSES, Phase.SHOWDOWN}:
        return Phase.SETTLED, None
    return state.phase, state.turn
