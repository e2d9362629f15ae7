"""One box as one viewer sees it: cards, hand, wagers, lines, and how it stands, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino_table.cards import RANK_NAMES, rank_of
from casino_table.game.round import Phase, Round
from casino_table.game.settlement import BoxStake, Decision, Line, Play, Reason, Wager, reason_sentence
from casino_table.hands.ranking import Hand, evaluate
from casino_table.money import amount_text, short_amount_text
from casino_table.tables.sign import offers_bonus
from casino_table.tables.steps import Steps
from casino_table.tables.story import board_of
from casino_table.tables.view import BoxView, CardView, LineView, Mark, WagerView
from casino_table.tables.words import SHORT_REASONS, WAGER_LABELS, is_against_dealer, result_word, row_label
from casino_table.text import Message, message

_TIME_OVER = message("The time was over, and the box folded.")
_SLOTS = (CardView(slot=True), CardView(slot=True))
_BACKS = (CardView(), CardView())


@dataclass(frozen=True, slots=True)
class Seen:
    """Hold what a view of boxes is made from: the round, who looks, what they may see, and what others are called."""

    state: Round
    viewer: str | None
    cards: Mapping[int, tuple[int, ...]]
    names: Mapping[str, str]
    steps: Steps

    def owner_name(self, stake: BoxStake) -> str:
        """Return what the owner of a box is called."""
        return self.names.get(stake.player, stake.player)


def marked(cards: Sequence[int], best: Sequence[int], step: int = 0) -> tuple[CardView, ...]:
    """Return cards with those marked that belong to a best five."""
    return tuple(CardView(card, Mark.BEST if card in best else Mark.SPARE, step=step) for card in cards)


def wager_places(seen: Seen) -> list[Wager]:
    """Return the places of a box in reading order; no place for a bonus that is not offered."""
    has_bonus = offers_bonus(seen.state.paytable, seen.state.settings)
    return [Wager.BONUS, Wager.ANTE, Wager.BET] if has_bonus else [Wager.ANTE, Wager.BET]


def box_view(box: int, seen: Seen) -> BoxView:
    """Return a box of the table."""
    stake = seen.state.stake_of(box)
    if stake is None:
        return _free_box(box, seen)
    lines = [line for line in seen.state.lines if line.box == box] if seen.state.phase.is_over else []
    hand, best = _hand(stake, seen)
    state, status = _state(stake, lines, seen)
    step = seen.steps.boxes.get(box, 0)
    return BoxView(
        number=box,
        owner="mine" if stake.player == seen.viewer else "other",
        owner_name=seen.owner_name(stake),
        play=stake.play.value,
        state=state,
        status=status,
        cards=_cards(stake, seen, best),
        best=tuple(CardView(card) for card in best),
        hand=None if hand is None else hand.name,
        note=_note(stake, lines, hand, seen),
        wagers=tuple(_wager(name, stake, lines, seen) for name in wager_places(seen)),
        cost=_cost(stake, seen) if seen.state.phase is Phase.BETTING and stake.player == seen.viewer else None,
        net=sum(line.returned - line.stake for line in lines) if lines else None,
        step=step,
    )


def _free_box(box: int, seen: Seen) -> BoxView:
    if seen.state.phase is Phase.BETTING:
        wagers = tuple(WagerView(wager=name.value, label=WAGER_LABELS[name]) for name in wager_places(seen))
        return BoxView(number=box, cards=_SLOTS, wagers=wagers)
    note = None if seen.state.phase.is_over else message("free for the next round")
    return BoxView(number=box, cards=_SLOTS, note=note)


def _hand(stake: BoxStake, seen: Seen) -> tuple[Hand | None, tuple[int, ...]]:
    """Return the hand of a box as far as it can be seen, and its best five once the board is complete."""
    cards = seen.cards.get(stake.box)
    if cards is None or not seen.state.flop:
        return None, ()
    if seen.state.dealer and not stake.is_folded:
        hand = evaluate((*cards, *board_of(seen.state)))
        return hand, hand.best
    return evaluate((*cards, *seen.state.flop)), ()


def _cards(stake: BoxStake, seen: Seen, best: Sequence[int]) -> tuple[CardView, ...]:
    if not seen.state.flop:
        return _SLOTS
    cards = seen.cards.get(stake.box)
    if cards is None:
        return _BACKS
    was_seen = stake.player == seen.viewer and stake.play is Play.OPEN
    first_shown = seen.steps.bonus.get(stake.box, seen.steps.boxes.get(stake.box, 0))
    step = 0 if was_seen else first_shown
    return marked(cards, best, step) if best else tuple(CardView(card, step=step) for card in cards)


def _state(stake: BoxStake, lines: Sequence[Line], seen: Seen) -> tuple[str, Message | None]:
    is_mine = stake.player == seen.viewer
    state, word = _state_word(stake, lines, seen, is_mine=is_mine)
    if word is None or is_mine:
        return state, word
    if state == "turn":
        return state, message("{name} decides", name=seen.owner_name(stake))
    return state, message("{name}: {what}", name=seen.owner_name(stake), what=word)


def _state_word(stake: BoxStake, lines: Sequence[Line], seen: Seen, *, is_mine: bool) -> tuple[str, Message | None]:
    phase = seen.state.phase
    if phase is Phase.VOID:
        return "void", message("void")
    if stake.is_folded:
        return "folded", message("time over, folded") if stake.timeout else message("folded")
    if phase is Phase.SETTLED:
        return _result(lines, seen)
    if seen.state.turn == stake.box:
        return "turn", message("your turn") if is_mine else message("decides")
    if stake.decision is Decision.BET:
        return "bet", message("bet")
    return "waiting", None


def _result(lines: Sequence[Line], seen: Seen) -> tuple[str, Message]:
    """Return what a box brought, all its wagers together, with the amount: a hand may be equal and a bonus lost."""
    state, word = result_word(lines)
    net = abs(sum(line.returned - line.stake for line in lines))
    if not net:
        return state, word
    return state, message("{word} {amount}", word=word, amount=short_amount_text(net, seen.state.settings.decimals))


def _note(stake: BoxStake, lines: Sequence[Line], hand: Hand | None, seen: Seen) -> Message | None:
    if seen.state.phase is Phase.DECIDING and stake.box not in seen.cards:
        if stake.play is Play.BLIND:
            return message("seen at the showdown")
        is_mine = stake.player == seen.viewer
        if is_mine and stake.decision is None:
            return message("seen when its turn comes")
    against = next((line for line in lines if is_against_dealer(line)), None)
    if against is None:
        return None
    said, deciding = SHORT_REASONS[against.reason], None if hand is None else _deciding_cards(hand, seen)
    if deciding is None or against.reason not in {Reason.WIN, Reason.LOSE}:
        return said
    mine, theirs = deciding
    return message("{what}: {mine} against {theirs}", what=said, mine=mine, theirs=theirs)


def _deciding_cards(hand: Hand, seen: Seen) -> tuple[Message, Message] | None:
    """Return the ranks that decide between a box and a dealer whose hands have one name, as pairs of nines have."""
    dealer = evaluate((*seen.state.dealer, *board_of(seen.state)))
    if hand.name != dealer.name:
        return None
    pairs = ((rank_of(mine), rank_of(theirs)) for mine, theirs in zip(hand.best, dealer.best, strict=True))
    return next(((RANK_NAMES[mine], RANK_NAMES[theirs]) for mine, theirs in pairs if mine != theirs), None)


def _wager(name: Wager, stake: BoxStake, lines: Sequence[Line], seen: Seen) -> WagerView:
    line = next((line for line in lines if line.wager is name), None)
    amount, state = _amount(name, stake, seen)
    return WagerView(
        wager=name.value,
        label=WAGER_LABELS[name],
        stake=amount if line is None else line.stake,
        state=state if amount else "none",
        line=None if line is None else _line(line, stake, seen),
    )


def _amount(name: Wager, stake: BoxStake, seen: Seen) -> tuple[int, str]:
    multiple = seen.state.paytable.rules.bet_multiple
    if name is Wager.BONUS:
        return stake.bonus, "placed"
    if name is Wager.ANTE:
        return stake.ante, "folded" if stake.is_folded else "placed"
    if seen.state.turn == stake.box:
        return stake.ante * multiple, "asked"
    return stake.bet_made(multiple), "placed"


def _line(line: Line, stake: BoxStake, seen: Seen) -> LineView:
    is_bonus = line.wager is Wager.BONUS
    step = seen.steps.bonus.get(line.box, 0) if is_bonus else seen.steps.boxes.get(line.box, 0)
    note = None if is_against_dealer(line) else SHORT_REASONS[line.reason]
    cards = seen.cards.get(stake.box)
    if line.reason is Reason.BONUS_NO_ROW and cards is not None:
        note = message("{hand}: no row", hand=evaluate((*cards, *seen.state.flop)).name)
    return LineView(
        outcome=line.outcome.value,
        reason=_TIME_OVER if line.reason is Reason.FOLDED and stake.timeout else reason_sentence(line.reason),
        note=note,
        row=None if line.row is None else row_label(line.row),
        odds="" if line.odds is None else str(line.odds),
        won=line.won,
        returned=line.returned,
        uncapped_won=line.uncapped_won if line.capped else None,
        step=step,
    )


def _cost(stake: BoxStake, seen: Seen) -> Message:
    """Return what a box costs in all, with the bet that is kept ready."""
    settings, times = seen.state.settings, 1 + seen.state.paytable.rules.bet_multiple
    amounts = {
        "ante": amount_text(stake.ante, settings.decimals),
        "bet": amount_text(stake.ante * (times - 1), settings.decimals),
        "bonus": amount_text(stake.bonus, settings.decimals),
        "total": amount_text(stake.ante * times + stake.bonus, settings.decimals),
    }
    if stake.play is Play.OPEN and stake.bonus:
        return message("ante {ante} + bet {bet} + bonus {bonus} = {total}", **amounts)
    if stake.play is Play.OPEN:
        return message("ante {ante} + bet {bet} = {total}", **amounts)
    if stake.bonus:
        return message("ante + bet = {times} × {ante} + bonus {bonus} = {total}", times=times, **amounts)
    return message("ante + bet = {times} × {ante} = {total}", times=times, **amounts)
