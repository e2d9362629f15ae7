"""A finished round told again step by step: each sentence a step, and at which step each card was turned up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from casino_table.game.operations import BonusesSettled, Dealt, Decided, Operation, Settled, ShownDown
from casino_table.game.round import Round
from casino_table.game.settlement import Play
from casino_table.tables.story import Teller
from casino_table.tables.view import BoxView, CardView, SeatView
from casino_table.text import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentView:
    """Show one thing that happened, with its instant in microseconds and its step."""

    step: int
    at_us: int
    sentence: Message


@dataclass(slots=True)
class Replay:
    """Hold the moments of a round and the steps at which cards, hands and results can be seen."""

    moments: list[MomentView] = field(default_factory=list)
    flop: int = 0
    turn: int = 0
    river: int = 0
    dealer: int = 0
    cards: dict[int, int] = field(default_factory=dict)
    results: dict[int, int] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """Return the last step."""
        return len(self.moments)

    def board(self, seat: SeatView) -> SeatView:
        """Return the board with the step of each card."""
        steps = (self.flop, self.flop, self.flop, self.turn, self.river)
        return replace(seat, cards=_at(seat.cards, steps), step=self.last)

    def dealers_place(self, seat: SeatView) -> SeatView:
        """Return the dealer's place with the step of its cards and its hand."""
        return replace(seat, cards=_at(seat.cards, (self.dealer,) * len(seat.cards)), step=self.dealer)

    def box(self, box: BoxView) -> BoxView:
        """Return a box with the step of its cards and of its result."""
        step = self.cards.get(box.number, 0)
        return replace(
            box, cards=_at(box.cards, (step,) * len(box.cards)), step=self.results.get(box.number, self.last)
        )


def _at(cards: Sequence[CardView], steps: Sequence[int]) -> tuple[CardView, ...]:
    return tuple(replace(card, step=step) for card, step in zip(cards, steps, strict=True))


def replay_of(state: Round, operations: Sequence[Operation], teller: Teller) -> Replay:
    """Return a round step by step, as `teller` tells it."""
    replay = Replay()
    for operation in operations:
        before = replay.last
        for item in teller.tell((operation,)):
            replay.moments.append(MomentView(step=replay.last + 1, at_us=operation.at_us, sentence=item.sentence))
        _note(operation, before + 1, replay, state, teller)
    return replay


def _note(operation: Operation, step: int, replay: Replay, state: Round, teller: Teller) -> None:
    """Note what an operation turned up, its first sentence being at `step`."""
    if isinstance(operation, Dealt):
        replay.flop = step
        _look_at_next(-1, step, replay, state, teller)
    elif isinstance(operation, Decided):
        _look_at_next(operation.box, step, replay, state, teller)
    elif isinstance(operation, BonusesSettled):
        for place, line in enumerate(operation.lines):
            replay.cards.setdefault(line.box, step + place)
    elif isinstance(operation, ShownDown):
        replay.turn, replay.river, replay.dealer = step, step + 1, step + 2
    elif isinstance(operation, Settled):
        for place, box in enumerate(teller.steps.boxes):
            replay.cards.setdefault(box, step + place)
            replay.results[box] = step + place


def _look_at_next(after: int, step: int, replay: Replay, state: Round, teller: Teller) -> None:
    """Note that the owner looks at the next open box once the one before it has decided."""
    turn = next((stake for stake in state.stakes if stake.box > after and stake.play is Play.OPEN), None)
    if turn is not None and teller.is_mine(turn.player):
        replay.cards.setdefault(turn.box, step)
