"""A finished round to read again: what happened in order, each box, the receipt line by line, and the proof."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from casino_table.cards import card_texts
from casino_table.game.round import Round
from casino_table.game.settlement import Wager
from casino_table.ledger.accounts import player_account
from casino_table.ledger.words import TransferKind
from casino_table.money import amount_text
from casino_table.tables.box_view import Seen, box_view
from casino_table.tables.looking import RoundReport
from casino_table.tables.replaying import MomentView, replay_of
from casino_table.tables.sign import sign_of
from casino_table.tables.steps import Steps
from casino_table.tables.story import Teller
from casino_table.tables.table_view import board_view, dealer_view
from casino_table.tables.view import BoxView, SeatView, SignView
from casino_table.tables.words import TRANSFER_LABELS, WAGER_LABELS, void_sentence
from casino_table.text import Message, message

_NO_STEPS = Steps({}, 0, 0, 0, {}, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementView:
    """Show one movement of the viewer's money: what for, how much with its sign, and the balance after it."""

    what: Message
    box: int | None
    wager: Message | None
    amount: int
    balance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareView:
    """Show what one player's browser added to the shuffle; `seed` is empty where it was not revealed in time."""

    box: int
    player: str
    name: str
    commitment: str
    seed: str

    @property
    def used(self) -> str:
        """Return the bytes that went into the shuffle, as hex: the commitment stands in for a missing seed."""
        return self.seed or self.commitment


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofView:
    """Hold all that is needed to derive the deck of a round again, and the deck that was dealt from."""

    table: str
    round_number: int
    commitment: str
    server_seed: str
    shares: tuple[ShareView, ...]
    deck: tuple[str, ...]
    deck_sha256: str

    @property
    def command(self) -> str:
        """Return the command that derives the deck outside the browser."""
        words = ["casino-table deck", f"--server-seed {self.server_seed}", f"--table {self.table}"]
        words += [f"--round {self.round_number}"]
        words += [f"--client {share.box}:{share.player}:{share.used}" for share in self.shares]
        return " ".join(words)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """Show one ended round to one of its players."""

    table: str
    round_number: int
    round_name: str
    currency: str
    decimals: int
    void: Message | None
    opened_at_us: int
    ended_at_us: int
    engine: str
    sign: SignView
    moments: tuple[MomentView, ...]
    dealer: SeatView
    board: SeatView
    boxes: tuple[BoxView, ...]
    staked: int
    won: int
    returned: int
    movements: tuple[MovementView, ...]
    proof: ProofView | None

    @property
    def net(self) -> int:
        """Return what the round brought the viewer."""
        return self.returned - self.staked

    @property
    def summary(self) -> Message:
        """Return the result in a sentence."""
        staked, returned = (amount_text(amount, self.decimals) for amount in (self.staked, self.returned))
        return message("You staked {staked}; {returned} came back.", staked=staked, returned=returned)


def round_view(report: RoundReport, viewer: str) -> RoundView:
    """Return what the page of a finished round shows to `viewer`."""
    state = report.state
    seen = Seen(state, viewer, report.cards, report.names, _NO_STEPS)
    mine = {stake.box for stake in state.stakes if stake.player == viewer}
    lines = [line for line in state.lines if line.box in mine]
    replay = replay_of(state, report.operations, Teller(state, report.names, viewer))
    return RoundView(
        table=state.table,
        round_number=state.number,
        round_name=state.name,
        currency=state.settings.currency,
        decimals=state.settings.decimals,
        void=None if state.void_reason is None else void_sentence(state.void_reason),
        opened_at_us=state.opened.at_us,
        ended_at_us=state.ended_at_us or state.opened.at_us,
        engine=state.opened.engine,
        sign=sign_of(state),
        moments=tuple(replay.moments),
        dealer=replay.dealers_place(dealer_view(state)),
        board=replay.board(board_view(state)),
        boxes=tuple(replay.box(box_view(stake.box, seen)) for stake in state.stakes),
        staked=sum(line.stake for line in lines),
        won=sum(line.won for line in lines),
        returned=sum(line.returned for line in lines),
        movements=_movements(report, viewer),
        proof=_proof(report),
    )


def _movements(report: RoundReport, viewer: str) -> tuple[MovementView, ...]:
    account = player_account(viewer, report.state.settings.currency).name
    movements = []
    for row in report.transfers:
        if account not in {row["debit"], row["credit"]}:
            continue
        gives = row["debit"] == account
        movements.append(
            MovementView(
                what=TRANSFER_LABELS[TransferKind(row["kind"])],
                box=row["box"],
                wager=None if row["wager"] is None else WAGER_LABELS[Wager(row["wager"])],
                amount=-row["amount_minor"] if gives else row["amount_minor"],
                balance=row["debit_after_minor"] if gives else row["credit_after_minor"],
            )
        )
    return tuple(movements)


def _proof(report: RoundReport) -> ProofView | None:
    state: Round = report.state
    if state.server_seed is None or state.deck is None:
        return None
    shares = tuple(
        ShareView(
            box=share.box,
            player=share.player,
            name=report.names.get(share.player, share.player),
            commitment=share.client_commitment,
            seed=share.client_seed or "",
        )
        for share in state.shares
    )
    return ProofView(
        table=state.table,
        round_number=state.number,
        commitment=state.opened.commitment,
        server_seed=state.server_seed,
        shares=shares,
        deck=tuple(card_texts(state.deck)),
        deck_sha256=sha256(bytes(state.deck)).hexdigest(),
    )
