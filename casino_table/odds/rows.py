"""Paytables with other odds on some rows: what sensitivity and design try."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from casino_table.errors import CasinoTableError
from casino_table.game.paytable import CATEGORY_KEYS, Odds, Paytable, Schedule
from casino_table.game.schedule import EVERY_BET_EVEN, OTHERWISE, PAIR_ROWS
from casino_table.text import message

_PAIRS_FROM_THE_TOP: Final = tuple(reversed(PAIR_ROWS))
_ORDER: Final = {key: place for place, key in enumerate((*CATEGORY_KEYS, *_PAIRS_FROM_THE_TOP, OTHERWISE))}


class Part(StrEnum):
    """Name the three schedules of a paytable."""

    ANTE = "ante"
    BET = "bet"
    BONUS = "bonus"


class RowError(CasinoTableError):
    """Refuse a row that a schedule does not and cannot have."""

    code = "row"


def schedule_of(paytable: Paytable, part: Part) -> Schedule:
    """Return a schedule of the paytable, the even one for a bet without; refuse a bonus that is not offered."""
    match part:
        case Part.ANTE:
            return paytable.ante
        case Part.BET:
            return paytable.bet or EVERY_BET_EVEN
        case Part.BONUS:
            if paytable.bonus is None:
                raise RowError(message("{paytable} offers no bonus", paytable=paytable.name or "the paytable"))
            return paytable.bonus


def odds_of(paytable: Paytable, part: Part, row: str) -> Odds:
    """Return the odds that a row has now: its own, those of `otherwise`, or 0:1 for a bonus row not yet there."""
    rows = dict(schedule_of(paytable, part).rows)
    if row in rows:
        return rows[row]
    is_bonus = part is Part.BONUS
    if row not in _ORDER or row == OTHERWISE or (row in PAIR_ROWS and row != "pair" and not is_bonus):
        raise RowError(
            message("{part} has no row {row}; rows are {rows}", part=part.value, row=row, rows=", ".join(CATEGORY_KEYS))
        )
    if is_bonus and (row == CATEGORY_KEYS[-1] or (row in PAIR_ROWS and any(key in PAIR_ROWS for key in rows))):
        raise RowError(message("the bonus can have no row {row} beside those it has", row=row))
    return Odds(0) if is_bonus else rows[OTHERWISE]


def with_rows(paytable: Paytable, part: Part, odds: Mapping[str, Odds]) -> Paytable:
    """Return the paytable with these odds on these rows, strongest first.

    >>> table = Paytable(name="even", ante=Schedule((("otherwise", Odds(1)),)))
    >>> with_rows(table, Part.ANTE, {"flush": Odds(2)}).ante.as_written()
    {'flush': '2:1', 'otherwise': '1:1'}
    """
    rows = dict(schedule_of(paytable, part).rows) | dict(odds)
    schedule = Schedule(tuple(sorted(rows.items(), key=lambda row: _ORDER[row[0]])))
    match part:
        case Part.ANTE:
            return replace(paytable, ante=schedule)
        case Part.BET:
            return replace(paytable, bet=schedule)
        case Part.BONUS:
            return replace(paytable, bonus=schedule)
