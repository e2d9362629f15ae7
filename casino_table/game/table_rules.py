"""Stakes and plays that a table's limits do not allow, found in the boxes of a round that was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casino_table.game.limits import DEFAULT_OPEN_BOXES, Limits
from casino_table.game.settlement_types import BoxStake, Play, Wager
from casino_table.text import Message, message


@dataclass(frozen=True, slots=True)
class Breach:
    """Hold what was not allowed: on which box, with which wager (None where it is the play), and a sentence."""

    box: int
    wager: Wager | None
    sentence: Message


def limit_breaches(limits: Limits, boxes: Sequence[BoxStake]) -> Iterator[Breach]:
    """Find stakes off the table's limits: outside minimum and maximum, off the step, on a box the table does not have.

    Steps count from the minimum. A bonus of 0 is none and breaks no limit.
    """
    for stake in boxes:
        if limits.boxes is not None and stake.box > limits.boxes:
            sentence = message("box {box} is not among the table's {boxes} boxes", box=stake.box, boxes=limits.boxes)
            yield Breach(stake.box, Wager.ANTE, sentence)
        sentence_of_ante = _off_limits(Wager.ANTE, stake.ante, limits.ante_min, limits.ante_max, limits.ante_step)
        if sentence_of_ante is not None:
            yield Breach(stake.box, Wager.ANTE, sentence_of_ante)
        if stake.bonus:
            sentence_of_bonus = _off_limits(
                Wager.BONUS, stake.bonus, limits.bonus_min, limits.bonus_max, limits.bonus_step
            )
            if sentence_of_bonus is not None:
                yield Breach(stake.box, Wager.BONUS, sentence_of_bonus)


def _off_limits(wager: Wager, amount: int, least: int | None, most: int | None, step: int | None) -> Message | None:
    """Return what is wrong with a stake, or None."""
    if least is not None and amount < least:
        return message(
            "the {wager} of {amount} is below the minimum of {least}", wager=wager, amount=amount, least=least
        )
    if most is not None and amount > most:
        return message("the {wager} of {amount} is above the maximum of {most}", wager=wager, amount=amount, most=most)
    if step is not None and (amount - (least or 0)) % step:
        return message(
            "the {wager} of {amount} is off the steps of {step} from {least}",
            wager=wager,
            amount=amount,
            step=step,
            least=least or 0,
        )
    return None


def bet_breaches(boxes: Sequence[BoxStake], *, bet_multiple: int) -> Iterator[Breach]:
    """Find bets that are stated and are not `bet_multiple` times the ante."""
    for stake in boxes:
        right = bet_multiple * stake.ante
        if stake.bet is not None and stake.bet != right and not (stake.bet == 0 and stake.is_folded):
            yield Breach(
                stake.box,
                Wager.BET,
                message(
                    "the bet is {bet}, but {multiple} times the ante of {ante} is {right}",
                    bet=stake.bet,
                    multiple=bet_multiple,
                    ante=stake.ante,
                    right=right,
                ),
            )


def play_breaches(limits: Limits, boxes: Sequence[BoxStake]) -> Iterator[Breach]:
    """Find plays that no table, or not this one, allows a player.

    More open boxes than the table's limit (two where it states none), an open box above a blind one, and unequal antes
    where equal ones are demanded. Who plays fewer boxes open than he may breaks no rule.
    """
    of_player: dict[str, list[BoxStake]] = {}
    for stake in sorted(boxes, key=lambda stake: stake.box):
        of_player.setdefault(stake.player, []).append(stake)
    for own in of_player.values():
        yield from _open_breaches(limits, own)
        if limits.equal_stakes:
            for stake in own[1:]:
                if stake.ante != own[0].ante:
                    yield Breach(
                        stake.box,
                        Wager.ANTE,
                        message(
                            "the ante is {ante}, but {first} on box {box} of the same player; this table demands equal"
                            " antes",
                            ante=stake.ante,
                            first=own[0].ante,
                            box=own[0].box,
                        ),
                    )


def _open_breaches(limits: Limits, own: Sequence[BoxStake]) -> Iterator[Breach]:
    """Find the open boxes of one player, lowest first, that had to be blind; one breach a box."""
    allowed = DEFAULT_OPEN_BOXES if limits.open_boxes_per_player is None else limits.open_boxes_per_player
    opened = 0
    blind: int | None = None
    for stake in own:
        if stake.play is Play.BLIND:
            blind = stake.box if blind is None else blind
            continue
        opened += 1
        if opened > allowed:
            yield Breach(
                stake.box,
                None,
                message(
                    "box {box} is open box number {count} of its player; {allowed} may be open",
                    box=stake.box,
                    count=opened,
                    allowed=allowed,
                ),
            )
        elif blind is not None:
            yield Breach(
                stake.box,
                None,
                message(
                    "box {box} is open above box {blind} of the same player, which is blind", box=stake.box, blind=blind
                ),
            )
