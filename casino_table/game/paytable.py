"""Paytables: what they are, how they are read, and what is odd about one. The parts lie in modules of their own."""

from __future__ import annotations

from casino_table.game.hand_minimum import ANY_HAND, HAND_MINIMUMS, HandMinimum
from casino_table.game.odds_ratio import EVEN, Odds, Rounding, parse_odds
from casino_table.game.paytable_reading import PaytableError, PaytableFileError, load_paytable, parse_paytable
from casino_table.game.paytable_types import FORMAT, AnteWithoutQualification, BonusAfterFold, Paytable, Rules
from casino_table.game.paytable_warnings import bonus_net, warnings
from casino_table.game.schedule import CATEGORY_KEYS, Schedule

__all__ = [
    "ANY_HAND",
    "CATEGORY_KEYS",
    "EVEN",
    "FORMAT",
    "HAND_MINIMUMS",
    "AnteWithoutQualification",
    "BonusAfterFold",
    "HandMinimum",
    "Odds",
    "Paytable",
    "PaytableError",
    "PaytableFileError",
    "Rounding",
    "Rules",
    "Schedule",
    "bonus_net",
    "load_paytable",
    "parse_odds",
    "parse_paytable",
    "warnings",
]
