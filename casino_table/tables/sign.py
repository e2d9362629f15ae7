"""The sign of a table: limits, maximum payout with its scope, and the pay ladder, made from what is in force."""

from __future__ import annotations

from casino_table.game.limits import MaxPayoutScope
from casino_table.game.paytable import Paytable
from casino_table.game.round import Round
from casino_table.game.schedule import OTHERWISE, Schedule
from casino_table.game.settings import TableSettings
from casino_table.hands.ranking import Category
from casino_table.money import short_amount_text
from casino_table.tables.chips import tray_chips
from casino_table.tables.view import LadderRow, SignView
from casino_table.tables.words import ANYTHING_ELSE, row_label
from casino_table.text import Message, message

TWICE = 2


def offers_bonus(paytable: Paytable, settings: TableSettings) -> bool:
    """Say whether a bonus can be staked: the paytable has one, and the table has limits for it."""
    return paytable.bonus is not None and settings.bonus_max > 0


def chips_of_table(settings: TableSettings) -> tuple[int, ...]:
    """Return the chips of a table in minor units."""
    return tray_chips(
        least=settings.ante_min,
        largest=settings.ante_max,
        step=settings.ante_step,
        decimals=settings.decimals,
        floor=settings.bonus_min,
    )


def range_text(low: int, high: int, step: int, decimals: int) -> Message:
    """Return limits as a sign prints them."""
    amounts = {
        name: short_amount_text(value, decimals) for name, value in (("low", low), ("high", high), ("step", step))
    }
    if low == high:
        return message("{low}", low=amounts["low"])
    if step == 1:
        return message("{low} to {high}", low=amounts["low"], high=amounts["high"])
    return message("{low} to {high}, by {step}", **amounts)


def bet_text(multiple: int) -> Message:
    """Return what a bet is in words."""
    if multiple == 1:
        return message("as much as the ante")
    return message("twice the ante") if multiple == TWICE else message("{times} times the ante", times=multiple)


def max_payout_text(paytable: Paytable, settings: TableSettings) -> Message:
    """Return the maximum payout with the scope in force (docs/rules.md, "Maximum payout")."""
    amount = short_amount_text(settings.max_payout, settings.decimals)
    has_bonus = offers_bonus(paytable, settings)
    if settings.max_payout_scope is MaxPayoutScope.BOX:
        if has_bonus:
            return message("{amount} a box: once for ante and bet, once for the bonus", amount=amount)
        return message("{amount} a box", amount=amount)
    if has_bonus:
        return message("{amount} a deal, all boxes together: once for antes and bets, once for bonuses", amount=amount)
    return message("{amount} a deal, all boxes together", amount=amount)


def sign_lines(paytable: Paytable, settings: TableSettings) -> tuple[tuple[Message, Message], ...]:
    """Return the lines of the sign, each with its label."""
    decimals = settings.decimals
    lines = [
        (message("Ante"), range_text(settings.ante_min, settings.ante_max, settings.ante_step, decimals)),
        (message("Bet"), bet_text(paytable.rules.bet_multiple)),
    ]
    if offers_bonus(paytable, settings):
        bonus = range_text(settings.bonus_min, settings.bonus_max, settings.bonus_step, decimals)
        lines.insert(1, (message("Bonus"), bonus))
    lines.append((message("Max payout"), max_payout_text(paytable, settings)))
    if settings.payout_unit > 1:
        unit = short_amount_text(settings.payout_unit, decimals)
        lines.append((message("Paid to"), message("whole multiples of {unit}", unit=unit)))
    if settings.boxes_per_player < settings.boxes:
        lines.append((message("Boxes"), message("up to {count} a player", count=settings.boxes_per_player)))
    if settings.equal_stakes:
        lines.append((message("Antes"), message("equal on all boxes of a player")))
    return tuple(lines)


def ladder(paytable: Paytable) -> tuple[LadderRow, ...]:
    """Return the pay ladder, strongest hand first; hands that no row names come together as the last line."""
    rows = []
    rest: LadderRow | None = None
    for category in sorted(Category, reverse=True):
        schedules = (paytable.ante, paytable.bet, paytable.bonus)
        keys = [_row(schedule, category)[0] for schedule in schedules]
        odds = [_row(schedule, category)[1] for schedule in schedules]
        named = [key for key in keys if key not in {"", OTHERWISE}]
        bonus_key = keys[2]
        if named:
            label = row_label(bonus_key or named[0])
            rows.append(LadderRow(hand=label, ante=odds[0], bet=odds[1], bonus=odds[2]))
        elif rest is None:
            rest = LadderRow(hand=ANYTHING_ELSE, ante=odds[0], bet=odds[1], bonus="")
    return tuple(rows) if rest is None else (*rows, rest)


def _row(schedule: Schedule | None, category: Category) -> tuple[str, str]:
    row = None if schedule is None else schedule.row_of_category(category)
    return ("", "") if row is None else (row[0], str(row[1]))


def sign_of(state: Round) -> SignView:
    """Return the sign of the table as it was when bets of this round opened."""
    paytable = state.paytable
    return SignView(
        title=paytable.title or paytable.name,
        version=str(state.opened.paytable_version),
        lines=sign_lines(paytable, state.settings),
        ladder=ladder(paytable),
        has_bet_schedule=paytable.bet is not None,
        has_bonus=offers_bonus(paytable, state.settings),
        commitment=state.opened.commitment,
        paytable_hash=paytable.hash,
    )
