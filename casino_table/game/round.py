"""A round as the list of its operations: the state they lead to, who may see which card, and when a clock runs out.

`apply` is the only way from one state to the next; the live table and a replay of the journal go through it alike.
What may be applied when is said in `actions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import singledispatch
from typing import Final

from msgspec import structs

from casino_table.cards import parse_card
from casino_table.game.deal import Deal, deal_cards
from casino_table.game.operations import (
    BetsClosed,
    BonusesSettled,
    BoxWager,
    ClockAsked,
    DealAsked,
    Dealt,
    Decided,
    EndedWithoutStakes,
    Operation,
    RoundOpened,
    SeedPromise,
    SeedRevealed,
    SeedShare,
    Settled,
    ShownDown,
    StakesPlaced,
    Voided,
)
from casino_table.game.paytable import Paytable
from casino_table.game.settings import TableSettings
from casino_table.game.settlement import BoxStake, Decision, Line, Play

REVEAL_SECONDS: Final = 3
MICROSECONDS: Final = 1_000_000


def round_name(table: str, number: int) -> str:
    """Return the name of a round, such as T1-42."""
    return f"{table}-{number}"


class Phase(StrEnum):
    """Name where a round stands."""

    BETTING = "betting"
    REVEALING = "revealing"
    DECIDING = "deciding"
    BONUSES = "bonuses"
    SHOWDOWN = "showdown"
    SETTLED = "settled"
    VOID = "void"

    @property
    def is_over(self) -> bool:
        """Say whether the round has its one end."""
        return self in {Phase.SETTLED, Phase.VOID}


@dataclass(frozen=True, slots=True)
class StakeSet:
    """Hold what one player has put down, in box order, and whether the player asked for the deal."""

    player: str
    wagers: tuple[BoxWager, ...]
    client_commitment: str | None = None
    has_asked: bool = False

    @property
    def promise(self) -> SeedPromise | None:
        """Return the player's commitment to a seed, which stands at the lowest box of the set."""
        if self.client_commitment is None:
            return None
        return SeedPromise(self.wagers[0].box, self.player, self.client_commitment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Hold the state of a round; every operation returns a new one.

    `stakes` is what each box has once bets are closed; before that `box_stakes` tells what it would be. Cards are
    card numbers. `cards` holds the boxes that were turned up for all; what an owner may look at is in `visible_cards`.
    """

    paytable: Paytable
    settings: TableSettings
    opened: RoundOpened
    phase: Phase = Phase.BETTING
    sets: tuple[StakeSet, ...] = ()
    stakes: tuple[BoxStake, ...] = ()
    clock_started_us: int | None = None
    is_clock_asked: bool = False
    promises: tuple[SeedPromise, ...] = ()
    seeds: Mapping[str, str] | None = None
    shares: tuple[SeedShare, ...] = ()
    flop: tuple[int, ...] = ()
    turn_card: int | None = None
    river_card: int | None = None
    dealer: tuple[int, ...] = ()
    cards: Mapping[int, tuple[int, ...]] | None = None
    lines: tuple[Line, ...] = ()
    are_bonuses_settled: bool = False
    server_seed: str | None = None
    deck: tuple[int, ...] | None = None
    ended_at_us: int | None = None
    void_reason: str | None = None

    @property
    def table(self) -> str:
        """Return the name of the table."""
        return self.opened.table

    @property
    def number(self) -> int:
        """Return the number of the round at its table."""
        return self.opened.number

    @property
    def name(self) -> str:
        """Return the name that records and receipts give the round, such as T1-42."""
        return round_name(self.table, self.number)

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players with a stake, by their lowest boxes."""
        return tuple(stake_set.player for stake_set in self.sets)

    @property
    def box_stakes(self) -> tuple[BoxStake, ...]:
        """Return every box with a stake in box order, open or blind as it is or would be if bets closed now."""
        return self.stakes or stakes_of(self.sets, self.settings)

    @property
    def turn(self) -> int | None:
        """Return the box that has to decide, the lowest open box without a decision, or None."""
        if self.phase is not Phase.DECIDING:
            return None
        return next((stake.box for stake in self.stakes if stake.is_waiting), None)

    @property
    def boxes_in_play(self) -> tuple[int, ...]:
        """Return the boxes that have not folded, in order."""
        return tuple(stake.box for stake in self.stakes if stake.decision is not Decision.FOLD)

    @property
    def deadline_us(self) -> int | None:
        """Return the instant at which the phase's time is over, or None while no clock runs."""
        if self.clock_started_us is None:
            return None
        if self.phase is Phase.REVEALING:
            return self.clock_started_us + REVEAL_SECONDS * MICROSECONDS
        seconds = {Phase.BETTING: self.settings.betting_seconds, Phase.DECIDING: self.settings.decision_seconds}
        limit = seconds.get(self.phase)
        if limit is None or not (len(self.sets) > 1 or self.is_clock_asked):
            return None
        return self.clock_started_us + limit * MICROSECONDS

    def is_overdue(self, now_us: int) -> bool:
        """Say whether the time of the phase is over at `now_us`."""
        return self.deadline_us is not None and now_us >= self.deadline_us

    def set_of(self, player: str) -> StakeSet | None:
        """Return what a player has put down, or None."""
        return next((stake_set for stake_set in self.sets if stake_set.player == player), None)

    def stake_of(self, box: int) -> BoxStake | None:
        """Return what stands on a box, or None where it is free."""
        return next((stake for stake in self.box_stakes if stake.box == box), None)


def stakes_of(sets: Iterable[StakeSet], settings: TableSettings) -> tuple[BoxStake, ...]:
    """Return the boxes of all sets in box order: a player's first boxes are open, all further ones blind."""
    stakes = [
        BoxStake(
            box=wager.box,
            player=stake_set.player,
            play=Play.OPEN if place < settings.open_boxes_per_player else Play.BLIND,
            ante=wager.ante,
            bonus=wager.bonus,
        )
        for stake_set in sets
        for place, wager in enumerate(stake_set.wagers)
    ]
    return tuple(sorted(stakes, key=lambda stake: stake.box))


def replay(operations: Sequence[Operation], *, paytable: Paytable, settings: TableSettings) -> Round:
    """Return the state that a round's operations lead to; the first one is the opening."""
    opened, *others = operations
    if not isinstance(opened, RoundOpened):
        raise TypeError("a round begins with its opening")
    state = Round(paytable=paytable, settings=settings, opened=opened)
    for operation in others:
        state = apply(operation, state)
    return state


def visible_cards(state: Round, deck: Sequence[int] | None, viewer: str | None) -> dict[int, tuple[int, ...]]:
    """Return the cards of each box that `viewer` may look at now; `deck` is needed while a round is open.

    An owner sees an open box once its turn has come and keeps seeing it; where the second box waits for the first,
    that is one box at a time. What is turned up for all is seen by everybody, by `viewer` None too.
    """
    seen = dict(state.cards or {})
    known = deck if state.deck is None else state.deck
    if viewer is None or known is None or not state.flop:
        return seen
    dealt = deal_of(state, known)
    for stake in state.stakes:
        if stake.player == viewer and stake.play is Play.OPEN and _has_been_looked_at(state, stake):
            seen[stake.box] = dealt.boxes[stake.box]
    return dict(sorted(seen.items()))


def _has_been_looked_at(state: Round, stake: BoxStake) -> bool:
    # Also in a round that was ended while somebody had to decide: they had looked at their cards.
    turn = next((other.box for other in state.stakes if other.is_waiting), None)
    if stake.decision is not None or turn == stake.box:
        return True
    # Without the second-box rule an owner picks up all open boxes when the first one's turn comes.
    if state.settings.second_box_after_first or turn is None:
        return False
    own = [other.box for other in state.stakes if other.player == stake.player and other.play is Play.OPEN]
    return turn >= own[0]


def deal_of(state: Round, deck: Sequence[int]) -> Deal:
    """Return the cards of every place, read off the deck in the order of the deal."""
    return deal_cards(deck, [stake.box for stake in state.stakes])


@singledispatch
def apply(operation: Operation, state: Round) -> Round:
    """Return the state after an operation; whether it was allowed is for `actions` to say."""
    raise TypeError(f"{type(operation).__name__} cannot follow in round {state.name}")


@apply.register
def _(operation: StakesPlaced, state: Round) -> Round:
    others = [stake_set for stake_set in state.sets if stake_set.player != operation.player]
    if operation.wagers:
        others.append(StakeSet(operation.player, operation.wagers, operation.client_commitment))
    sets = tuple(sorted(others, key=lambda stake_set: stake_set.wagers[0].box))
    return replace(state, sets=sets, clock_started_us=_betting_clock(state, sets, operation.at_us))


def _betting_clock(state: Round, sets: tuple[StakeSet, ...], at_us: int) -> int | None:
    """Return when the betting clock began: with the second player, and never anew while two are there."""
    if len(sets) > 1 or (sets and state.is_clock_asked):
        return state.clock_started_us if state.clock_started_us is not None else at_us
    return None


@apply.register
def _(operation: DealAsked, state: Round) -> Round:
    sets = tuple(
        replace(stake_set, has_asked=True) if stake_set.player == operation.player else stake_set
        for stake_set in state.sets
    )
    return replace(state, sets=sets)


@apply.register
def _(operation: ClockAsked, state: Round) -> Round:
    return replace(state, is_clock_asked=True, clock_started_us=operation.at_us)


@apply.register
def _(operation: BetsClosed, state: Round) -> Round:
    return replace(
        state,
        phase=Phase.REVEALING,
        stakes=stakes_of(state.sets, state.settings),
        promises=operation.promises,
        seeds={},
        clock_started_us=operation.at_us,
    )


@apply.register
def _(operation: SeedRevealed, state: Round) -> Round:
    return replace(state, seeds={**(state.seeds or {}), operation.player: operation.client_seed})


@apply.register
def _(operation: Dealt, state: Round) -> Round:
    dealt = replace(
        state,
        phase=Phase.DECIDING,
        shares=operation.shares,
        flop=_numbers(operation.flop),
        clock_started_us=operation.at_us,
    )
    return dealt if dealt.turn is not None else replace(dealt, phase=Phase.BONUSES, clock_started_us=None)


@apply.register
def _(operation: Decided, state: Round) -> Round:
    stakes = tuple(
        structs.replace(stake, decision=operation.decision, timeout=operation.timeout)
        if stake.box == operation.box
        else stake
        for stake in state.stakes
    )
    decided = replace(state, stakes=stakes, clock_started_us=operation.at_us)
    return decided if decided.turn is not None else replace(decided, phase=Phase.BONUSES, clock_started_us=None)


@apply.register
def _(operation: BonusesSettled, state: Round) -> Round:
    return replace(
        state,
        phase=Phase.SHOWDOWN,
        cards=_turned_up(state, operation.cards),
        lines=operation.lines,
        are_bonuses_settled=True,
    )


@apply.register
def _(operation: ShownDown, state: Round) -> Round:
    return replace(
        state,
        turn_card=parse_card(operation.turn),
        river_card=parse_card(operation.river),
        dealer=_numbers(operation.dealer),
        cards=_turned_up(state, operation.cards),
    )


@apply.register
def _(operation: Settled, state: Round) -> Round:
    return replace(
        state,
        phase=Phase.SETTLED,
        lines=operation.lines,
        server_seed=operation.server_seed,
        deck=_numbers(operation.deck),
        ended_at_us=operation.at_us,
    )


@apply.register
def _(operation: Voided, state: Round) -> Round:
    return replace(
        state,
        phase=Phase.VOID,
        stakes=state.box_stakes,
        lines=operation.lines,
        server_seed=operation.server_seed,
        deck=None if operation.deck is None else _numbers(operation.deck),
        ended_at_us=operation.at_us,
        void_reason=operation.reason,
        clock_started_us=None,
    )


@apply.register
def _(operation: EndedWithoutStakes, state: Round) -> Round:
    return replace(
        state,
        phase=Phase.VOID,
        server_seed=operation.server_seed,
        ended_at_us=operation.at_us,
        void_reason="no_stakes",
        clock_started_us=None,
    )


def _turned_up(state: Round, cards: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[int, ...]]:
    turned_up = {**(state.cards or {}), **{box: _numbers(texts) for box, texts in cards.items()}}
    return dict(sorted(turned_up.items()))


def _numbers(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(parse_card(text) for text in texts)
