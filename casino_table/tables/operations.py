"""What people do at a table: each call is one act, done once for its key, in one transaction, or refused as a whole."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from sqlalchemy.orm import Session

from casino_table.database import BusyError, now_us, transaction
from casino_table.game import actions, following
from casino_table.game.fields import LARGEST_AMOUNT
from casino_table.game.operations import BoxWager
from casino_table.game.refusals import RoundRefusal, StakeRefusal
from casino_table.game.round import Round, round_name
from casino_table.game.settlement import Decision
from casino_table.game.staking import largest_returns_in_all, place_stakes, stakes_in_all
from casino_table.ledger.accounts import balance, balances, bank, player_account
from casino_table.ledger.canonical import JSON
from casino_table.ledger.cashier import buy_in
from casino_table.ledger.idempotency import WriteRequest, journal_refusal, perform
from casino_table.ledger.journal import head_sequence, instant_for, present_us
from casino_table.ledger.refusals import InsufficientFundsError
from casino_table.ledger.seeds import SEED_BYTES, Vault
from casino_table.ledger.versions import table_currencies
from casino_table.money import amount_text
from casino_table.people.models import Person
from casino_table.people.operations import seat_guest
from casino_table.tables.live import STAKES, LiveRound, open_round, read_open_round, route_of
from casino_table.text import message

VISITOR: Final = "visitor"
_LOG: Final = logging.getLogger(__name__)


class RoundOverError(RoundRefusal):
    """Refuse an act on a round that is no longer the one under way."""

    code = "round_over"


class StaffRefusal(RoundRefusal):
    """Refuse a stake to somebody of the house."""

    status = HTTPStatus.FORBIDDEN
    code = "staff"


class TopUpRefusal(RoundRefusal):
    """Refuse more play money to who still has enough to play."""

    code = "top_up"


@dataclass(frozen=True, slots=True)
class Dealer:
    """Run the rounds of all tables: holds the vault of the seeds, where new seeds come from, and the clock."""

    vault: Vault
    new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES)
    clock: Callable[[], int] = now_us

    def sit_down(self, session: Session, *, table: str, key: str) -> str:
        """Make a guest with the table's play money, once for the key of the page, and return the guest's stable id."""

        def act(opened: Session) -> dict[str, JSON]:
            at_us = instant_for(opened, self.clock())
            guest = seat_guest(opened, at_us=at_us)
            self._buy_in(opened, guest.public_id, table, at_us=at_us)
            return {"person": guest.public_id}

        request = WriteRequest(VISITOR, route_of(table, "sit-down"), key, {})
        answer = perform(request, act, at_us=self.clock(), session=session)
        return str(answer["person"])

    def top_up(self, session: Session, person: Person, *, table: str, key: str) -> dict[str, Any]:
        """Give a guest play money again once the balance covers no box any more and nothing is in play."""

        def act(opened: Session) -> dict[str, JSON]:
            state = read_open_round(opened, table)
            settings = state.settings
            held = balance(opened, player_account(person.public_id, settings.currency))
            # Below one ante would leave whoever has one or two antes unable to play and unable to ask.
            cheapest = settings.ante_min * (1 + state.paytable.rules.bet_multiple)
            if held >= cheapest or _is_playing(opened, person):
                raise TopUpRefusal(
                    message(
                        "More play money comes once your balance does not cover one box, {cost}, and none is in play.",
                        cost=amount_text(cheapest, settings.decimals),
                    )
                )
            self._buy_in(opened, person.public_id, table, at_us=instant_for(opened, self.clock()))
            return {"table": table, "round": state.number}

        request = WriteRequest(person.public_id, route_of(table, "top-up"), key, {})
        return perform(request, act, at_us=self.clock(), session=session)

    def _buy_in(self, session: Session, person: str, table: str, *, at_us: int) -> None:
        settings = read_open_round(session, table).settings
        if settings.guest_buy_in:
            buy_in(
                session,
                person=person,
                table=table,
                currency=settings.currency,
                amount_minor=settings.guest_buy_in,
                at_us=at_us,
            )

    def place_stakes(
        self,
        session: Session,
        person: Person,
        *,
        table: str,
        key: str,
        number: int,
        wagers: Sequence[BoxWager],
        client_commitment: str | None = None,
        deal: bool = False,
    ) -> dict[str, Any]:
        """Put a player's set of stakes on a round in place of an earlier one; an empty set withdraws.

        `deal` says that the player is ready as soon as the stakes lie there.
        """
        player = person.public_id

        def act(live: LiveRound) -> None:
            _refuse_staff(person)
            step = place_stakes(live.state, player, wagers, at_us=live.at_us, client_commitment=client_commitment)
            _refuse_unaffordable(live, step[0], player)
            live.record(step, actor=player)
            if deal and wagers:
                live.record(actions.ask_for_deal(live.state, player, at_us=live.at_us), actor=player)

        body: dict[str, JSON] = {
            "round": number,
            "boxes": [asdict(wager) for wager in wagers],
            "client_commitment": client_commitment,
            "deal": deal,
        }
        return self._act(session, person, STAKES, key, table, body, act)

    def ask_for_deal(self, session: Session, person: Person, *, table: str, key: str, number: int) -> dict[str, Any]:
        """Note that a player is ready; the cards are dealt once every player with a stake is."""

        def act(live: LiveRound) -> None:
            live.record(actions.ask_for_deal(live.state, person.public_id, at_us=live.at_us), actor=person.public_id)

        return self._act(session, person, "deal", key, table, {"round": number}, act)

    def ask_for_clock(self, session: Session, person: Person, *, table: str, key: str, number: int) -> dict[str, Any]:
        """Start the clock of whoever plays alone, because somebody else waits to play."""

        def act(live: LiveRound) -> None:
            live.record(actions.ask_for_clock(live.state, person.public_id, at_us=live.at_us), actor=person.public_id)

        return self._act(session, person, "clock", key, table, {"round": number}, act)

    def reveal_seed(
        self, session: Session, person: Person, *, table: str, key: str, number: int, client_seed: bytes
    ) -> dict[str, Any]:
        """Take a player's seed after the bets have closed; the cards are dealt once all seeds are in."""

        def act(live: LiveRound) -> None:
            live.record(
                actions.reveal_seed(live.state, person.public_id, client_seed, at_us=live.at_us),
                actor=person.public_id,
            )

        body: dict[str, JSON] = {"round": number, "client_seed": client_seed.hex()}
        return self._act(session, person, "reveal", key, table, body, act)

    def decide(
        self, session: Session, person: Person, *, table: str, key: str, number: int, box: int, decision: Decision
    ) -> dict[str, Any]:
        """Bet or fold a box; after the last decision the round is played to its end."""

        def act(live: LiveRound) -> None:
            live.record(
                actions.decide(live.state, person.public_id, box, decision, at_us=live.at_us),
                actor=person.public_id,
            )

        body: dict[str, JSON] = {"round": number, "box": box, "decision": decision.value}
        return self._act(session, person, "decision", key, table, body, act)

    def void(self, session: Session, *, table: str, number: int, reason: str, pit_boss: str, approver: str) -> Round:
        """End a round by two people: stakes go back, the seed is revealed, and the next round opens."""
        people: dict[str, str] = {"reason": reason, "pit_boss": pit_boss, "approver": approver}
        try:
            with transaction(session) as opened:
                live = self._live(opened, table, number)
                # What is bound comes first: once the last box has decided, a round is settled and not void.
                live.bind()
                live.unfold()
                step = actions.void(live.state, live.server_seed, **people, at_us=live.at_us)
                live.record(step, actor=pit_boss)
                self._close(live)
                return live.state
        except RoundRefusal as refusal:
            body: dict[str, JSON] = {"round": number, **people}
            route = route_of(table, "void")
            with transaction(session) as opened:
                journal_refusal(opened, refusal, person=pit_boss, route=route, body=body, at_us=self.clock())
            self.advance(session, table)
            raise

    def advance(self, session: Session, table: str) -> bool:
        """Do what follows by itself at a table, or a clock demands, and say whether anything happened."""
        has_changed = False
        while following.has_more(read_open_round(session, table), at_us=present_us(session, self.clock())):
            if not self._follow(session, table):
                break
            has_changed = True
        return has_changed

    def _follow(self, session: Session, table: str, known: tuple[int, Round] | None = None) -> bool:
        """Do what binds somebody; once that is durable, what the seed brings out, in a transaction of its own.

        `known` is the round as an entry of the journal left it, which saves reading it where nobody has written since.
        """
        with transaction(session) as opened:
            at_us = instant_for(opened, self.clock())
            if known is not None and known[0] == head_sequence(opened):
                state = known[1]
            else:
                state = read_open_round(opened, table)
            live = LiveRound(opened, self.vault, state, at_us)
            live.bind()
            if not live.acts:
                live.unfold()
            has_changed = bool(live.acts)
            self._close(live)
            return has_changed

    def advance_all(self, session: Session) -> None:
        """Do what the clocks of all tables demand."""
        for table in table_currencies(session):
            try:
                self.advance(session, table)
            except BusyError:
                raise
            except Exception:  # noqa: BLE001 - see below
                # One table that cannot go on must not hold up all others, nor the start of the house.
                session.rollback()
                _LOG.exception("table %s could not go on", table)

    def _act(
        self,
        session: Session,
        person: Person,
        action: str,
        key: str,
        table: str,
        body: Mapping[str, JSON],
        act: Callable[[LiveRound], None],
    ) -> dict[str, Any]:
        """Do an act on the round under way once for its key, then, once it is durable, all that follows by itself.

        The answer says where that leads; if what follows fails, the act stands, and the next look or the clock goes on.
        """
        number = int(str(body["round"]))
        follow: Callable[[], object] | None = partial(self.advance, session, table)  # what a repetition finds undone

        def whole_act(opened: Session) -> dict[str, JSON]:
            nonlocal follow
            live = self._live(opened, table, number)
            act(live)
            live.bind()
            live.write()
            phase, turn = following.leads_to(live.state, at_us=live.at_us)
            known = head_sequence(opened), live.state
            follow = partial(self._follow, session, table, known) if phase is not live.state.phase else None
            return {"table": table, "round": live.state.number, "phase": phase, "turn": turn}

        request = WriteRequest(person.public_id, route_of(table, action), key, body)
        # A withdrawal puts nothing down that a void could take back.
        round_id = None if body.get("boxes") == [] else round_name(table, number)
        try:
            answer = perform(request, whole_act, at_us=self.clock(), round_id=round_id, session=session)
        except RoundRefusal:
            # What was refused may have come too late; then the clock has its say before the page is shown again.
            self.advance(session, table)
            raise
        if follow is not None:
            follow()
        return answer

    def _live(self, session: Session, table: str, number: int) -> LiveRound:
        state = read_open_round(session, table)
        if state.number != number:
            raise RoundOverError(
                message("Round {round} is over; look at the table again.", round=round_name(table, number))
            )
        return LiveRound(session, self.vault, state, instant_for(session, self.clock()))

    def _close(self, live: LiveRound) -> None:
        """Write what happened, and open the next round where this one is over."""
        live.write()
        if live.state.phase.is_over:
            open_round(live.session, self.vault, live.state.table, self.new_seed(), at_us=live.at_us)


def _is_playing(session: Session, person: Person) -> bool:
    """Say whether a person has anything in play, at any table."""
    return any(read_open_round(session, table).set_of(person.public_id) for table in table_currencies(session))


def _refuse_staff(person: Person) -> None:
    if not person.is_player:
        raise StaffRefusal(message("People of the house do not play at its tables."))


def _refuse_unaffordable(live: LiveRound, after: Round, player: str) -> None:
    """Refuse a set that the balance does not cover, with all reserved bets, before any of it moves.

    Also one whose largest winnings no account could keep: a win is always paid.
    """
    settings = after.settings
    own, house = player_account(player, settings.currency), bank(settings.currency)
    balance_of = balances(live.session, [own, house])
    held = balance_of[own]
    before, stakes = ([stake for stake in state.box_stakes if stake.player == player] for state in (live.state, after))
    released, needed = stakes_in_all(live.state, before), stakes_in_all(after, stakes)
    if held + released < needed:
        raise InsufficientFundsError(
            message(
                "These stakes cost {needed} in all, with the bets of the open boxes; your balance is {held}.",
                needed=amount_text(needed, settings.decimals),
                held=amount_text(held + released, settings.decimals),
            )
        )
    most = largest_returns_in_all(after, after.box_stakes)
    if max(held, -balance_of[house]) + most > LARGEST_AMOUNT:
        raise StakeRefusal(message("A win on these stakes would be too large to be kept in an account."))
