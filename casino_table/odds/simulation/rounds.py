"""Single rounds of a simulation in the table's own terms: dealt again by number, settled by the table's settlement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from casino_table.errors import CasinoTableError
from casino_table.game.deal import Deal
from casino_table.game.limits import Limits
from casino_table.game.paytable import Paytable
from casino_table.game.record_writing import record_document
from casino_table.game.settlement import settle
from casino_table.game.settlement_types import BoxStake, Decision, Line, Play, Wager
from casino_table.odds.simulation.dealing import SHARED_CARDS
from casino_table.odds.simulation.plan import Plan, kernel_rules
from casino_table.odds.simulation.playing import Played, play_rounds, room_for
from casino_table.odds.simulation.rules import KernelRules
from casino_table.odds.simulation.sums import BLOCK_ROUNDS, new_sums
from casino_table.odds.states import find_state
from casino_table.text import message

PLAYER = "p1"
TABLE = "simulation"


class MismatchError(CasinoTableError):
    """Say that the simulation and the table's own settlement disagree: a fault of the program."""

    code = "simulation_mismatch"


@dataclass(frozen=True, slots=True)
class SimulatedRound:
    """Hold a round as the table would have it: number from 1, cards, stakes with decisions, and settlement lines."""

    number: int
    deal: Deal
    boxes: tuple[BoxStake, ...]
    lines: tuple[Line, ...]


def replay(rules: KernelRules, first: int, count: int) -> Played:
    """Return the rounds from number `first` (from 0) on as arrays."""
    played = room_for(count, int(rules.boxes))
    for start in range(0, count, BLOCK_ROUNDS):
        part = slice(start, min(start + BLOCK_ROUNDS, count))
        rows = Played(played.cards[part], played.folded[part], played.main[part], played.bonus[part])
        play_rounds(rules, np.int64(first + start), np.int64(len(rows.cards)), new_sums(), rows)
    return played


def simulated_rounds(plan: Plan) -> Iterator[SimulatedRound]:
    """Yield the rounds of a plan as the table settles them; each is held against what the simulation counted."""
    rules = kernel_rules(plan)
    for start in range(0, plan.rounds, BLOCK_ROUNDS // 16):
        played = replay(rules, start, min(BLOCK_ROUNDS // 16, plan.rounds - start))
        for row in range(len(played.cards)):
            yield _settled(plan, start + row, played, row)


def check(plan: Plan, rounds: int, *, played_rounds: int | None = None) -> int:
    """Settle rounds, evenly spread over those played, again with the table's settlement; return how many.

    Cards, decisions and what each box wins must be the same; a difference is refused by the number of its round.
    """
    total = plan.rounds if played_rounds is None else played_rounds
    rules, count = kernel_rules(plan), min(rounds, total)
    for place in range(count):
        number = place * total // count
        _settled(plan, number, replay(rules, number, 1), 0)
    return count


def _settled(plan: Plan, index: int, played: Played, row: int) -> SimulatedRound:
    """Return a round of arrays as the table settles it, or refuse it if the simulation did not settle it so."""
    cards, folded = played.cards[row].tolist(), played.folded[row].tolist()
    deal = _deal(cards, plan.boxes)
    boxes = tuple(_stake(plan, box, is_folded=folded[box - 1]) for box in range(1, plan.boxes + 1))
    lines = settle(plan.paytable, plan.limits, deal, boxes)
    main, bonus = [0] * plan.boxes, [0] * plan.boxes
    for line in lines:
        (bonus if line.wager is Wager.BONUS else main)[line.box - 1] += line.returned - line.stake
    decided = [not plan.strategy.bets[find_state(deal.boxes[box], cards[2:5])] for box in range(1, plan.open_boxes + 1)]
    expected = (main, bonus, decided + [False] * plan.blind_boxes)
    if expected != (played.main[row].tolist(), played.bonus[row].tolist(), folded):
        raise MismatchError(
            message("round {round}: simulation and settlement differ; please report this", round=index + 1)
        )
    if all(folded):
        deal = Deal(deal.boxes, flop=deal.flop)
    return SimulatedRound(index + 1, deal, boxes, lines)


def _deal(cards: list[int], boxes: int) -> Deal:
    holes = {box: (cards[SHARED_CARDS + 2 * box - 2], cards[SHARED_CARDS + 2 * box - 1]) for box in range(1, boxes + 1)}
    first, second, low, middle, high, turn, river = cards[:SHARED_CARDS]
    return Deal(holes, flop=(low, middle, high), turn=turn, river=river, dealer=(first, second))


def _stake(plan: Plan, box: int, *, is_folded: bool) -> BoxStake:
    if box > plan.open_boxes:
        return BoxStake(box, PLAYER, Play.BLIND, plan.ante, plan.bonus)
    decision = Decision.FOLD if is_folded else Decision.BET
    return BoxStake(box, PLAYER, Play.OPEN, plan.ante, plan.bonus, decision)


def round_document(
    plan: Plan, simulated: SimulatedRound, *, currency: str, paytable: Paytable | str | None = None
) -> dict[str, object]:
    """Return a round as a record that `audit` accepts; `paytable` is the name its reader knows it by, if any."""
    return record_document(
        number=f"{plan.seed}-{simulated.number}",
        table=TABLE,
        currency=currency,
        paytable=plan.paytable if paytable is None else paytable,
        limits=record_limits(plan),
        boxes=simulated.boxes,
        deal=simulated.deal,
        lines=simulated.lines,
    )


def record_limits(plan: Plan) -> Limits:
    """Return the limits of a plan as its records state them, with who plays open."""
    return replace(plan.limits, open_boxes_per_player=plan.open_boxes, boxes=plan.boxes)
