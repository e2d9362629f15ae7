"""How open boxes are played: the best way, never folding, a simple published rule, or a table of one's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import CardError, parse_cards
from casino_table.errors import CasinoTableError
from casino_table.game.fields import printable
from casino_table.game.paytable import BonusAfterFold, Paytable
from casino_table.odds.decision import FLOP_SIZE, HOLE_SIZE
from casino_table.odds.decisions import decide_all
from casino_table.odds.enumeration import Counts
from casino_table.odds.payouts import Stakes, bonus_payouts, main_payouts
from casino_table.odds.states import HANDS, STATE_COUNT, build_states, find_state
from casino_table.text import Message, message

OPTIMAL: Final = "optimal"
NEVER_FOLD: Final = "never-fold"
SIMPLE: Final = "simple"
NAMES: Final = (OPTIMAL, NEVER_FOLD, SIMPLE)

MOST_BYTES: Final = 64 * 1024 * 1024
"""Room for every hand to be named; a file without an end must not fill the memory."""
_PAIR_FLOOR: Final = 1278
_QUEEN, _JACK, _KING = 10, 9, 11
_WORDS: Final = {"bet": True, "fold": False}
_LINE_WORDS: Final = 3
_DRAW: Final = 4
"""Cards to a flush or straight."""

Bets = npt.NDArray[np.bool_]


class StrategyError(CasinoTableError):
    """Refuse a strategy that is not known or a file that does not say one."""

    code = "strategy"


@dataclass(frozen=True, slots=True, eq=False)
class Strategy:
    """Hold what an open box does in each of the 1,286,792 states: bet, or fold."""

    name: str
    bets: Bets

    @property
    def fold_share(self) -> float:
        """The exact share of hands that fold."""
        return 1 - int(build_states().multiplicity[self.bets].sum(dtype=np.int64)) / HANDS


def optimal(paytable: Paytable, counts: Counts, stakes: Stakes, *, threads: int = 1) -> Strategy:
    """Return the play that is worth most at these stakes, for a box that sees no other: equal values fold.

    `counts` are those of the paytable's qualifying hand and player's minimum; the limits of `stakes` have no cap on the
    deal, which depends on the other boxes.
    """
    is_lost = paytable.rules.bonus_after_fold is BonusAfterFold.LOST
    bonus = bonus_payouts(paytable, stakes) if is_lost else None
    return Strategy(OPTIMAL, decide_all(counts, main_payouts(paytable, stakes), bonus, threads=threads).bets)


def never_fold() -> Strategy:
    """Return the play of a blind box."""
    return Strategy(NEVER_FOLD, np.ones(STATE_COUNT, np.bool_))


def simple() -> Strategy:
    """Return the rule of thumb that is published for this game, as far as it is definite.

    Bet with a pair or better; with an ace or a king in the hand; with queen and jack; with both cards above the flop;
    with four cards to a flush or to a straight. Fold the rest. Source: cardsflip.com, "Casino Hold'em rules", which
    does not name made hands and straights with a gap; both are taken to bet.
    """
    states = build_states()
    ranks = np.sort(states.cards[:, :2] >> 2, axis=1).astype(np.int64)
    low, high = ranks[:, 0], ranks[:, 1]
    bets = states.five_card_rank >= _PAIR_FLOOR
    bets |= high >= _KING
    bets |= (high == _QUEEN) & (low == _JACK)
    bets |= low > (states.cards[:, 2:] >> 2).max(axis=1)
    bets |= _is_near_flush(states.cards) | _is_near_straight(states.cards)
    return Strategy(SIMPLE, bets)


def _is_near_flush(cards: npt.NDArray[np.uint8]) -> Bets:
    suits = cards & 3
    return np.asarray(np.max([(suits == suit).sum(axis=1) for suit in range(4)], axis=0) >= _DRAW)


def _is_near_straight(cards: npt.NDArray[np.uint8]) -> Bets:
    """Return whether four ranks lie within five in a row; the ace is also below the two."""
    masks = np.bitwise_or.reduce(np.int64(2) << (cards >> 2).astype(np.int64), axis=1)
    masks |= (masks >> 13) & 1
    windows = [sum(((masks >> (start + step)) & 1 for step in range(5)), np.int64(0)) for start in range(10)]
    return np.asarray(np.max(windows, axis=0) >= _DRAW)


def read_strategy(path: Path, named: Callable[[str], Strategy]) -> Strategy:
    """Return the strategy written in a text file.

    Each line is a hand and what to do with it, `TcQc 6s2sKs fold`, which holds for every renaming of its suits; one
    line `otherwise bet`, or `fold`, or one of the strategies that `named` gives, says what all other hands do. Blank
    lines and lines that begin with # are skipped. A hand that is named twice with different play is refused.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise StrategyError(message("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
    except UnicodeDecodeError:
        raise StrategyError(message("{file} is no text file", file=path)) from None
    if len(raw) > MOST_BYTES:
        raise StrategyError(message("{file} is larger than {most} bytes, too large", file=path, most=MOST_BYTES))
    reading = _Reading(path, named)
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reading.take(number, line.split())
    return reading.result()


class _Reading:
    """Gather a strategy line by line."""

    def __init__(self, path: Path, named: Callable[[str], Strategy]) -> None:
        self._path = path
        self._named = named
        self._otherwise: Bets | None = None
        self._hands: dict[int, tuple[bool, int]] = {}

    def take(self, number: int, words: list[str]) -> None:
        if words[0] == "otherwise":
            self._take_otherwise(number, words)
        elif len(words) != _LINE_WORDS or words[2] not in _WORDS:
            raise self._refused(number, message("a line is a hand, a flop, and bet or fold: TcQc 6s2sKs fold"))
        else:
            self._take_hand(number, words)

    def _take_otherwise(self, number: int, words: list[str]) -> None:
        choices = (*_WORDS, *NAMES)
        if self._otherwise is not None:
            raise self._refused(number, message("otherwise is said twice"))
        if len(words) != 2 or words[1] not in choices:  # noqa: PLR2004 - otherwise and a word
            raise self._refused(number, message("otherwise takes one of {choices}", choices=", ".join(choices)))
        word = words[1]
        self._otherwise = np.full(STATE_COUNT, _WORDS[word]) if word in _WORDS else self._named(word).bets.copy()

    def _take_hand(self, number: int, words: list[str]) -> None:
        try:
            hole, flop = parse_cards(words[0]), parse_cards(words[1])
        except CardError as refusal:
            raise self._refused(number, refusal.sentence) from None
        if len(hole) != HOLE_SIZE or len(flop) != FLOP_SIZE or len({*hole, *flop}) != HOLE_SIZE + FLOP_SIZE:
            raise self._refused(number, message("a hand is two cards and a flop of three, all different"))
        state, bets = find_state(hole, flop), _WORDS[words[2]]
        known = self._hands.setdefault(state, (bets, number))
        if known[0] != bets:
            raise self._refused(number, message("line {other} says otherwise of the same hand", other=known[1]))

    def result(self) -> Strategy:
        if self._otherwise is None:
            raise StrategyError(message("{file}: a line that begins with otherwise is missing", file=self._path))
        for state, (bets, _) in self._hands.items():
            self._otherwise[state] = bets
        return Strategy(printable(self._path.name), self._otherwise)

    def _refused(self, number: int, reason: Message) -> StrategyError:
        return StrategyError(message("{file}:{line}: {reason}", file=self._path, line=number, reason=reason))
