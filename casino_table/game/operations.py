"""What can happen in a round: one frozen record an operation, as the journal stores it and replay reads it.

A record is JSON as it stands: cards are their two characters, bytes are hex, amounts are minor units, instants are
microseconds since 1970 in UTC. No record holds a seed or a card before it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from casino_table.game.settlement import Decision, Line


class CloseReason(StrEnum):
    """Name why bets closed."""

    ALL_ASKED = "all_asked"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class BoxWager:
    """Hold what a player puts on one box before the deal; amounts in minor units."""

    box: int
    ante: int
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class SeedPromise:
    """Hold one player's commitment to a seed, at the lowest box of the set."""

    box: int
    player: str
    client_commitment: str


@dataclass(frozen=True, slots=True)
class SeedShare:
    """Hold what one player contributed to the shuffle; `client_seed` is None where it was not revealed in time."""

    box: int
    player: str
    client_commitment: str
    client_seed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
    """Bets open: paytable, settings and the commitment to the shuffle are fixed."""

    kind: ClassVar[str] = "round_opened"
    at_us: int
    table: str
    number: int
    paytable: str
    paytable_version: int
    paytable_hash: str
    settings_version: int
    scheme: str
    commitment: str
    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesPlaced:
    """A player put a set of stakes down, in place of an earlier one; an empty set withdraws."""

    kind: ClassVar[str] = "stakes_placed"
    at_us: int
    player: str
    wagers: tuple[BoxWager, ...]
    client_commitment: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealAsked:
    """A player with a stake asked for the deal."""

    kind: ClassVar[str] = "deal_asked"
    at_us: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockAsked:
    """Somebody without a stake waits to play, so the clock of whoever plays alone starts."""

    kind: ClassVar[str] = "clock_asked"
    at_us: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed:
    """Bets are closed, and the commitments of the players are frozen."""

    kind: ClassVar[str] = "bets_closed"
    at_us: int
    reason: CloseReason
    promises: tuple[SeedPromise, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRevealed:
    """A player revealed the seed behind a frozen commitment."""

    kind: ClassVar[str] = "seed_revealed"
    at_us: int
    player: str
    client_seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The deck is fixed by all seeds; the flop is the only thing that everybody sees."""

    kind: ClassVar[str] = "dealt"
    at_us: int
    shares: tuple[SeedShare, ...]
    flop: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """An open box bet or folded, by its owner or because its time was over."""

    kind: ClassVar[str] = "decided"
    at_us: int
    player: str
    box: int
    decision: Decision
    timeout: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusesSettled:
    """Every box with a bonus was turned up and its bonus settled on its own five cards."""

    kind: ClassVar[str] = "bonuses_settled"
    at_us: int
    cards: Mapping[int, tuple[str, ...]]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDown:
    """Turn, river, dealer, and every box still in play were turned up."""

    kind: ClassVar[str] = "shown_down"
    at_us: int
    turn: str
    river: str
    dealer: tuple[str, ...]
    cards: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Antes and bets were settled; the seed is revealed, and the deck with it."""

    kind: ClassVar[str] = "settled"
    at_us: int
    lines: tuple[Line, ...]
    server_seed: str
    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """Two people ended the round: stakes go back (docs/rules.md, 7); the seed is revealed."""

    kind: ClassVar[str] = "voided"
    at_us: int
    reason: str
    pit_boss: str
    approver: str
    lines: tuple[Line, ...]
    server_seed: str
    deck: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedWithoutStakes:
    """The system ended a round that nobody had a stake in; the seed is revealed."""

    kind: ClassVar[str] = "ended_without_stakes"
    at_us: int
    server_seed: str


Operation: TypeAlias = (
    RoundOpened
    | StakesPlaced
    | DealAsked
    | ClockAsked
    | BetsClosed
    | SeedRevealed
    | Dealt
    | Decided
    | BonusesSettled
    | ShownDown
    | Settled
    | Voided
    | EndedWithoutStakes
)

KINDS: Final[Mapping[str, type[Operation]]] = {
    operation.kind: operation
    for operation in (
        RoundOpened,
        StakesPlaced,
        DealAsked,
        ClockAsked,
        BetsClosed,
        SeedRevealed,
        Dealt,
        Decided,
        BonusesSettled,
        ShownDown,
        Settled,
        Voided,
        EndedWithoutStakes,
    )
}


def operation_document(operation: Operation) -> dict[str, Any]:
    """Return the operation as a JSON object, all its fields; the kind stands beside it in the journal."""
    document: dict[str, Any] = msgspec.to_builtins(operation, str_keys=True)
    return document


def parse_operation(kind: str, document: Mapping[str, object]) -> Operation:
    """Return the operation that `operation_document` wrote; raise ValueError for anything else."""
    return msgspec.convert(document, type=KINDS[kind], str_keys=True)
