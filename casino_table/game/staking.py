"""Putting stakes down: one set of boxes a player, accepted or refused as a whole, replaced until bets close."""

from __future__ import annotations

from collections.abc import Sequence

from casino_table.game.fields import LARGEST_AMOUNT
from casino_table.game.operations import BoxWager, StakesPlaced
from casino_table.game.refusals import BetsClosedError, StakeRefusal, allows
from casino_table.game.round import Phase, Round, StakeSet, apply, stakes_of
from casino_table.game.settings import TableSettings
from casino_table.game.settlement import BoxStake, Play, Wager, largest_return
from casino_table.game.table_rules import limit_breaches
from casino_table.money import short_amount_text
from casino_table.text import message

COMMITMENT_HEX_DIGITS = 64


def verify_place_stakes(
    state: Round, player: str, wagers: Sequence[BoxWager], *, at_us: int, client_commitment: str | None = None
) -> None:
    """Refuse a set that comes too late, takes what is not free, or is outside the limits; each limit is named."""
    if state.phase is not Phase.BETTING or state.is_overdue(at_us):
        raise BetsClosedError(
            message("Bets of round {round} are closed; your stakes were not taken.", round=state.name)
        )
    if not wagers:
        if state.set_of(player) is None:
            raise StakeRefusal(message("Put an ante on at least one box."))
        return
    _verify_boxes(state, player, wagers)
    for wager in wagers:
        _verify_limits(state.settings, wager)
        if wager.bonus and state.paytable.bonus is None:
            raise StakeRefusal(message("Box {box}: this paytable offers no bonus.", box=wager.box))
    if state.settings.equal_stakes and len({wager.ante for wager in wagers}) > 1:
        raise StakeRefusal(message("This table demands equal antes on all of a player's boxes."))
    _verify_returns(state, wagers)
    if client_commitment is not None and not _is_digest(client_commitment):
        raise StakeRefusal(message("A commitment to a seed is 64 hexadecimal digits in lower case."))


def can_place_stakes(state: Round, player: str, wagers: Sequence[BoxWager], *, at_us: int) -> bool:
    """Say whether a player may put this set down now."""
    return allows(verify_place_stakes, state, player, wagers, at_us=at_us)


def place_stakes(
    state: Round, player: str, wagers: Sequence[BoxWager], *, at_us: int, client_commitment: str | None = None
) -> tuple[Round, StakesPlaced]:
    """Put a player's set down in place of an earlier one; an empty set withdraws."""
    verify_place_stakes(state, player, wagers, at_us=at_us, client_commitment=client_commitment)
    operation = StakesPlaced(
        at_us=at_us,
        player=player,
        wagers=tuple(sorted(wagers, key=lambda wager: wager.box)),
        client_commitment=client_commitment if wagers else None,
    )
    return apply(operation, state), operation


def stakes_in_all(state: Round, stakes: Sequence[BoxStake]) -> int:
    """Return what boxes cost in all before the deal, the reserved bet of every open box included; minor units."""
    antes = 1 + state.paytable.rules.bet_multiple
    return sum(antes * stake.ante + stake.bonus for stake in stakes)


def _verify_boxes(state: Round, player: str, wagers: Sequence[BoxWager]) -> None:
    settings = state.settings
    boxes = [wager.box for wager in wagers]
    for box in boxes:
        if not 1 <= box <= settings.boxes:
            raise StakeRefusal(
                message("There is no box {box}; this table has boxes 1 to {last}.", box=box, last=settings.boxes)
            )
        if boxes.count(box) > 1:
            raise StakeRefusal(message("Box {box} stands twice in this set of stakes.", box=box))
        holder = next((stake.player for stake in state.box_stakes if stake.box == box), player)
        if holder != player:
            raise StakeRefusal(message("Box {box} is taken by another player.", box=box))
    if len(boxes) > settings.boxes_per_player:
        raise StakeRefusal(message("A player may take {count} boxes at this table.", count=settings.boxes_per_player))
    others = [stake_set for stake_set in state.sets if stake_set.player != player]
    if others and not settings.has_clock:
        raise StakeRefusal(message("This table has no times, so it is played alone; somebody plays already."))


def _verify_limits(settings: TableSettings, wager: BoxWager) -> None:
    """Refuse an amount off the table's limits, naming the limit."""
    stake = BoxStake(box=wager.box, player="", play=Play.OPEN, ante=wager.ante, bonus=wager.bonus)
    breach = next(limit_breaches(settings.limits, [stake]), None)
    if breach is None:
        return
    if breach.wager is Wager.BONUS:
        amounts = (wager.bonus, settings.bonus_min, settings.bonus_max, settings.bonus_step)
    else:
        amounts = (wager.ante, settings.ante_min, settings.ante_max, settings.ante_step)
    amount, low, high, step = (short_amount_text(each, settings.decimals) for each in amounts)
    raise StakeRefusal(
        message(
            "Box {box}: {wager} {amount} is off the table's limits, {low} to {high} in steps of {step}.",
            box=wager.box,
            wager=message("bonus") if breach.wager is Wager.BONUS else message("ante"),
            amount=amount,
            low=low,
            high=high,
            step=step,
        )
    )


def largest_returns_in_all(state: Round, stakes: Sequence[BoxStake]) -> int:
    """Return the most that boxes can return together, every stake included and before any cap; minor units."""
    return sum(sum(_largest_returns(state, stake)) for stake in stakes)


def _largest_returns(state: Round, stake: BoxStake) -> tuple[int, ...]:
    """Return the most that ante, bet and bonus of a box can return, each with its stake."""
    amounts = (
        (Wager.ANTE, stake.ante),
        (Wager.BET, stake.ante * state.paytable.rules.bet_multiple),
        (Wager.BONUS, stake.bonus),
    )
    limits = state.settings.limits
    return tuple(largest_return(state.paytable, limits, wager, amount) for wager, amount in amounts if amount)


def _verify_returns(state: Round, wagers: Sequence[BoxWager]) -> None:
    """Refuse a stake whose largest return fits no whole number that every tool can read (docs/ledger.md, L3)."""
    for stake in stakes_of([StakeSet("", tuple(wagers))], state.settings):
        if max(_largest_returns(state, stake)) > LARGEST_AMOUNT:
            raise StakeRefusal(message("Box {box}: a win on this stake would be too large to pay.", box=stake.box))


def _is_digest(text: str) -> bool:
    return len(text) == COMMITMENT_HEX_DIGITS and set(text) <= set("0123456789abcdef")
