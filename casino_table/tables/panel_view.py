"""What a viewer can do at a table now, in words: place bets, decide, read the result, wait, or sit down."""

from __future__ import annotations

from casino_table.game.actions import can_ask_for_clock
from casino_table.game.paytable import BonusAfterFold
from casino_table.game.round import Phase, Round
from casino_table.game.settlement import BoxStake
from casino_table.game.staking import can_place_stakes, stakes_in_all
from casino_table.hands.ranking import evaluate
from casino_table.money import amount_text, short_amount_text
from casino_table.tables.looking import TableState
from casino_table.tables.story import ending
from casino_table.tables.view import PanelView
from casino_table.tables.words import cards_label
from casino_table.text import Message, message


def panel_view(look: TableState) -> PanelView:
    """Return what the viewer can do now, or whom they wait for."""
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
        said = message("Round {round} is void: every stake that was not settled went back.", round=state.name)
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
        return message("Your bets are placed and you are ready. Waiting for {who}.", who=names_said(look, late))
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
        more = _fold_costs(stake, state)
        return PanelView(kind="decide", say=said, more=more, box=stake.box, ante=stake.ante, bet=bet)
    name = look.names.get(stake.player, stake.player)
    said = message("{name} decides on box {box}.", name=name, box=stake.box)
    if state.set_of(viewer) is not None:
        return PanelView(kind="wait", say=said)
    if can_ask_for_clock(state, viewer):
        return PanelView(kind="watch", say=_clock_offer(state, said, name), can_start_clock=True)
    return PanelView(kind="watch", say=message("{what} You can bet on the next round.", what=said))


def _fold_costs(stake: BoxStake, state: Round) -> Message:
    ante, bonus = (amount_text(amount, state.settings.decimals) for amount in (stake.ante, stake.bonus))
    if stake.bonus and state.paytable.rules.bonus_after_fold is BonusAfterFold.LOST:
        return message("lose the ante, {ante}, and the bonus, {bonus}", ante=ante, bonus=bonus)
    return message("lose the ante, {ante}", ante=ante)


def _clock_offer(state: Round, said: Message, name: str) -> Message:
    """Return why somebody who waits may have to wait for long, and what they can do about it."""
    return message(
        "{what} {name} plays alone and without a clock. You can bet on the next round; start the clock if you do not "
        "want to wait, and each decision has {seconds} s.",
        what=said,
        name=name,
        seconds=state.settings.decision_seconds,
    )


def names_said(look: TableState, players: tuple[str, ...]) -> str:
    """Return the names of players one after the other."""
    return ", ".join(look.names.get(player, player) for player in players)
