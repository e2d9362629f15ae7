"""What can be seen of a table and of its rounds: the table now, a player's history, one round step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, RowMapping, case, cast, func, or_, select
from sqlalchemy.orm import Session

from casino_table.database import connection_of
from casino_table.database.base import table_of
from casino_table.game.actions import deck_of
from casino_table.game.operations import BoxWager, Operation
from casino_table.game.round import Phase, Round, round_name, visible_cards
from casino_table.ledger import journal
from casino_table.ledger.accounts import balance, player_account
from casino_table.ledger.models import RoundRow, TransferRow
from casino_table.ledger.refusals import NotFoundError
from casino_table.ledger.seeds import Vault, load_seed
from casino_table.ledger.words import RoundStatus, TransferKind
from casino_table.people.operations import names_of
from casino_table.tables.live import operations_of, read_open_round, read_round
from casino_table.text import message

ROUNDS_A_PAGE: Final = 20
#: So long the end of a round stays on the table for who only watched it: the cards come up, and can be read.
WATCHED_US: Final = 15_000_000

_TRANSFERS: Final = table_of(TransferRow)
_ROUNDS: Final = table_of(RoundRow)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """Hold what a viewer sees of a table now.

    `open` is the round that stakes can go to; `shown` is that round, or the one before it while its player still reads
    the result, or has just watched it; `watched` is the one before where the viewer had no part in it. `cards` are the
    box cards of `shown` that the viewer may see; `last_wagers` what the viewer staked last; amounts in minor units.
    """

    shown: Round
    open: Round
    cards: Mapping[int, tuple[int, ...]]
    names: Mapping[str, str]
    viewer: str | None
    balance: int
    sequence: int
    now_us: int
    operations: tuple[Operation, ...] = ()
    watched: Round | None = None
    last_wagers: tuple[BoxWager, ...] = ()

    @property
    def news_until_us(self) -> int:
        """Return until when the round before is shown to who watched it: the open one was opened as it ended."""
        return _news_until(self.open)

    @property
    def is_news(self) -> bool:
        """Say whether the round before is still shown to who watched it."""
        return self.now_us < self.news_until_us


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSummary:
    """Hold one line of a player's history; amounts in minor units."""

    round_id: str
    table: str
    number: int
    status: str
    ended_at_us: int | None
    staked: int
    returned: int

    @property
    def net(self) -> int:
        """Return what the round brought the player."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReport:
    """Hold everything about an ended round that one of its players may read again, in order of play."""

    state: Round
    operations: tuple[Operation, ...]
    cards: Mapping[int, tuple[int, ...]]
    names: Mapping[str, str]
    transfers: tuple[RowMapping, ...]


def look(
    session: Session, vault: Vault, table: str, viewer: str | None, *, at_us: int, bets_on: int | None = None
) -> TableState:
    """Return a table as `viewer` sees it at an instant; `bets_on` is the round that the viewer now wants to bet on."""
    open_round = read_open_round(session, table)
    shown, watched = open_round, None
    if bets_on != open_round.number and (viewer is None or open_round.set_of(viewer) is None):
        last = _round_before(session, open_round)
        watched = None if last is not None and viewer in last.players else last
        is_news = open_round.phase is Phase.BETTING and at_us < _news_until(open_round)
        if last is not None and (watched is None or is_news):
            shown = last
    names = names_of(session, {player for state in (shown, open_round) for player in state.players})
    return TableState(
        shown=shown,
        open=open_round,
        cards=cards_seen(session, vault, shown, viewer),
        names=names,
        viewer=viewer,
        balance=_balance(session, viewer, open_round.settings.currency),
        sequence=journal.last_sequence(session),
        now_us=at_us,
        operations=tuple(operations_of(session, shown.name)),
        watched=watched,
        last_wagers=_last_wagers(session, viewer, shown),
    )


def cards_seen(session: Session, vault: Vault, state: Round, viewer: str | None) -> dict[int, tuple[int, ...]]:
    """Return the box cards that a viewer may see; the seed is opened only for who has cards to look at."""
    deck = None
    if state.phase is Phase.DECIDING and viewer in state.players:
        deck = deck_of(state, load_seed(session, state.name, vault))
    return visible_cards(state, deck, viewer)


def round_report(session: Session, table: str, number: int, viewer: str) -> RoundReport:
    """Return an ended round to one of its players."""
    round_id = round_name(table, number)
    state = read_round(session, round_id)
    if viewer not in state.players or not state.phase.is_over:
        raise NotFoundError(message("Round {round} is not among your finished rounds.", round=round_id))
    return RoundReport(
        state=state,
        operations=tuple(operations_of(session, round_id)),
        cards=visible_cards(state, None, viewer),
        names=names_of(session, set(state.players)),
        transfers=tuple(journal.transfers_of(session, round_id=round_id)),
    )


def history(session: Session, person: str, currency: str, *, page: int = 1) -> list[RoundSummary]:
    """Return one page of the ended rounds that a person had stakes in, newest first, and one more if more follow."""
    account = player_account(person, currency).name
    is_refund = _TRANSFERS.c.kind == TransferKind.REFUND
    refunded = _sum_where((_TRANSFERS.c.credit == account) & is_refund)
    staked = _sum_where(_TRANSFERS.c.debit == account) - refunded
    returned = _sum_where((_TRANSFERS.c.credit == account) & ~is_refund)
    statement = (
        select(
            _ROUNDS.c.id.label("round_id"),
            _ROUNDS.c.table_name.label("table"),
            _ROUNDS.c.number,
            _ROUNDS.c.status,
            _ROUNDS.c.ended_at_us,
            staked.label("staked"),
            returned.label("returned"),
        )
        .join(_TRANSFERS, _TRANSFERS.c.round_id == _ROUNDS.c.id)
        .where(_ROUNDS.c.status != RoundStatus.OPEN, or_(_TRANSFERS.c.debit == account, _TRANSFERS.c.credit == account))
        .group_by(_ROUNDS.c.id, _ROUNDS.c.table_name, _ROUNDS.c.number, _ROUNDS.c.status, _ROUNDS.c.ended_at_us)
        .having(or_(staked > 0, _ROUNDS.c.status == RoundStatus.VOID))
        .order_by(func.max(_TRANSFERS.c.sequence).desc())
        .limit(ROUNDS_A_PAGE + 1)
        .offset((page - 1) * ROUNDS_A_PAGE)
    )
    return [RoundSummary(**row) for row in connection_of(session).execute(statement).mappings()]


def _sum_where(condition: Any) -> Any:
    # PostgreSQL sums whole numbers into a numeric.
    return cast(func.sum(case((condition, _TRANSFERS.c.amount_minor), else_=0)), BigInteger)


def _round_before(session: Session, open_round: Round) -> Round | None:
    """Return the round just before the open one, if somebody played in it."""
    if open_round.number == 1:
        return None
    last = read_round(session, round_name(open_round.table, open_round.number - 1))
    return last if last.players else None


def _news_until(open_round: Round) -> int:
    return open_round.opened.at_us + WATCHED_US


def _last_wagers(session: Session, viewer: str | None, shown: Round) -> tuple[BoxWager, ...]:
    """Return what the viewer staked at this table in the last ended round that they played, where it can be of use."""
    own = None if viewer is None else shown.set_of(viewer)
    if own is not None and shown.phase.is_over:
        return own.wagers
    if viewer is None or shown.phase is not Phase.BETTING:
        return ()
    staked = (
        select(_TRANSFERS.c.round_id)
        .join(_ROUNDS, _ROUNDS.c.id == _TRANSFERS.c.round_id)
        .where(
            _TRANSFERS.c.debit == player_account(viewer, shown.settings.currency).name,
            _TRANSFERS.c.kind == TransferKind.ANTE,
            _ROUNDS.c.table_name == shown.table,
            _ROUNDS.c.status != RoundStatus.OPEN,
        )
        .order_by(_TRANSFERS.c.sequence.desc())
        .limit(1)
    )
    round_id = connection_of(session).scalar(staked)
    played = None if round_id is None else read_round(session, round_id).set_of(viewer)
    return () if played is None else played.wagers


def _balance(session: Session, viewer: str | None, currency: str) -> int:
    return 0 if viewer is None else balance(session, player_account(viewer, currency))
