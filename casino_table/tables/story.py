"""A round told in sentences, operation by operation, as one viewer may hear it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch

from casino_table.cards import card_name, parse_card
from casino_table.game.operations import (
    BetsClosed,
    BonusesSettled,
    ClockAsked,
    DealAsked,
    Dealt,
    Decided,
    EndedWithoutStakes,
    Operation,
    RoundOpened,
    Settled,
    ShownDown,
    StakesPlaced,
    Voided,
)
from casino_table.game.round import Phase, Round, round_name
from casino_table.game.settlement import Decision, Line, Wager
from casino_table.hands.ranking import evaluate
from casino_table.money import amount_text
from casino_table.tables.steps import Steps, steps_of
from casino_table.tables.view import NewsView
from casino_table.tables.words import cards_label, minimum_label, result_word
from casino_table.text import Message, message


class Teller:
    """Tell the operations of a round to one viewer; `names` are the names of the players."""

    def __init__(self, state: Round, names: Mapping[str, str], viewer: str | None) -> None:
        self.state = state
        self.names = names
        self.viewer = viewer
        self.steps: Steps = steps_of(state)

    def is_mine(self, player: str) -> bool:
        """Say whether the viewer is that player."""
        return player == self.viewer

    def name(self, player: str) -> str:
        """Return what the others at the table read for a player."""
        return self.names.get(player, player)

    def money(self, minor: int) -> str:
        """Return an amount in the table's currency."""
        return amount_text(minor, self.state.settings.decimals)

    def tell(self, operations: Sequence[Operation]) -> tuple[NewsView, ...]:
        """Return every sentence, numbered in order; the numbers stay as the round goes on."""
        said = (pair for operation in operations for pair in sentences(operation, self))
        return tuple(NewsView(number, sentence, step) for number, (sentence, step) in enumerate(said, start=1))


def dealer_verdict(state: Round) -> tuple[bool, Message]:
    """Return whether the dealer's shown hand qualifies, and why in words."""
    minimum = state.paytable.rules.dealer_qualifies
    hand = evaluate((*state.dealer, *board_of(state)))
    label = minimum_label(minimum)
    if hand.rank >= minimum.rank:
        return True, message("qualifies: {minimum} or better", minimum=label)
    return False, message("does not qualify: less than {minimum}", minimum=label)


def ending(state: Round) -> Message:
    """Return how a round ended, in a sentence for who only watched it."""
    if state.phase is Phase.VOID:
        return message("Round {round} is void.", round=state.name)
    if not state.dealer:
        return message("Round {round} is over: every box folded.", round=state.name)
    values = {
        "round": state.name,
        "cards": cards_label(state.dealer),
        "hand": evaluate((*state.dealer, *board_of(state))).name,
        "boxes": _results(state),
    }
    if dealer_verdict(state)[0]:
        return message("Round {round} is over. The dealer had {cards}: {hand}, and qualified. {boxes}.", **values)
    return message("Round {round} is over. The dealer had {cards}: {hand}, and did not qualify. {boxes}.", **values)


def _results(state: Round) -> Message:
    """Return in words how each box came out, one after the other."""
    said: Message | None = None
    for stake in state.stakes:
        _, word = result_word(line for line in state.lines if line.box == stake.box)
        word = message("folded") if stake.is_folded else word
        one = message("Box {box} {what}", box=stake.box, what=word)
        said = one if said is None else message("{first}, {second}", first=said, second=one)
    assert said is not None, "a settled round has boxes"
    return said


def board_of(state: Round) -> tuple[int, ...]:
    """Return the common cards that have been turned up."""
    return (*state.flop, *(card for card in (state.turn_card, state.river_card) if card is not None))


Told = Iterator[tuple[Message, int]]


@singledispatch
def sentences(operation: Operation, teller: Teller) -> Told:  # noqa: ARG001 - the signature of all that follow
    """Yield what is said of an operation, each sentence with the step at which it is told."""
    return iter(())


@sentences.register
def _(operation: RoundOpened, _teller: Teller) -> Told:
    yield message("Round {round} is open for bets.", round=round_name(operation.table, operation.number)), 0


@sentences.register
def _(operation: StakesPlaced, teller: Teller) -> Told:
    values = {"name": teller.name(operation.player), "bets": _bets(operation, teller)}
    if teller.is_mine(operation.player):
        yield message("You bet on {bets}.", **values) if operation.wagers else message("You took your bets back."), 0
    elif operation.wagers:
        yield message("{name} bets on {bets}.", **values), 0
    else:
        yield message("{name} took the bets back.", **values), 0


def _bets(operation: StakesPlaced, teller: Teller) -> Message:
    """Return which boxes have what on them: box 1, ante 10.00."""
    bonuses = sum(wager.bonus for wager in operation.wagers)
    values = {
        "boxes": ", ".join(str(wager.box) for wager in operation.wagers),
        "antes": teller.money(sum(wager.ante for wager in operation.wagers)),
        "bonuses": teller.money(bonuses),
    }
    if len(operation.wagers) == 1:
        if bonuses:
            return message("box {boxes}: ante {antes}, bonus {bonuses}", **values)
        return message("box {boxes}: ante {antes}", **values)
    if bonuses:
        return message("boxes {boxes}: antes {antes}, bonuses {bonuses}", **values)
    return message("boxes {boxes}: antes {antes}", **values)


@sentences.register
def _(operation: DealAsked, teller: Teller) -> Told:
    if teller.is_mine(operation.player):
        yield message("You are ready for the deal."), 0
    else:
        yield message("{name} is ready for the deal.", name=teller.name(operation.player)), 0


@sentences.register
def _(_operation: ClockAsked, _teller: Teller) -> Told:
    yield message("Somebody waits to play, so the clock runs."), 0


@sentences.register
def _(_operation: BetsClosed, _teller: Teller) -> Told:
    yield message("Bets are closed."), 0


@sentences.register
def _(operation: Dealt, _teller: Teller) -> Told:
    yield message("The flop: {cards}.", cards=cards_label(parse_card(text) for text in operation.flop)), 0


@sentences.register
def _(operation: Decided, teller: Teller) -> Told:
    stake = teller.state.stake_of(operation.box)
    assert stake is not None, "a box that decides has a stake"
    bet = teller.money(stake.ante * teller.state.paytable.rules.bet_multiple)
    values = {"box": operation.box, "name": teller.name(operation.player), "bet": bet}
    has_bet = operation.decision is Decision.BET
    if operation.timeout:
        yield message("Box {box}: the time is over, the box folds.", **values), 0
    elif teller.is_mine(operation.player):
        mine = message("Box {box}: you bet {bet}.", **values) if has_bet else message("Box {box}: you fold.", **values)
        yield mine, 0
    elif has_bet:
        yield message("Box {box}: {name} bets {bet}.", **values), 0
    else:
        yield message("Box {box}: {name} folds.", **values), 0


@sentences.register
def _(operation: BonusesSettled, teller: Teller) -> Told:
    for line in operation.lines:
        cards = [parse_card(text) for text in operation.cards[line.box]]
        hand = evaluate((*cards, *teller.state.flop))
        values = {"box": line.box, "cards": cards_label(cards), "hand": hand.name, "odds": str(line.odds)}
        step = teller.steps.bonus.get(line.box, 0)
        if line.uncapped_won is not None:
            cut = {"won": teller.money(line.won), "uncapped": teller.money(line.uncapped_won)}
            said = message(
                "Box {box}, bonus: {cards}, {hand}, wins {odds}, cut by the maximum payout: {won} instead of "
                "{uncapped}.",
                **values,
                **cut,
            )
            yield said, step
        elif line.won:
            won = teller.money(line.won)
            yield message("Box {box}, bonus: {cards}, {hand}, wins {odds}, {won}.", **values, won=won), step
        else:
            yield message("Box {box}, bonus: {cards}, {hand}; no win.", **values), step


@sentences.register
def _(operation: ShownDown, teller: Teller) -> Told:
    yield message("The turn: {card}.", card=card_name(parse_card(operation.turn))), teller.steps.turn
    yield message("The river: {card}.", card=card_name(parse_card(operation.river))), teller.steps.river
    dealer = [parse_card(text) for text in operation.dealer]
    river = (*teller.state.flop, parse_card(operation.turn), parse_card(operation.river))
    hand = evaluate((*dealer, *river))
    minimum = teller.state.paytable.rules.dealer_qualifies
    values = {"cards": cards_label(dealer), "hand": hand.name, "minimum": minimum_label(minimum)}
    if hand.rank >= minimum.rank:
        said = message("The dealer has {cards}: {hand}, and qualifies with {minimum} or better.", **values)
    else:
        said = message("The dealer has {cards}: {hand}, and does not qualify; {minimum} is needed.", **values)
    yield said, teller.steps.dealer


@sentences.register
def _(operation: Settled, teller: Teller) -> Told:
    for box, step in teller.steps.boxes.items():
        yield _box_sentence(teller, box, [line for line in operation.lines if line.box == box]), step
    mine = [stake.box for stake in teller.state.stakes if teller.is_mine(stake.player)]
    lines = [line for line in operation.lines if line.box in mine]
    if lines:
        staked, returned = sum(line.stake for line in lines), sum(line.returned for line in lines)
        values = {"staked": teller.money(staked), "returned": teller.money(returned)}
        yield message("You staked {staked}; {returned} came back.", **values), teller.steps.last


def _box_sentence(teller: Teller, box: int, lines: Sequence[Line]) -> Message:
    cards = (teller.state.cards or {})[box]
    hand = evaluate((*cards, *board_of(teller.state)))
    main = [line for line in lines if line.wager is not Wager.BONUS]
    returned = teller.money(sum(line.returned for line in main))
    _, word = result_word(main)
    values = {"box": box, "cards": cards_label(cards), "hand": hand.name, "word": word, "returned": returned}
    cut = sum(line.uncapped_won - line.won for line in main if line.uncapped_won is not None)
    if cut:
        return message(
            "Box {box}: {cards}, {hand}; {word}, {returned} comes back for ante and bet, the maximum payout having cut "
            "off {cut}.",
            **values,
            cut=teller.money(cut),
        )
    return message("Box {box}: {cards}, {hand}; {word}, {returned} comes back for ante and bet.", **values)


@sentences.register
def _(_operation: Voided, _teller: Teller) -> Told:
    yield message("The round is void; every stake that is not settled goes back."), 0


@sentences.register
def _(_operation: EndedWithoutStakes, _teller: Teller) -> Told:
    yield message("The round ended without any bets."), 0
