"""A table as one viewer sees it at one moment: from the state of its rounds to what the page renders."""

from __future__ import annotations

from casino_table.game.actions import can_ask_for_clock
from casino_table.game.round import Phase, Round
from casino_table.game.staking import can_place_stakes, stakes_in_all
from casino_table.hands.ranking import evaluate
from casino_table.money import amount_text, short_amount_text
from casino_table.tables.box_view import Seen, box_view, marked
from casino_table.tables.looking import TableState
from casino_table.tables.sign import chips_of_table, offers_bonus, sign_of
from casino_table.tables.steps import steps_of
from casino_table.tables.story import Teller, board_of, dealer_verdict, ending
from casino_table.tables.view import (
    CardView,
    ClockView,
    Mark,
    PanelView,
    SeatView,
    StakingView,
    TableView,
)
from casino_table.tables.words import cards_label, minimum_label
from casino_table.text import Message, message

DEALER_CARDS = 2
BOARD_CARDS = 5
_PHASES = {
    Phase.BETTING: "betting",
    Phase.REVEALING: "revealing",
    Phase.DECIDING: "deciding",
    Phase.BONUSES: "deciding",
    Phase.SHOWDOWN: "deciding",
    Phase.SETTLED: "result",
    Phase.VOID: "void",
}
_MILLISECOND_US = 1_000
_SECOND_MS = 1_000


def table_view(look: TableState, *, viewer_name: str = "") -> TableView:
    """Return what the page of a table shows to the viewer of `look`."""
    state = look.shown
    steps = steps_of(state)
    seen = Seen(state, look.viewer, look.cards, look.names, steps)
    settings = state.settings
    panel = _panel(look)
    return TableView(
        table=state.table,
        title=message("Table {name}", name=state.table),
        round_number=state.number,
        phase=_PHASES[state.phase],
        version=str(look.sequence),
        currency=settings.currency,
        decimals=settings.decimals,
        sign=sign_of(state),
        dealer=dealer_view(state),
        board=board_view(state),
        boxes=tuple(box_view(box, seen) for box in range(1, settings.boxes + 1)),
        panel=panel,
        staking=_staking(look) if panel.kind in {"bets", "result", "reveal"} else None,
        clock=_clock(state, look.now_us),
        notice=_notice(look),
        notice_clock=_clock(look.open, look.now_us) if state is not look.open else None,
        news=Teller(state, look.names, look.viewer).tell(look.operations),
        balance=look.balance,
        viewer_name=viewer_name,
        chips=chips_of_table(settings),
        last_step=steps.last,
    )


def dealer_view(state: Round) -> SeatView:
    """Return the dealer's place: two cards, the hand, and why it does or does not qualify."""
    steps = steps_of(state)
    minimum = state.paytable.rules.dealer_qualifies
    if state.dealer:
        hand = evaluate((*state.dealer, *board_of(state)))
        qualifies, verdict = dealer_verdict(state)
        return SeatView(
            cards=marked(state.dealer, hand.best, steps.dealer),
            hand=hand.name,
            verdict=verdict,
            qualifies=qualifies,
            step=steps.dealer,
        )
    card = CardView(slot=True) if not state.flop else CardView()
    if state.phase is Phase.SETTLED:
        hand_text = message("not turned up, for every box has folded")
    else:
        hand_text = message("plays with {minimum} or better", minimum=minimum_label(minimum))
    return SeatView(cards=(card,) * DEALER_CARDS, hand=hand_text)


def board_view(state: Round) -> SeatView:
    """Return the five common cards, those lifted that are in the dealer's best five."""
    steps = steps_of(state)
    board = board_of(state)
    best = evaluate((*state.dealer, *board)).best if state.dealer else ()
    shown_at = (0, 0, 0, steps.turn, steps.river)
    uses = _uses(state)
    cards = tuple(
        CardView(card, _mark(card, best), step=step, uses=tuple(box for box, five in uses.items() if card in five))
        for card, step in zip(board, shown_at, strict=False)
    )
    cards += (CardView(slot=True),) * (BOARD_CARDS - len(cards))
    return SeatView(cards=cards, hand=_board_text(state), step=steps.dealer)


def _mark(card: int, best: tuple[int, ...]) -> Mark:
    if not best:
        return Mark.NONE
    return Mark.BEST if card in best else Mark.SPARE


def _uses(state: Round) -> dict[int, tuple[int, ...]]:
    """Return the best five of each box at the showdown."""
    if not state.dealer:
        return {}
    cards = state.cards or {}
    return {box: evaluate((*cards[box], *board_of(state))).best for box in state.boxes_in_play}


def _board_text(state: Round) -> Message:
    if state.dealer:
        return message("lifted: the dealer’s best five")
    if state.phase.is_over:
        return message("no turn, no river")
    if state.flop:
        return message("turn and river follow the decisions")
    return message("three cards with the deal, two after the decisions")


def _clock(state: Round, now_us: int) -> ClockView | None:
    deadline = state.deadline_us
    if deadline is None or state.clock_started_us is None or state.phase.is_over:
        return None
    what = {
        Phase.BETTING: message("bets close in"),
        Phase.REVEALING: message("dealing in"),
        Phase.DECIDING: message("to decide"),
    }[state.phase]
    if state.is_clock_asked:
        what = message("somebody waits to play: {what}", what=what)
    seconds = (deadline - state.clock_started_us) // (_MILLISECOND_US * _SECOND_MS)
    return ClockView(
        deadline_ms=deadline // _MILLISECOND_US, seconds=seconds, now_ms=now_us // _MILLISECOND_US, what=what
    )


def _notice(look: TableState) -> Message | None:
    """Return what goes on in the next round while the viewer reads the last one, or how the one they watched ended."""
    if look.shown is look.watched:
        # The panel says it, but for visitors, whose panel offers them a seat.
        return ending(look.watched) if look.viewer is None else None
    if look.shown is look.open:
        return None if look.watched is None or look.open.phase is not Phase.BETTING else ending(look.watched)
    if not look.open.sets:
        return None
    who = _names(look, look.open.players)
    if look.open.phase is not Phase.BETTING:
        return message("Round {round} is being played by {who}.", round=look.open.name, who=who)
    if look.open.deadline_us is not None:
        return message("{who} has bet on round {round}. Bets close in", who=who, round=look.open.name)
    return message("{who} has bet on round {round}.", who=who, round=look.open.name)


def _names(look: TableState, players: tuple[str, ...]) -> str:
    return ", ".join(look.names.get(player, player) for player in players)


def _panel(look: TableState) -> PanelView:
    state = look.shown
    if look.viewer is None:
        return _visitor_panel(state)
    if state.phase.is_over:
        return _over_panel(look)
    if state.phase is Phase.BETTING:
        return _bets_panel(look)
    if state.phase is Phase.REVEALING:
        return _reveal_panel(look)
    return _play_panel(look)


def _visitor_panel(state: Round) -> PanelView:
    amount = short_amount_text(state.settings.guest_buy_in, state.settings.decimals)
    said = message(
        "Sit down as a guest and play with {amount} {currency} of play money.",
        amount=amount,
        currency=state.settings.currency,
    )
    return PanelView(kind="guest", say=said)


def _over_panel(look: TableState) -> PanelView:
    state = look.shown
    if state is look.watched:
        return PanelView(kind="watched", say=ending(state), next_round=look.open.number)
    if state.phase is Phase.VOID:
        said = message("Round {round} is void: antes and bets went back.", round=state.name)
        return PanelView(kind="void", say=said, next_round=look.open.number)
    return _result_panel(look)


def _result_panel(look: TableState) -> PanelView:
    state = look.shown
    mine = [stake.box for stake in state.stakes if stake.player == look.viewer]
    lines = [line for line in state.lines if line.box in mine]
    staked, returned = sum(line.stake for line in lines), sum(line.returned for line in lines)
    decimals = state.settings.decimals
    said = message(
        "You staked {staked}; {returned} came back.",
        staked=amount_text(staked, decimals),
        returned=amount_text(returned, decimals),
    )
    return PanelView(
        kind="result",
        say=said,
        staked=staked,
        returned=returned,
        can_repeat=_can_repeat(look),
        next_round=look.open.number,
    )


def _can_repeat(look: TableState) -> bool:
    state, wagers = look.open, look.last_wagers
    if not wagers or look.viewer is None:
        return False
    times = 1 + state.paytable.rules.bet_multiple
    cost = sum(wager.ante * times + wager.bonus for wager in wagers)
    return cost <= look.balance and can_place_stakes(state, look.viewer, wagers, at_us=look.now_us)


def _bets_panel(look: TableState) -> PanelView:
    state, viewer = look.shown, look.viewer
    placed = state.set_of(viewer or "")
    settings = state.settings
    least = settings.ante_min * (1 + state.paytable.rules.bet_multiple)
    if placed is None and look.balance < least:
        said = message(
            "Your balance of {balance} covers no box any more: ante and bet cost at least {least}.",
            balance=amount_text(look.balance, settings.decimals),
            least=amount_text(least, settings.decimals),
        )
        return PanelView(kind="broke", say=said, top_up=settings.guest_buy_in)
    mine = [stake for stake in state.box_stakes if stake.player == viewer]
    staked = stakes_in_all(state, mine)
    plain = message("Type an ante, and a bonus if you like, on each box you want to play; then deal.")
    if staked:
        plain = message("Your bets cost {total} in all.", total=amount_text(staked, settings.decimals))
    return PanelView(kind="bets", say=_bets_hint(state), plain=plain, more=_waiting(look), staked=staked)


def _bets_hint(state: Round) -> Message:
    how = message("Choose a chip and touch Ante on a box, or type an amount.")
    count = state.settings.open_boxes_per_player
    if count == 0:
        return message("{how} All boxes are blind: the bet goes with the ante.", how=how)
    if count >= state.settings.boxes:
        return how
    if count == 1:
        return message("{how} Your first box is open; on further ones, blind, the bet goes with the ante.", how=how)
    return message(
        "{how} Your first {count} boxes are open; on further ones, blind, the bet goes with the ante.",
        how=how,
        count=count,
    )


def _waiting(look: TableState) -> Message | None:
    """Return whom a player waits for who has asked for the deal."""
    own = look.shown.set_of(look.viewer or "")
    if own is None:
        return None
    late = tuple(stake_set.player for stake_set in look.shown.sets if not stake_set.has_asked)
    if own.has_asked:
        return message("Your bets are placed and you are ready. Waiting for {who}.", who=_names(look, late))
    return message("Your bets are placed. You can still change them, or deal.")


def _reveal_panel(look: TableState) -> PanelView:
    state, viewer = look.shown, look.viewer or ""
    owes = any(promise.player == viewer for promise in state.promises) and viewer not in (state.seeds or {})
    said = message("Bets are closed. The players’ browsers add their seeds to the shuffle.")
    return PanelView(kind="reveal" if owes else "wait", say=said)


def _play_panel(look: TableState) -> PanelView:
    state, viewer = look.shown, look.viewer or ""
    stake = None if state.turn is None else state.stake_of(state.turn)
    if stake is None:
        return PanelView(kind="wait", say=message("The round is being settled."))
    decimals = state.settings.decimals
    bet = stake.ante * state.paytable.rules.bet_multiple
    if stake.player == viewer:
        cards = look.cards[stake.box]
        said = message(
            "{cards}: {hand} with the flop. Bet {bet} or fold?",
            cards=cards_label(cards),
            hand=evaluate((*cards, *state.flop)).name,
            bet=amount_text(bet, decimals),
        )
        lose = message("lose the ante, {ante}", ante=amount_text(stake.ante, decimals))
        return PanelView(kind="decide", say=said, more=lose, box=stake.box, ante=stake.ante, bet=bet)
    name = look.names.get(stake.player, stake.player)
    said = message("{name} decides on box {box}.", name=name, box=stake.box)
    if state.set_of(viewer) is not None:
        return PanelView(kind="wait", say=said)
    if can_ask_for_clock(state, viewer):
        return PanelView(kind="watch", say=_clock_offer(state, said, name), can_repeat=True)
    return PanelView(kind="watch", say=message("{what} You can bet on the next round.", what=said))


def _clock_offer(state: Round, said: Message, name: str) -> Message:
    """Return why somebody who waits may have to wait for long, and what they can do about it."""
    return message(
        "{what} {name} plays alone and without a clock. You can bet on the next round; start the clock if you do not "
        "want to wait, and each decision has {seconds} s.",
        what=said,
        name=name,
        seconds=state.settings.decision_seconds,
    )


def _staking(look: TableState) -> StakingView:
    state = look.shown
    settings, viewer = state.settings, look.viewer or ""
    placed = state.set_of(viewer)
    is_open = state.phase is Phase.BETTING
    free = tuple(
        box
        for box in range(1, settings.boxes + 1)
        if is_open and ((stake := state.stake_of(box)) is None or stake.player == viewer)
    )
    has_bonus = offers_bonus(state.paytable, settings)
    return StakingView(
        boxes=free,
        boxes_per_player=settings.boxes_per_player,
        open_boxes=settings.open_boxes_per_player,
        bet_multiple=state.paytable.rules.bet_multiple,
        equal_stakes=settings.equal_stakes,
        ante_min=settings.ante_min,
        ante_max=settings.ante_max,
        ante_step=settings.ante_step,
        bonus_min=settings.bonus_min if has_bonus else 0,
        bonus_max=settings.bonus_max if has_bonus else 0,
        bonus_step=settings.bonus_step,
        placed=() if placed is None else tuple((wager.box, wager.ante, wager.bonus) for wager in placed.wagers),
        rebet=tuple((wager.box, wager.ante, wager.bonus) for wager in look.last_wagers),
        has_placed=placed is not None and is_open,
        has_asked=placed is not None and placed.has_asked,
        player=viewer,
    )
