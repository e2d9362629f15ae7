"""What one more unit on each row of a paytable does to the edges."""

from __future__ import annotations

from dataclasses import dataclass

from casino_table.game.deal import DEALS
from casino_table.game.paytable import Odds, Paytable
from casino_table.odds.analysis import Analysis, analyse
from casino_table.odds.enumeration import Counts
from casino_table.odds.payouts import Stakes
from casino_table.odds.rows import Part, schedule_of, with_rows


@dataclass(frozen=True, slots=True)
class RowSensitivity:
    """Hold what one more unit on a row does: the change of each edge, None where the row does not reach it."""

    part: Part
    row: str
    odds: Odds
    raised: Odds
    open: float | None
    blind: float | None
    bonus: float | None

    def to_document(self) -> dict[str, object]:
        """Return the row as a JSON-able object."""
        return {
            "wager": self.part.value,
            "row": self.row,
            "odds": str(self.odds),
            "raised": str(self.raised),
            "open": self.open,
            "blind": self.blind,
            "bonus": self.bonus,
        }


def sensitivities(
    paytable: Paytable, counts: Counts, stakes: Stakes | None = None, *, threads: int = 1
) -> tuple[RowSensitivity, ...]:
    """Return for each row what winning one stake more does to the edges; play is optimal before and after."""
    base = analyse(paytable, counts, stakes, threads=threads)
    parts = [Part.ANTE, *([] if paytable.bet is None else [Part.BET]), *([] if base.bonus is None else [Part.BONUS])]
    found = []
    for part in parts:
        for row, odds in schedule_of(paytable, part).rows:
            raised = Odds(odds.numerator + odds.denominator, odds.denominator)
            other = analyse(with_rows(paytable, part, {row: raised}), counts, stakes, threads=threads)
            found.append(RowSensitivity(part, row, odds, raised, *_changes(base, other, is_bonus=part is Part.BONUS)))
    return tuple(found)


def _changes(base: Analysis, other: Analysis, *, is_bonus: bool) -> tuple[float | None, float | None, float | None]:
    # Differences are taken between exact sums: those of the rounded edges would lose half their digits.
    ante = 1 if base.stakes is None else base.stakes.ante
    if not is_bonus:
        sums = ((box.net_sum, raised.net_sum) for box, raised in ((base.open, other.open), (base.blind, other.blind)))
        open_change, blind_change = (float((before - after) / (DEALS * ante)) for before, after in sums)
        return open_change, blind_change, None
    assert base.bonus is not None
    assert other.bonus is not None
    stake = 1 if base.stakes is None else base.stakes.bonus
    bonus_change = float((base.bonus.net_sum - other.bonus.net_sum) / (base.bonus.hands * stake))
    open_change = float((base.open.net_sum - other.open.net_sum) / (DEALS * ante))
    return open_change or None, None, bonus_change
