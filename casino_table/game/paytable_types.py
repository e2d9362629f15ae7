"""What a paytable is: its rules, its schedules, its canonical form and its hash."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Final

import rfc8785

from casino_table.game.hand_minimum import ANY_HAND, PAIR_OF_FOURS, HandMinimum
from casino_table.game.odds_ratio import Rounding
from casino_table.game.schedule import EVERY_BET_EVEN, Schedule

FORMAT: Final = "casino-table/paytable/1"
DEFAULT_BET_MULTIPLE: Final = 2


class AnteWithoutQualification(StrEnum):
    """Say what the ante does when the dealer does not qualify."""

    EVEN = "even"
    BY_TABLE = "by_table"
    PUSH = "push"


class BonusAfterFold(StrEnum):
    """Say what becomes of a bonus whose box folds."""

    STANDS = "stands"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Hold the six switches of a paytable (docs/rules.md, "Switches of a paytable")."""

    dealer_qualifies: HandMinimum = PAIR_OF_FOURS
    player_minimum: HandMinimum = ANY_HAND
    bet_multiple: int = DEFAULT_BET_MULTIPLE
    ante_without_qualification: AnteWithoutQualification = AnteWithoutQualification.EVEN
    bonus_after_fold: BonusAfterFold = BonusAfterFold.STANDS
    rounding: Rounding = Rounding.DOWN

    def to_document(self) -> dict[str, str | int]:
        """Return all six switches as a paytable file writes them."""
        return {
            "dealer_qualifies": self.dealer_qualifies.text,
            "player_minimum": self.player_minimum.text,
            "bet_multiple": self.bet_multiple,
            "ante_without_qualification": self.ante_without_qualification.value,
            "bonus_after_fold": self.bonus_after_fold.value,
            "rounding": self.rounding.value,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Paytable:
    """Hold the schedules of ante, bet and bonus with the rules they are played by.

    `bet` and `bonus` are None where the paytable has none: every bet wins 1:1, no bonus is offered. Two paytables are
    the same game if their hashes are equal; name, title and source do not count.
    """

    name: str = ""
    title: str = ""
    source: str = ""
    rules: Rules = Rules()
    ante: Schedule
    bet: Schedule | None = None
    bonus: Schedule | None = None
    canonical: bytes = field(init=False, repr=False, compare=False)
    hash: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the canonical form and the hash once."""
        canonical = rfc8785.dumps(
            {
                "format": FORMAT,
                "rules": self.rules.to_document(),
                "ante": self.ante.by_category(),
                "bet": (self.bet or EVERY_BET_EVEN).by_category(),
                "bonus": None if self.bonus is None else self.bonus.in_lowest_terms(),
            }
        )
        object.__setattr__(self, "canonical", canonical)
        object.__setattr__(self, "hash", sha256(canonical).hexdigest())

    def to_document(self) -> dict[str, object]:
        """Return the paytable as a JSON-able object that `parse_paytable` reads back; rows and odds as written."""
        document: dict[str, object] = {"format": FORMAT}
        document |= {key: text for key in ("name", "title", "source") if (text := getattr(self, key))}
        document |= {"rules": self.rules.to_document(), "ante": self.ante.as_written()}
        document |= {key: part.as_written() for key in ("bet", "bonus") if (part := getattr(self, key)) is not None}
        return document
