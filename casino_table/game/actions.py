"""What may happen in a round and when: for each action `verify_` refuses, `can_` answers, and the action itself does.

Every action returns the new state and the operation record that led to it; nothing here reads a clock, a balance,
or where a seed comes from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hmac import compare_digest

from casino_table.cards import card_text, card_texts
from casino_table.game.operations import (
    BetsClosed,
    BonusesSettled,
    ClockAsked,
    CloseReason,
    DealAsked,
    Dealt,
    Decided,
    EndedWithoutStakes,
    SeedRevealed,
    SeedShare,
    Settled,
    ShownDown,
    Voided,
)
from casino_table.game.refusals import BetsClosedError, NotYourTurnError, RoundRefusal, SeedRefusal, allows
from casino_table.game.round import Phase, Round, apply, deal_of
from casino_table.game.settlement import BoxStake, Decision, Line, settle, settle_bonuses, settle_void
from casino_table.game.shuffle import Contribution, client_commitment, commitment, shuffle_deck
from casino_table.text import message

# Asking for the deal, or for a clock


def verify_ask_for_deal(state: Round, player: str, *, at_us: int) -> None:
    """Refuse the request of a player without a stake, a second one, or one after bets are closed."""
    if state.phase is not Phase.BETTING or state.is_overdue(at_us):
        raise BetsClosedError(message("The cards of round {round} are already dealt.", round=state.name))
    own = state.set_of(player)
    if own is None:
        raise RoundRefusal(message("Put a stake on a box first; then ask for the deal."))
    if own.has_asked:
        raise RoundRefusal(message("You have asked for the deal already."))


def can_ask_for_deal(state: Round, player: str, *, at_us: int) -> bool:
    """Say whether a player may ask for the deal."""
    return allows(verify_ask_for_deal, state, player, at_us=at_us)


def ask_for_deal(state: Round, player: str, *, at_us: int) -> tuple[Round, DealAsked]:
    """Note that a player is ready for the deal."""
    verify_ask_for_deal(state, player, at_us=at_us)
    operation = DealAsked(at_us=at_us, player=player)
    return apply(operation, state), operation


def verify_ask_for_clock(state: Round, player: str) -> None:
    """Refuse the clock where none is needed: to a player of the round, at a table without times, or once it runs."""
    if not state.settings.has_clock:
        raise RoundRefusal(message("This table has no times, so it is played alone."))
    if state.set_of(player) is not None:
        raise RoundRefusal(message("You play in this round yourself; the clock is for those who wait."))
    if not state.sets or state.phase not in {Phase.BETTING, Phase.DECIDING}:
        raise RoundRefusal(message("There is nobody to wait for; put your stakes down."))
    if state.deadline_us is not None:
        raise RoundRefusal(message("The clock is running already."))


def can_ask_for_clock(state: Round, player: str) -> bool:
    """Say whether somebody who waits may start the clock."""
    return allows(verify_ask_for_clock, state, player)


def ask_for_clock(state: Round, player: str, *, at_us: int) -> tuple[Round, ClockAsked]:
    """Start the clock of whoever plays alone, since somebody waits to play."""
    verify_ask_for_clock(state, player)
    operation = ClockAsked(at_us=at_us, player=player)
    return apply(operation, state), operation


# Closing the bets, seeds, and the deal


def verify_close_bets(state: Round, *, at_us: int) -> None:
    """Refuse to close unless every player with a stake has asked for the deal or the betting time is over."""
    if state.phase is not Phase.BETTING:
        raise BetsClosedError(message("Bets of round {round} are closed already.", round=state.name))
    if not state.sets:
        raise RoundRefusal(message("Nobody has a stake in round {round}.", round=state.name))
    if not (all(stake_set.has_asked for stake_set in state.sets) or state.is_overdue(at_us)):
        raise RoundRefusal(message("Other players are still placing their stakes."))


def can_close_bets(state: Round, *, at_us: int) -> bool:
    """Say whether bets may close."""
    return allows(verify_close_bets, state, at_us=at_us)


def close_bets(state: Round, *, at_us: int) -> tuple[Round, BetsClosed]:
    """Close the bets and freeze the players' commitments to their seeds."""
    verify_close_bets(state, at_us=at_us)
    everybody_asked = all(stake_set.has_asked for stake_set in state.sets)
    operation = BetsClosed(
        at_us=at_us,
        reason=CloseReason.ALL_ASKED if everybody_asked else CloseReason.TIME,
        promises=tuple(stake_set.promise for stake_set in state.sets if stake_set.promise is not None),
    )
    return apply(operation, state), operation


def verify_reveal_seed(state: Round, player: str, client_seed: bytes, *, at_us: int) -> None:
    """Refuse a seed before the commitments are frozen, after its time, without a commitment, or not matching it."""
    if state.phase is not Phase.REVEALING or state.is_overdue(at_us):
        raise SeedRefusal(message("Seeds are revealed between the close of bets and the deal, at no other time."))
    promise = next((promise for promise in state.promises if promise.player == player), None)
    if promise is None:
        raise SeedRefusal(message("You sent no commitment with your stakes, so there is no seed to reveal."))
    if player in (state.seeds or {}):
        raise SeedRefusal(message("Your seed is revealed already."))
    actual = client_commitment(promise.box, player, client_seed).hex()
    if not compare_digest(actual, promise.client_commitment):
        raise SeedRefusal(message("This seed is not the one that you committed to."))


def can_reveal_seed(state: Round, player: str, client_seed: bytes, *, at_us: int) -> bool:
    """Say whether a player may reveal this seed now."""
    return allows(verify_reveal_seed, state, player, client_seed, at_us=at_us)


def reveal_seed(state: Round, player: str, client_seed: bytes, *, at_us: int) -> tuple[Round, SeedRevealed]:
    """Take a player's seed into the shuffle."""
    verify_reveal_seed(state, player, client_seed, at_us=at_us)
    operation = SeedRevealed(at_us=at_us, player=player, client_seed=client_seed.hex())
    return apply(operation, state), operation


def verify_deal(state: Round, *, at_us: int) -> None:
    """Refuse the deal before bets are closed, and while a player may still reveal a seed."""
    if state.phase is not Phase.REVEALING:
        raise RoundRefusal(message("Round {round} cannot be dealt now.", round=state.name))
    if len(state.seeds or {}) < len(state.promises) and not state.is_overdue(at_us):
        raise RoundRefusal(message("The players' seeds are still coming in."))


def can_deal(state: Round, *, at_us: int) -> bool:
    """Say whether the cards may be dealt."""
    return allows(verify_deal, state, at_us=at_us)


def deal(state: Round, server_seed: bytes, *, at_us: int) -> tuple[Round, Dealt]:
    """Fix the deck by the house's seed and the players', and turn up the flop."""
    verify_deal(state, at_us=at_us)
    _verify_seed(state, server_seed)
    seeds = state.seeds or {}
    shares = tuple(
        SeedShare(promise.box, promise.player, promise.client_commitment, seeds.get(promise.player))
        for promise in state.promises
    )
    deck = shuffle_deck(server_seed, state.table, state.number, contributions_of(shares))
    operation = Dealt(at_us=at_us, shares=shares, flop=tuple(card_texts(deal_of(state, deck).flop or ())))
    return apply(operation, state), operation


def deck_of(state: Round, server_seed: bytes) -> tuple[int, ...]:
    """Return the deck of a round that has been dealt, derived again from its seeds."""
    _verify_seed(state, server_seed)
    return shuffle_deck(server_seed, state.table, state.number, contributions_of(state.shares))


def contributions_of(shares: Sequence[SeedShare]) -> tuple[Contribution, ...]:
    """Return the contributions to the shuffle: who did not reveal contributes the bytes of the commitment."""
    return tuple(
        Contribution(share.box, share.player, bytes.fromhex(share.client_seed or share.client_commitment))
        for share in shares
    )


def _verify_seed(state: Round, server_seed: bytes) -> None:
    # Not a refusal: with a seed other than the one committed to, nothing may go on.
    if commitment(server_seed).hex() != state.opened.commitment:
        raise AssertionError(f"the stored seed of round {state.name} is not the one committed to")


# Decisions


def verify_decide(state: Round, player: str, box: int, *, at_us: int) -> None:
    """Refuse a decision out of turn, on another's box, or after its time."""
    if state.phase is not Phase.DECIDING:
        raise NotYourTurnError(message("There is nothing to decide in round {round} now.", round=state.name))
    stake = state.stake_of(box)
    if stake is None or stake.player != player:
        raise NotYourTurnError(message("Box {box} is not yours.", box=box))
    if stake.decision is not None:
        raise NotYourTurnError(message("Box {box} has decided already.", box=box))
    if state.turn != box:
        raise NotYourTurnError(message("Box {box} has to wait: it is box {turn}'s turn.", box=box, turn=state.turn))
    if state.is_overdue(at_us):
        raise NotYourTurnError(message("The time of box {box} is over; it folds.", box=box))


def can_decide(state: Round, player: str, box: int, *, at_us: int) -> bool:
    """Say whether a player may decide a box now."""
    return allows(verify_decide, state, player, box, at_us=at_us)


def decide(state: Round, player: str, box: int, decision: Decision, *, at_us: int) -> tuple[Round, Decided]:
    """Bet or fold a box."""
    verify_decide(state, player, box, at_us=at_us)
    operation = Decided(at_us=at_us, player=player, box=box, decision=decision)
    return apply(operation, state), operation


def verify_fold_overdue(state: Round, *, at_us: int) -> None:
    """Refuse the fold of a box whose time is not over."""
    if state.turn is None or not state.is_overdue(at_us):
        raise RoundRefusal(message("No box of round {round} is out of time.", round=state.name))


def can_fold_overdue(state: Round, *, at_us: int) -> bool:
    """Say whether the box in turn is out of time."""
    return allows(verify_fold_overdue, state, at_us=at_us)


def fold_overdue(state: Round, *, at_us: int) -> tuple[Round, Decided]:
    """Fold the box whose time is over; the record says that it was not the player's choice."""
    verify_fold_overdue(state, at_us=at_us)
    stake = next(stake for stake in state.stakes if stake.box == state.turn)
    operation = Decided(at_us=at_us, player=stake.player, box=stake.box, decision=Decision.FOLD, timeout=True)
    return apply(operation, state), operation


# Bonuses, showdown, settlement


def verify_check_bonuses(state: Round) -> None:
    """Refuse the bonuses before every box has decided, and a second time."""
    if state.phase is not Phase.BONUSES:
        raise RoundRefusal(message("The bonuses of round {round} cannot be settled now.", round=state.name))


def can_check_bonuses(state: Round) -> bool:
    """Say whether the bonuses may be settled."""
    return allows(verify_check_bonuses, state)


def check_bonuses(state: Round, server_seed: bytes, *, at_us: int) -> tuple[Round, BonusesSettled]:
    """Turn up every box with a bonus and settle the bonuses on its two cards and the flop."""
    verify_check_bonuses(state)
    dealt = deal_of(state, deck_of(state, server_seed))
    turned_up = [stake.box for stake in state.stakes if stake.bonus]
    operation = BonusesSettled(
        at_us=at_us,
        cards=_texts(dealt.boxes, turned_up),
        lines=settle_bonuses(state.paytable, state.settings.limits, dealt, state.stakes),
    )
    return apply(operation, state), operation


def verify_show_down(state: Round) -> None:
    """Refuse the showdown before the bonuses, a second time, and when every box has folded."""
    if state.phase is not Phase.SHOWDOWN or state.dealer:
        raise RoundRefusal(message("There is no showdown in round {round} now.", round=state.name))
    if not state.boxes_in_play:
        raise RoundRefusal(message("Every box has folded, so the dealer is not turned up."))


def can_show_down(state: Round) -> bool:
    """Say whether turn, river and dealer may be turned up."""
    return allows(verify_show_down, state)


def show_down(state: Round, server_seed: bytes, *, at_us: int) -> tuple[Round, ShownDown]:
    """Turn up turn, river, dealer, and every box still in play."""
    verify_show_down(state)
    dealt = deal_of(state, deck_of(state, server_seed))
    assert dealt.turn is not None and dealt.river is not None and dealt.dealer is not None  # noqa: PT018 - one fact
    operation = ShownDown(
        at_us=at_us,
        turn=card_text(dealt.turn),
        river=card_text(dealt.river),
        dealer=tuple(card_texts(dealt.dealer)),
        cards=_texts(dealt.boxes, state.boxes_in_play),
    )
    return apply(operation, state), operation


def verify_finish(state: Round) -> None:
    """Refuse settlement before the showdown, unless every box has folded."""
    if state.phase is not Phase.SHOWDOWN or (state.boxes_in_play and not state.dealer):
        raise RoundRefusal(message("Round {round} cannot be settled now.", round=state.name))


def can_finish(state: Round) -> bool:
    """Say whether the round may be settled."""
    return allows(verify_finish, state)


def finish(state: Round, server_seed: bytes, *, at_us: int) -> tuple[Round, Settled]:
    """Settle antes and bets, and reveal the seed; the lines include the bonuses that were settled before."""
    verify_finish(state)
    deck = deck_of(state, server_seed)
    operation = Settled(
        at_us=at_us,
        lines=settle(state.paytable, state.settings.limits, deal_of(state, deck), state.stakes),
        server_seed=server_seed.hex(),
        deck=tuple(card_texts(deck)),
    )
    return apply(operation, state), operation


# Ends that are no settlement


def verify_void(state: Round, *, reason: str, pit_boss: str, approver: str) -> None:
    """Refuse a void without reason, by one person alone, of a round without a stake, or after the end."""
    if state.phase.is_over:
        raise RoundRefusal(message("Round {round} is over and stays as it is.", round=state.name))
    if not state.sets:
        raise RoundRefusal(message("Round {round} has no stake that could go back.", round=state.name))
    if not reason.strip():
        raise RoundRefusal(message("A void needs a reason code."))
    if not pit_boss or not approver or pit_boss == approver:
        raise RoundRefusal(message("A void needs two people: a pit boss and an approver."))


def can_void(state: Round, *, reason: str, pit_boss: str, approver: str) -> bool:
    """Say whether these two may void the round."""
    return allows(verify_void, state, reason=reason, pit_boss=pit_boss, approver=approver)


def void(
    state: Round, server_seed: bytes, *, reason: str, pit_boss: str, approver: str, at_us: int
) -> tuple[Round, Voided]:
    """End the round: stakes go back, a bonus already settled as won stays paid; the seed is revealed."""
    verify_void(state, reason=reason, pit_boss=pit_boss, approver=approver)
    _verify_seed(state, server_seed)
    deck = deck_of(state, server_seed) if state.flop else None
    operation = Voided(
        at_us=at_us,
        reason=reason,
        pit_boss=pit_boss,
        approver=approver,
        lines=_void_lines(state, deck),
        server_seed=server_seed.hex(),
        deck=None if deck is None else tuple(card_texts(deck)),
    )
    return apply(operation, state), operation


def _void_lines(state: Round, deck: Sequence[int] | None) -> tuple[Line, ...]:
    stakes: tuple[BoxStake, ...] = state.box_stakes
    dealt = None if deck is None else deal_of(state, deck)
    return settle_void(state.paytable, state.settings.limits, dealt, stakes, bonuses_settled=state.are_bonuses_settled)


def verify_end_without_stakes(state: Round) -> None:
    """Refuse to end a round by the system once anybody has a stake in it."""
    if state.phase is not Phase.BETTING or state.sets:
        raise RoundRefusal(message("Round {round} has stakes; the system cannot end it.", round=state.name))


def can_end_without_stakes(state: Round) -> bool:
    """Say whether the system may end the round."""
    return allows(verify_end_without_stakes, state)


def end_without_stakes(state: Round, server_seed: bytes, *, at_us: int) -> tuple[Round, EndedWithoutStakes]:
    """End a round that nobody has a stake in, and reveal its seed."""
    verify_end_without_stakes(state)
    _verify_seed(state, server_seed)
    operation = EndedWithoutStakes(at_us=at_us, server_seed=server_seed.hex())
    return apply(operation, state), operation


def _texts(boxes: Mapping[int, tuple[int, int]], numbers: Sequence[int]) -> dict[int, tuple[str, ...]]:
    return {number: tuple(card_texts(boxes[number])) for number in numbers}
