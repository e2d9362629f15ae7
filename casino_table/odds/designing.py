"""Find odds for chosen rows that bring an edge as near as possible to a wanted one, whole numbers first."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nsmallest
from itertools import pairwise, product
from math import ceil, lcm
from typing import Final

from casino_table.errors import CasinoTableError
from casino_table.game.deal import DEALS, FIVE_CARD_HANDS
from casino_table.game.paytable import Odds, Paytable
from casino_table.hands.ranking import Category
from casino_table.odds.analysis import analyse, bonus_hands
from casino_table.odds.enumeration import Counts
from casino_table.odds.payouts import Stakes, bonus_payouts, check_stakes
from casino_table.odds.rows import Part, odds_of, schedule_of, with_rows
from casino_table.text import message

LARGEST_ODDS: Final = 1_000_000
SIMPLE_DENOMINATORS: Final = (2, 3, 4, 5)
"""What a fraction in an answer may be broken into: odds such as 7:2 or 6:5, which a dealer can pay."""
CLOSE_ENOUGH: Final = Fraction(1, 1_000_000)
"""Where whole numbers come as near as 0.0001 percent, nobody needs fractions."""
_REACHES: Final = (2, 8, LARGEST_ODDS)
_LEAST_ROOM: Final = 10
_CANDIDATES: Final = 4_000
_LEAST_TRIALS: Final = 16
_TRIALS_OF_A_FRACTION: Final = 4
_PASSES: Final = 4

Vector = tuple[int, ...]
"""Odds of the rows, in whole units or in parts of one."""
Bounds = list[tuple[int, int]]


class DesignError(CasinoTableError):
    """Refuse a design that cannot be looked for."""

    code = "design"


@dataclass(frozen=True, slots=True)
class Design:
    """Hold one answer: the odds of the chosen rows, the paytable that has them, its exact edge, and the wanted one."""

    odds: tuple[tuple[str, Odds], ...]
    paytable: Paytable
    edge: Fraction
    target: Fraction

    @property
    def off(self) -> Fraction:
        """How far the edge is from the wanted one."""
        return abs(self.edge - self.target)

    @property
    def is_exact(self) -> bool:
        """Say whether the edge is the wanted one to the last unit."""
        return self.edge == self.target

    def to_document(self) -> dict[str, object]:
        """Return the answer as a JSON-able object."""
        return {
            "odds": {row: str(odds) for row, odds in self.odds},
            "edge": float(self.edge),
            "edge_exact": str(self.edge),
            "off_target": float(self.edge - self.target),
            "exact": self.is_exact,
        }


def design(
    paytable: Paytable,
    part: Part,
    rows: Sequence[str],
    target: Fraction,
    *,
    counts: Counts | None = None,
    stakes: Stakes | None = None,
    answers: int = 5,
    threads: int = 1,
) -> tuple[Design, ...]:
    """Return up to `answers` answers: whole-number odds, nearest first, then simple fractions that come nearer.

    Of whole answers that are equally near, the one that changes least comes first. Rows stay between half and double of
    what they are, and go further only if the edge cannot be reached so. A ladder that is in order stays in order. At
    most a third of the answers go to fractions: one row in halves, thirds, quarters or fifths, and only where that
    comes nearer than whole numbers and than every simpler fraction.

    For ante and bet the edge is that of an open box played best, and `counts` are needed; for the bonus it is the
    bonus's own.

    >>> from casino_table.game.schedule import Schedule
    >>> ante = Schedule((("otherwise", Odds(1)),))
    >>> table = Paytable(name="aces", ante=ante, bonus=Schedule((("flush", Odds(40)), ("pair_of_aces", Odds(7)))))
    >>> for answer in design(table, Part.BONUS, ["pair_of_aces"], Fraction(20, 100), answers=3):
    ...     print(answer.odds[0][1], f"{float(answer.edge):.4%}")
    21:1 20.4302%
    22:1 17.1796%
    106:5 19.7801%
    """
    if not rows or len(set(rows)) != len(rows):
        raise DesignError(message("name the rows to change, each once"))
    if part is not Part.BONUS and counts is None:
        raise DesignError(message("ante and bet need the exact counts"))
    edge_of = _edge_function(part, counts, stakes, threads)
    return _Search(paytable, part, tuple(rows), target, edge_of, max(_LEAST_TRIALS, 2 * answers)).run(answers)


def _edge_function(
    part: Part, counts: Counts | None, stakes: Stakes | None, threads: int
) -> Callable[[Paytable], Fraction]:
    def main_edge(paytable: Paytable) -> Fraction:
        assert counts is not None
        ante = 1 if stakes is None else stakes.ante
        return -analyse(paytable, counts, stakes, threads=threads).open.net_sum / (DEALS * ante)

    def bonus_edge(paytable: Paytable) -> Fraction:
        check_stakes(paytable, stakes or Stakes(ante=1))
        bonus = bonus_payouts(paytable, stakes)
        if bonus is None:
            raise DesignError(message("at these stakes there is no bonus; give its stake too"))
        net = sum((hands * value for hands, value in zip(bonus_hands(), bonus.net, strict=True)), Fraction(0))
        return -net / (FIVE_CARD_HANDS * bonus.unit)

    return bonus_edge if part is Part.BONUS else main_edge


@dataclass(frozen=True, slots=True)
class _Model:
    """Hold what the edge lacks at a centre, and what one more unit on each row adds to it, in parts of `scale`."""

    centre: Vector
    missing: int
    slopes: Vector
    scale: int

    @property
    def coarsest(self) -> Fraction:
        """Half of what a unit changes on the row that matters most: whole numbers hardly fail to come so near."""
        return Fraction(max(map(abs, self.slopes)), 2 * self.scale)

    def vectors(self, bounds: Bounds, parts: int) -> Iterator[tuple[int, Vector]]:
        """Yield vectors around the centre with what they are off: each row in turn solved, the others in windows.

        The row solved comes in `parts` of a unit, the others in whole units; vectors and distances are given in parts.
        """
        rows = range(len(self.slopes))
        for solved in (place for place in rows if self.slopes[place]):
            others = [place for place in rows if place != solved]
            reach = max(1, int((_CANDIDATES / len(rows)) ** (1 / max(1, len(others)))) // 2)
            # Of one row alone, more than the two values around the solution are answers.
            wider = 0 if others else 2
            low, high = (bound * parts for bound in bounds[solved])
            for values in product(*(self._window(place, reach, bounds[place]) for place in others)):
                whole = list(self.centre)
                for place, value in zip(others, values, strict=True):
                    whole[place] = value
                moves = zip(self.slopes, whole, self.centre, strict=True)
                missing = parts * (self.missing - sum(slope * (value - start) for slope, value, start in moves))
                vector = [value * parts for value in whole]
                start, slope = vector[solved], self.slopes[solved]
                for step in range(missing // slope - wider, missing // slope + 2 + wider):
                    vector[solved] = min(max(start + step, low), high)
                    yield abs(missing - slope * (vector[solved] - start)), tuple(vector)

    def _window(self, place: int, reach: int, bounds: tuple[int, int]) -> range:
        low, high = bounds
        centre = min(max(self.centre[place], low), high)
        return range(max(low, centre - reach), min(high, centre + reach) + 1)


@dataclass(slots=True)
class _Search:
    """Look for vectors of odds: a linear model of the edge proposes, the exact edge decides."""

    paytable: Paytable
    part: Part
    rows: tuple[str, ...]
    target: Fraction
    edge_of: Callable[[Paytable], Fraction]
    trials: int
    start: tuple[Fraction, ...] = field(init=False)
    ladder: tuple[int | Fraction, ...] = field(init=False)
    keeps_order: bool = field(init=False)

    def __post_init__(self) -> None:
        """Look the present odds up, and which place of a vector each category reads, or else its fixed odds."""
        self.start = tuple(odds_of(self.paytable, self.part, row).ratio for row in self.rows)
        now = schedule_of(with_rows(self.paytable, self.part, dict.fromkeys(self.rows, Odds(0))), self.part)
        lines = [now.row_of_category(category) for category in sorted(Category, reverse=True)]
        self.ladder = tuple(
            self.rows.index(line[0]) if line[0] in self.rows else line[1].ratio for line in lines if line is not None
        )
        self.keeps_order = self._is_ordered(self.start)

    def run(self, answers: int) -> tuple[Design, ...]:
        whole: dict[Vector, Design] = {}
        model, bounds = self._model(tuple(map(round, self.start))), self._bounds(_REACHES[0])
        for reach in _REACHES:
            bounds = self._bounds(reach)
            model = self._approach(model, bounds, whole)
            if any(answer.off <= model.coarsest for answer in whole.values()):
                break
        if not whole:
            raise DesignError(message("these rows leave each other no whole-number odds in order; name more rows"))
        ranked = sorted(whole.values(), key=self._rank)
        broken = self._fractions(model, bounds, ranked[0].off)
        places = max(answers // 3, answers - len(ranked))
        shown = sorted(broken, key=self._rank)[:places]
        return (*ranked[: answers - len(shown)], *shown)

    def _bounds(self, reach: int) -> Bounds:
        """Return the least and the most of each row: so many times less and more than it has, with some room.

        Where order is kept, the odds of the rows that do not change are bounds too.
        """
        bounds = []
        for place, start in enumerate(self.start):
            low, high = ceil(start / reach), max(int(start * reach), int(start) + _LEAST_ROOM)
            if reach == LARGEST_ODDS:
                low, high = 0, LARGEST_ODDS
            if self.keeps_order:
                here = self.ladder.index(place)
                low = max([low, *(ceil(odds) for odds in self.ladder[here:] if isinstance(odds, Fraction))])
                high = min([high, *(int(odds) for odds in self.ladder[:here] if isinstance(odds, Fraction))])
            if low > high:
                raise DesignError(message("whole-number odds on {row} would be out of order", row=self.rows[place]))
            bounds.append((low, min(high, LARGEST_ODDS)))
        return bounds

    def _approach(self, model: _Model, bounds: Bounds, found: dict[Vector, Design]) -> _Model:
        """Try what the model proposes and move it to the best answer, until that is where it is already."""
        for _ in range(_PASSES):
            proposed = self._proposed(model, bounds, 1)
            keys = {vector: (off, *self._moves(vector, 1)) for vector, off in proposed.items()}
            chosen = nsmallest(self.trials, keys, key=keys.__getitem__)
            found |= {vector: self._design(vector, 1) for vector in chosen if vector not in found}
            best = min(found, key=lambda vector: self._rank(found[vector]), default=model.centre)
            if best == model.centre:
                break
            model = self._model(best)
        return model

    def _fractions(self, model: _Model, bounds: Bounds, nearest: Fraction) -> list[Design]:
        """Return the best answer in halves, in thirds, and so on, each only if it comes nearer than all before."""
        better: list[Design] = []
        for parts in SIMPLE_DENOMINATORS:
            if nearest <= CLOSE_ENOUGH:
                break
            # Of those that come nearer, one that changes few rows is what a house would take.
            proposed = {
                vector: (self._moves(vector, parts)[0], off)
                for vector, off in self._proposed(model, bounds, parts).items()
                if off < nearest * model.scale * parts
            }
            chosen = nsmallest(_TRIALS_OF_A_FRACTION, proposed, key=proposed.__getitem__)
            nearer = [answer for answer in (self._design(vector, parts) for vector in chosen) if answer.off < nearest]
            if nearer:
                better.append(nearer[0])
                nearest = nearer[0].off
        return better

    def _model(self, centre: Vector) -> _Model:
        edge = self.edge_of(self._paytable(centre, 1))
        slopes = []
        for place in range(len(centre)):
            value, slope = self._slope(centre, edge, place)
            centre = (*centre[:place], value, *centre[place + 1 :])
            slopes.append(slope)
        if not any(slopes):
            raise DesignError(
                message(
                    "none of these rows changes the edge: they cannot be won, or a cap or the payout unit hides what "
                    "they win"
                )
            )
        scale = lcm(edge.denominator, self.target.denominator, *(slope.denominator for slope in slopes))
        return _Model(centre, int((self.target - edge) * scale), tuple(int(slope * scale) for slope in slopes), scale)

    def _slope(self, centre: Vector, edge: Fraction, place: int) -> tuple[int, Fraction]:
        """Return a row's odds and what one more unit changes the edge by.

        Where a cap cuts the row already, they are the least odds that it cuts, and what the last unit below changed.
        """

        def edge_with(value: int) -> Fraction:
            return self.edge_of(self._paytable((*centre[:place], value, *centre[place + 1 :]), 1))

        slope = edge_with(centre[place] + 1) - edge
        if slope:
            return centre[place], slope
        least = bisect_left(range(centre[place]), x=True, key=lambda value: edge_with(value) == edge)
        return least, edge - edge_with(least - 1) if least else slope

    def _proposed(self, model: _Model, bounds: Bounds, parts: int) -> dict[Vector, int]:
        """Return vectors with what the model says they are off, those out of order left out where order was kept."""
        return {
            vector: off
            for off, vector in model.vectors(bounds, parts)
            if not self.keeps_order or self._is_ordered([Fraction(value, parts) for value in vector])
        }

    def _design(self, vector: Vector, parts: int) -> Design:
        table = self._paytable(vector, parts)
        odds = tuple((row, odds_of(table, self.part, row)) for row in self.rows)
        return Design(odds, table, self.edge_of(table), self.target)

    def _is_ordered(self, vector: Sequence[Fraction]) -> bool:
        """Return whether no weaker category wins more than a stronger one."""
        ladder = [vector[line] if isinstance(line, int) else line for line in self.ladder]
        return all(stronger >= weaker for stronger, weaker in pairwise(ladder))

    def _paytable(self, vector: Vector, parts: int) -> Paytable:
        ratios = (Fraction(value, parts) for value in vector)
        odds = {row: Odds(*ratio.as_integer_ratio()) for row, ratio in zip(self.rows, ratios, strict=True)}
        return with_rows(self.paytable, self.part, odds)

    def _moves(self, vector: Vector, parts: int) -> tuple[int, Fraction]:
        """Return how many rows a vector changes, and by how many units together."""
        return _change([Fraction(value, parts) for value in vector], self.start)

    def _rank(self, answer: Design) -> tuple[Fraction, int, Fraction]:
        return answer.off, *_change([odds.ratio for _, odds in answer.odds], self.start)


def _change(ratios: Sequence[Fraction], start: Sequence[Fraction]) -> tuple[int, Fraction]:
    moves = [abs(ratio - before) for ratio, before in zip(ratios, start, strict=True)]
    return sum(1 for move in moves if move), sum(moves, Fraction(0))
