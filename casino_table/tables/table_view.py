"""A table as one viewer sees it at one moment: from the state of its rounds to what the page renders."""

from __future__ import annotations

from casino_table.game.round import Phase, Round
from casino_table.hands.ranking import evaluate
from casino_table.tables.box_view import Seen, box_view, marked
from casino_table.tables.looking import TableState
from casino_table.tables.panel_view import names_said, panel_view
from casino_table.tables.sign import chips_of_table, offers_bonus, sign_of
from casino_table.tables.steps import steps_of
from casino_table.tables.story import Teller, board_of, dealer_verdict, ending
from casino_table.tables.view import (
    CardView,
    ClockView,
    Mark,
    SeatView,
    StakingView,
    TableView,
)
from casino_table.tables.words import minimum_label
from casino_table.text import Message, message

DEALER_CARDS = 2
BOARD_CARDS = 5
_PHASES = {
    Phase.BETTING: "betting",
    Phase.REVEALING: "revealing",
    Phase.DECIDING: "deciding",
    Phase.BONUSES: "deciding",
    Phase.SHOWDOWN: "deciding",
    Phase.SETTLED: "settled",
    Phase.VOID: "void",
}
_MILLISECOND_US = 1_000


def table_view(look: TableState, *, viewer_name: str = "") -> TableView:
    """Return what the page of a table shows to the viewer of `look`."""
    state = look.shown
    steps = steps_of(state)
    seen = Seen(state, look.viewer, look.cards, look.names, steps)
    settings = state.settings
    panel = panel_view(look)
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
    elif state.phase is Phase.VOID:
        hand_text = message("not turned up")
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
    if deadline is None or state.phase.is_over:
        return None
    what = {
        Phase.BETTING: message("bets close in"),
        Phase.REVEALING: message("dealing in"),
        Phase.DECIDING: message("to decide"),
    }[state.phase]
    if state.is_clock_asked:
        what = message("somebody waits to play: {what}", what=what)
    return ClockView(deadline_ms=deadline // _MILLISECOND_US, now_ms=now_us // _MILLISECOND_US, what=what)


def _notice(look: TableState) -> Message | None:
    """Return what goes on in the next round while the viewer reads the last one, or how the one they watched ended."""
    if look.shown is look.watched:
        # The panel says it, but for visitors, whose panel offers them a seat.
        return ending(look.watched) if look.viewer is None else None
    if look.shown is look.open:
        return None if look.watched is None or look.open.phase is not Phase.BETTING else ending(look.watched)
    if not look.open.sets:
        return None
    who = names_said(look, look.open.players)
    if look.open.phase is not Phase.BETTING:
        return message("Round {round} is being played by {who}.", round=look.open.name, who=who)
    if look.open.deadline_us is not None:
        return message("{who} has bet on round {round}. Bets close in", who=who, round=look.open.name)
    return message("{who} has bet on round {round}.", who=who, round=look.open.name)


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
