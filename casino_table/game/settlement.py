"""Settlement: what every wager of a round returns, as a pure function of cards, stakes, paytable and limits.

This is the one implementation of each rule. The live table, `settle`, `audit` and the checks of the simulator all
call it; the batch kernels are its independently written twin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec.structs import replace

from casino_table.errors import CasinoTableError
from casino_table.game.deal import Deal
from casino_table.game.limits import Limits, MaxPayoutScope
from casino_table.game.odds_ratio import EVEN, Odds
from casino_table.game.paytable_types import AnteWithoutQualification, BonusAfterFold, Paytable, Rules
from casino_table.game.schedule import EVERY_BET_EVEN, Schedule
from casino_table.game.settlement_types import (
    BoxStake,
    Decision,
    Line,
    Outcome,
    Play,
    Reason,
    Wager,
    reason_sentence,
)
from casino_table.hands.ranking import rank, rank7
from casino_table.text import message

__all__ = [
    "BoxStake",
    "Decision",
    "Line",
    "Outcome",
    "Play",
    "Reason",
    "SettlementError",
    "Wager",
    "largest_return",
    "reason_sentence",
    "settle",
    "settle_bonuses",
    "settle_void",
]

_Row: TypeAlias = tuple[str | None, Odds]

_EVEN_MONEY: Final[_Row] = (None, EVEN)
_ANTE, _BET, _BONUS = Wager.ANTE, Wager.BET, Wager.BONUS
_OPEN: Final = Play.OPEN
_FOLD: Final = Decision.FOLD
_WIN: Final = Outcome.WIN
_box_of: Final = attrgetter("box")
_LOSE: Final = Outcome.LOSE
_PUSH: Final = Outcome.PUSH
_FOLDED: Final = Reason.FOLDED
_NO_GAME: Final = Reason.DEALER_NOT_QUALIFIED


class SettlementError(CasinoTableError):
    """Refuse to settle what is not complete: a card or a decision that is not there, a bonus that is not offered."""

    code = "settlement"


def settle(paytable: Paytable, limits: Limits, deal: Deal, boxes: Iterable[BoxStake]) -> tuple[Line, ...]:
    """Return the lines of a finished round, in box order, then ante, bet, bonus (docs/rules.md, 6)."""
    stakes = _in_box_order(boxes)
    dealer: int | None = None
    board: tuple[int, ...] = ()
    lines: list[Line] = []
    for stake in stakes:
        if stake.decision is _FOLD:
            lines.append(_lost(stake.box, _ANTE, stake.ante, _FOLDED))
            continue
        if stake.decision is None and stake.play is _OPEN:
            raise SettlementError(message("box {box} is open and has not decided", box=stake.box))
        if dealer is None:
            board, dealer = _board_and_dealer(deal)
        lines += _settle_box(paytable, limits.payout_unit, stake, rank7(*_hole(deal, stake), *board), dealer)
    return _merged(_cut_to_cap(lines, limits), settle_bonuses(paytable, limits, deal, stakes))


def settle_bonuses(paytable: Paytable, limits: Limits, deal: Deal, boxes: Iterable[BoxStake]) -> tuple[Line, ...]:
    """Return the bonus lines alone, as in `settle`; turn, river and dealer need not be known (docs/rules.md, 4)."""
    lines = [_settle_bonus(paytable, limits.payout_unit, deal, stake) for stake in _in_box_order(boxes) if stake.bonus]
    return tuple(_cut_to_cap(lines, limits))


def settle_void(
    paytable: Paytable, limits: Limits, deal: Deal | None, boxes: Iterable[BoxStake], *, bonuses_settled: bool
) -> tuple[Line, ...]:
    """Return the lines of a void round: every stake goes back, and a bonus already settled as won stays paid.

    An open box without a decision has no bet, unless one is stated, which then goes back too (docs/rules.md, 7).
    """
    stakes = _in_box_order(boxes)
    lines = []
    for stake in stakes:
        lines.append(_returned(stake.box, _ANTE, stake.ante, Reason.VOID))
        if bet := stake.bet_made(paytable.rules.bet_multiple):
            lines.append(_returned(stake.box, _BET, bet, Reason.VOID))
    bonuses = [_returned(stake.box, _BONUS, stake.bonus, Reason.VOID) for stake in stakes if stake.bonus]
    if bonuses_settled:
        settled = settle_bonuses(paytable, limits, deal or Deal({}), stakes)
        bonuses = [line if line.outcome is _WIN else back for line, back in zip(settled, bonuses, strict=True)]
    return _merged(lines, bonuses)


def largest_return(paytable: Paytable, limits: Limits, wager: Wager, stake: int) -> int:
    """Return the most that a wager of this stake can return, stake included, before any cap.

    The cap is left out on purpose: a line that was cut states its uncapped winnings too, and those must fit as well.
    """
    return stake + _largest_odds(paytable, wager).winnings(
        stake, rounding=paytable.rules.rounding, unit=limits.payout_unit
    )


def _largest_odds(paytable: Paytable, wager: Wager) -> Odds:
    if wager is _BET:
        return (paytable.bet or EVERY_BET_EVEN).largest_odds()
    if wager is _BONUS:
        return _bonus_schedule(paytable).largest_odds()
    largest = paytable.ante.largest_odds()
    return largest if largest.ratio > 1 else EVEN


def _bonus_schedule(paytable: Paytable) -> Schedule:
    if paytable.bonus is None:
        raise SettlementError(message("the paytable offers no bonus"))
    return paytable.bonus


def _in_box_order(boxes: Iterable[BoxStake]) -> list[BoxStake]:
    return sorted(boxes, key=_box_of)


def _merged(main: Sequence[Line], bonuses: Sequence[Line]) -> tuple[Line, ...]:
    """Put bonus lines behind the main lines of their box: the sort is stable, and ante and bet come first."""
    return tuple(sorted((*main, *bonuses), key=_box_of) if bonuses else main)


def _board_and_dealer(deal: Deal) -> tuple[tuple[int, ...], int]:
    """Return the five common cards and the rank of the dealer's hand."""
    if deal.dealer is None or deal.flop is None or deal.turn is None or deal.river is None:
        raise SettlementError(message("dealer, flop, turn and river are needed, for not every box has folded"))
    board = (*deal.flop, deal.turn, deal.river)
    return board, rank7(*deal.dealer, *board)


def _hole(deal: Deal, stake: BoxStake) -> tuple[int, int]:
    hole = deal.boxes.get(stake.box)
    if hole is None:
        raise SettlementError(message("the cards of box {box} are needed", box=stake.box))
    return hole


def _settle_box(paytable: Paytable, unit: int, stake: BoxStake, player: int, dealer: int) -> tuple[Line, ...]:
    """Return the lines of ante and bet of a box that has not folded, before any cap."""
    box, rules = stake.box, paytable.rules
    bet = stake.bet_made(rules.bet_multiple)
    if dealer < rules.dealer_qualifies.rank:
        lines = (_ante_without_game(paytable, unit, stake, player), _returned(box, _BET, bet, _NO_GAME))
    elif player > dealer:
        bet_row = _EVEN_MONEY if paytable.bet is None else paytable.bet.row_for(player)
        lines = (
            _won(rules, unit, box, _ANTE, stake.ante, paytable.ante.row_for(player), Reason.WIN),
            _won(rules, unit, box, _BET, bet, bet_row, Reason.WIN),
        )
    elif player == dealer:
        lines = (_returned(box, _ANTE, stake.ante, Reason.TIE), _returned(box, _BET, bet, Reason.TIE))
    else:
        lines = (_lost(box, _ANTE, stake.ante, Reason.LOSE), _lost(box, _BET, bet, Reason.LOSE))
    return lines if bet else lines[:1]


def _ante_without_game(paytable: Paytable, unit: int, stake: BoxStake, player: int) -> Line:
    """Return the line of an ante against a dealer who does not qualify: nothing is compared."""
    rules = paytable.rules
    if rules.ante_without_qualification is AnteWithoutQualification.PUSH:
        return _returned(stake.box, _ANTE, stake.ante, _NO_GAME)
    if player < rules.player_minimum.rank:
        return _returned(stake.box, _ANTE, stake.ante, Reason.BELOW_PLAYER_MINIMUM)
    by_table = rules.ante_without_qualification is AnteWithoutQualification.BY_TABLE
    row = paytable.ante.row_for(player) if by_table else _EVEN_MONEY
    return _won(rules, unit, stake.box, _ANTE, stake.ante, row, _NO_GAME)


def _settle_bonus(paytable: Paytable, unit: int, deal: Deal, stake: BoxStake) -> Line:
    """Return the line of a bonus, before any cap: the box's two cards with the flop, exactly those five."""
    schedule = _bonus_schedule(paytable)
    if stake.decision is _FOLD and paytable.rules.bonus_after_fold is BonusAfterFold.LOST:
        return _lost(stake.box, _BONUS, stake.bonus, Reason.BONUS_LOST_WITH_FOLD)
    if deal.flop is None:
        raise SettlementError(message("the flop is needed, for there is a bonus"))
    row = schedule.row_for(rank((*_hole(deal, stake), *deal.flop)))
    if row is None:
        return _lost(stake.box, _BONUS, stake.bonus, Reason.BONUS_NO_ROW)
    return _won(paytable.rules, unit, stake.box, _BONUS, stake.bonus, row, Reason.BONUS_WIN)


def _won(rules: Rules, unit: int, box: int, wager: Wager, stake: int, row: _Row | None, reason: Reason) -> Line:
    assert row is not None, "the schedules of ante and bet name every hand"
    key, odds = row
    won = odds.winnings(stake, rounding=rules.rounding, unit=unit)
    return Line(box, wager, stake, _WIN, key, odds if won else None, won, stake + won, reason)


def _returned(box: int, wager: Wager, stake: int, reason: Reason) -> Line:
    return Line(box, wager, stake, _PUSH, None, None, 0, stake, reason)


def _lost(box: int, wager: Wager, stake: int, reason: Reason) -> Line:
    return Line(box, wager, stake, _LOSE, None, None, 0, 0, reason)


def _cut_to_cap(lines: Sequence[Line], limits: Limits) -> Sequence[Line]:
    """Return the lines of one cap (ante and bet, or the bonuses), cut where the table's maximum payout cuts them.

    `lines` are in box order with ante before bet, and the ante of a box is cut first.
    """
    cap = limits.max_payout
    if cap is None or sum(line.won for line in lines) <= cap:
        return lines
    won: dict[int, int] = {}
    for line in lines:
        won[line.box] = won.get(line.box, 0) + line.won
    if limits.max_payout_scope is MaxPayoutScope.BOX:
        paid = {box: min(amount, cap) for box, amount in won.items()}
    else:
        paid = _shares(won, cap)
    excess = {box: amount - paid[box] for box, amount in won.items()}
    cut_lines = []
    for line in lines:
        cut = min(excess[line.box], line.won)
        excess[line.box] -= cut
        cut_lines.append(_cut(line, cut) if cut else line)
    return cut_lines


def _cut(line: Line, cut: int) -> Line:
    return replace(line, won=line.won - cut, returned=line.returned - cut, capped=True, uncapped_won=line.won)


def _shares(won: dict[int, int], cap: int) -> dict[int, int]:
    """Share a cap among boxes that won more in all: in proportion, rounded down to a minor unit.

    The units left over go one each to the boxes from the lowest on, passing those that have all they won. There are
    fewer such units than boxes with something cut off, so one pass gives them all out.

    >>> _shares({1: 40_000, 2: 30_000, 3: 0}, 20_001)
    {1: 11430, 2: 8571, 3: 0}
    """
    total = sum(won.values())
    paid = {box: amount * cap // total for box, amount in won.items()}
    left_over = cap - sum(paid.values())
    for box in sorted(won):
        if left_over and paid[box] < won[box]:
            paid[box] += 1
            left_over -= 1
    assert left_over == 0
    return paid
