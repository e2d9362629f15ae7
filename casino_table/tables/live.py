"""A round under way: read from the journal, carried on one operation at a time, written back to the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from casino_table import __version__
from casino_table.database.base import table_of
from casino_table.database.transactions import connection_of
from casino_table.game import following
from casino_table.game.operations import (
    KINDS,
    Operation,
    RoundOpened,
    StakesPlaced,
    Voided,
    operation_document,
    parse_operation,
)
from casino_table.game.paytable import Paytable, parse_paytable
from casino_table.game.round import Phase, Round, replay
from casino_table.game.settings import TableSettings, parse_settings
from casino_table.game.shuffle import SCHEME, commitment
from casino_table.ledger import rounds
from casino_table.ledger.idempotency import close_of_round
from casino_table.ledger.journal import Act, append, append_all, entries
from casino_table.ledger.models import PaytableVersion, RoundRow, TableSettingsVersion
from casino_table.ledger.refusals import NotFoundError
from casino_table.ledger.seeds import Vault, load_seed, store_seed
from casino_table.ledger.versions import paytable_by_id, settings_in_force
from casino_table.ledger.words import RoundStatus
from casino_table.tables.money import transfers_of
from casino_table.text import message

_ROUNDS: Final = table_of(RoundRow)
_PAYTABLES: Final = table_of(PaytableVersion)
_SETTINGS: Final = table_of(TableSettingsVersion)
_ROUND: Final = (
    select(_ROUNDS.c.id, _PAYTABLES.c.document, _SETTINGS.c.settings)
    .join(_PAYTABLES, _PAYTABLES.c.id == _ROUNDS.c.paytable_id)
    .join(
        _SETTINGS,
        (_SETTINGS.c.table_name == _ROUNDS.c.table_name) & (_SETTINGS.c.version == _ROUNDS.c.settings_version),
    )
)
_BY_ID: Final = _ROUND.where(_ROUNDS.c.id == bindparam("wanted"))
_OPEN_AT: Final = _ROUND.where(_ROUNDS.c.table_name == bindparam("wanted"), _ROUNDS.c.status == RoundStatus.OPEN)
STAKES: Final = "stakes"
_STATUS: Final[Mapping[Phase, RoundStatus]] = {Phase.SETTLED: RoundStatus.SETTLED, Phase.VOID: RoundStatus.VOID}


# Versions never change, so what was read of one stays right for ever.
@lru_cache(maxsize=64)
def _paytable(document: str) -> Paytable:
    return parse_paytable(msgspec.json.decode(document))


@lru_cache(maxsize=64)
def _settings(document: str) -> TableSettings:
    return parse_settings(msgspec.json.decode(document))


def operations_of(session: Session, round_id: str) -> list[Operation]:
    """Return what happened in a round, in order; refused acts are in the journal too but are no operations."""
    return [
        parse_operation(entry.kind, entry.act()) for entry in entries(session, round_id=round_id) if entry.kind in KINDS
    ]


def read_round(session: Session, round_id: str) -> Round:
    """Return the state of a round as its journal leads to it."""
    found = connection_of(session).execute(_BY_ID, {"wanted": round_id}).one_or_none()
    if found is None:
        raise NotFoundError(message("There is no round {round}.", round=round_id))
    return _replayed(session, *found)


def read_open_round(session: Session, table: str) -> Round:
    """Return the state of the round that is under way at a table."""
    found = connection_of(session).execute(_OPEN_AT, {"wanted": table}).one_or_none()
    if found is None:
        raise NotFoundError(message("There is no table {table}.", table=table))
    return _replayed(session, *found)


def _replayed(session: Session, round_id: str, paytable: str, settings: str) -> Round:
    state = replay(operations_of(session, round_id), paytable=_paytable(paytable), settings=_settings(settings))
    if (state.paytable.hash, SCHEME) != (state.opened.paytable_hash, state.opened.scheme):
        # Not a refusal: under another paytable than the one shown before the bets, nothing may go on.
        raise AssertionError(f"the stored paytable of round {round_id} is not the one that it was opened under")
    return state


@dataclass(slots=True)
class LiveRound:
    """Carry an open round on inside transaction(): each operation becomes an entry of the journal with its money.

    `at_us` is the instant of everything that happens in the transaction.
    """

    session: Session
    vault: Vault
    state: Round
    at_us: int
    acts: list[Act] = field(default_factory=list)
    taken_back: list[tuple[int, str]] = field(default_factory=list)
    seed: bytes | None = field(default=None, repr=False)

    @property
    def server_seed(self) -> bytes:
        """Return the waiting seed; it never leaves the transaction before the round has ended."""
        if self.seed is None:
            self.seed = load_seed(self.session, self.state.name, self.vault)
        return self.seed

    def record(self, step: tuple[Round, Operation], *, actor: str | None = None) -> None:
        """Take the state that an operation leads to; `write` writes the operation with the money that it moves."""
        after, operation = step
        self.taken_back += [(len(self.acts), player) for player in _whose_stakes_go_back(operation, self.state)]
        self.acts.append(
            Act(
                kind=operation.kind,
                payload=operation_document(operation),
                round_id=after.name,
                actor=actor,
                transfers=transfers_of(operation, self.state, after),
            )
        )
        self.state = after

    def write(self) -> None:
        """Write what was recorded to the journal, and the round's end if it came."""
        if self.state.phase.is_over:
            rounds.end_round(self.session, self.state.name, _STATUS[self.state.phase], at_us=self.at_us)
        rows = append_all(self.session, self.acts, at_us=self.at_us)
        for place, player in self.taken_back:
            close_of_round(
                self.session,
                self.state.name,
                person=player,
                route=route_of(self.state.table, STAKES),
                by_sequence=rows[place].sequence,
            )
        self.acts, self.taken_back = [], []

    def bind(self) -> None:
        """Do what follows by itself and needs no seed: close the bets, fold who is out of time."""
        while (step := following.next_binding(self.state, at_us=self.at_us)) is not None:
            self.record(step)

    def unfold(self) -> None:
        """Do what the seed decides: deal, or settle. Only in a transaction in which nobody is bound any more."""
        while (step := following.next_unfolding(self.state, lambda: self.server_seed, at_us=self.at_us)) is not None:
            self.record(step)


def route_of(table: str, action: str) -> str:
    """Return the name under which keys of an action at a table are kept."""
    return f"{table}/{action}"


def _whose_stakes_go_back(operation: Operation, before: Round) -> Sequence[str]:
    """Return the players whose whole set of stakes an operation gives back."""
    if isinstance(operation, Voided):
        return before.players
    if isinstance(operation, StakesPlaced) and before.set_of(operation.player) is not None:
        return (operation.player,)
    return ()


def open_round(session: Session, vault: Vault, table: str, server_seed: bytes, *, at_us: int) -> Round:
    """Open the next round of a table: its seed is stored, sealed, in the transaction that publishes its commitment."""
    in_force = settings_in_force(session, table)
    if in_force is None:
        raise NotFoundError(message("There is no table {table}.", table=table))
    version = paytable_by_id(session, in_force.paytable_id)
    row = rounds.open_round(
        session,
        table=table,
        paytable_id=version.id,
        settings_version=in_force.version,
        commitment=commitment(server_seed).hex(),
        at_us=at_us,
    )
    store_seed(session, row.id, server_seed, vault)
    opened = RoundOpened(
        at_us=at_us,
        table=table,
        number=row.number,
        paytable=version.name,
        paytable_version=version.version,
        paytable_hash=version.hash,
        settings_version=in_force.version,
        scheme=SCHEME,
        commitment=row.commitment,
        engine=f"casino-table {__version__}",
    )
    append(session, kind=opened.kind, payload=operation_document(opened), at_us=at_us, round_id=row.id)
    return Round(paytable=_paytable(version.document), settings=_settings(in_force.settings), opened=opened)
