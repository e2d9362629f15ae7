"""Find odds for chosen rows that bring an edge as near as possible to a wanted one, whole numbers first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from casino_table.errors import CasinoTableError
from casino_table.game.paytable import Odds, Paytable
from casino_table.odds.analysis import FIVE_CARD_HANDS, analyse, bonus_hands
from casino_table.odds.enumeration import DEALS, Counts
from casino_table.odds.payouts import Stakes, bonus_payouts, check_stakes
from casino_table.odds.rows import Part, is_ordered, odds_of, schedule_of, with_rows
from casino_table.text import message

LARGEST_ODDS: Final = 1_000_000
_DENOMINATORS: Final = (2, 3, 4, 5, 10, 20)
_CANDIDATES: Final = 4_000
_EXACT_TRIALS: Final = 16
_PASSES: Final = 3

Vector = tuple[Fraction, ...]


class DesignError(CasinoTableError):
    """Refuse a design that cannot be looked for."""

    code = "design"


@dataclass(frozen=True, slots=True)
class Design:
    """Hold one answer: the odds of the chosen rows, the paytable that has them, and its exact edge."""

    odds: tuple[tuple[str, Odds], ...]
    paytable: Paytable
    edge: Fraction

    @property
    def is_whole(self) -> bool:
        """Say whether all odds are whole numbers to one."""
        return all(odds.denominator == 1 for _, odds in self.odds)

    def to_document(self, target: Fraction) -> dict[str, object]:
        """Return the answer as a JSON-able object."""
        return {
            "odds": {row: str(odds) for row, odds in self.odds},
            "edge": float(self.edge),
            "edge_exact": str(self.edge),
            "off_target": float(self.edge - target),
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
    """Return up to `answers` answers, whole-number odds first, each kind from the nearest edge on.

    For ante and bet the edge is that of an open box played best, and `counts` are needed; for the bonus it is the
    bonus's own. A ladder that is in order stays in order.
    """
    if not rows or len(set(rows)) != len(rows):
        raise DesignError(message("name the rows to change, each once"))
    if part is not Part.BONUS and counts is None:
        raise DesignError(message("ante and bet need the exact counts"))
    search = _Search(paytable, part, tuple(rows), target, _edge_function(part, counts, stakes, threads))
    return search.run(answers)


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
        assert bonus is not None
        net = sum((hands * value for hands, value in zip(bonus_hands(), bonus.net, strict=True)), Fraction(0))
        return -net / (FIVE_CARD_HANDS * bonus.unit)

    return bonus_edge if part is Part.BONUS else main_edge


@dataclass(slots=True)
class _Search:
    """Look for vectors of odds: a linear model of the edge proposes, the exact edge decides."""

    paytable: Paytable
    part: Part
    rows: tuple[str, ...]
    target: Fraction
    edge_of: Callable[[Paytable], Fraction]

    def run(self, answers: int) -> tuple[Design, ...]:
        centre = tuple(odds_of(self.paytable, self.part, row).ratio for row in self.rows)
        found: dict[Vector, Design] = {}
        for _ in range(_PASSES):
            edge, slopes = self._model(centre)
            whole = self._nearest(self._whole_vectors(centre, edge, slopes), centre, edge, slopes)
            self._try(whole, found)
            if not found:
                break
            best = min(found, key=lambda vector: abs(found[vector].edge - self.target))
            if best == centre:
                break
            centre = best
        edge, slopes = self._model(centre)
        self._try(self._nearest(self._fractional_vectors(centre, edge, slopes), centre, edge, slopes), found)
        ranked = sorted(found.values(), key=lambda answer: (abs(answer.edge - self.target), str(answer.odds)))
        whole_answers = [answer for answer in ranked if answer.is_whole][:answers]
        # Broken odds are worth showing only where they come nearer than every whole number.
        nearest = abs(whole_answers[0].edge - self.target) if whole_answers else None
        broken = [
            answer
            for answer in ranked
            if not answer.is_whole and (nearest is None or abs(answer.edge - self.target) < nearest)
        ]
        return tuple((whole_answers[: max(1, answers - 2)] + broken)[:answers])

    def _paytable(self, vector: Vector) -> Paytable:
        odds = {row: Odds(value.numerator, value.denominator) for row, value in zip(self.rows, vector, strict=True)}
        return with_rows(self.paytable, self.part, odds)

    def _model(self, centre: Vector) -> tuple[Fraction, Vector]:
        """Return the exact edge at a vector, and how it changes with one more unit on each row."""
        edge = self.edge_of(self._paytable(centre))
        slopes = []
        for place in range(len(centre)):
            raised = tuple(value + (at == place) for at, value in enumerate(centre))
            slopes.append(self.edge_of(self._paytable(raised)) - edge)
        if not any(slopes):
            raise DesignError(message("none of these rows changes the edge; they cannot be won, or a cap cuts them"))
        return edge, tuple(slopes)

    def _whole_vectors(self, centre: Vector, edge: Fraction, slopes: Vector) -> Iterator[Vector]:
        """Yield whole vectors around the centre: the finest row as the model solves it, the others in a window."""
        solved = self._finest(slopes)
        others = [place for place in range(len(slopes)) if place != solved]
        reach = max(1, int(_CANDIDATES ** (1 / max(1, len(others)))) // 2) if others else 0
        windows = [range(max(0, round(centre[place]) - reach), round(centre[place]) + reach + 1) for place in others]
        for values in product(*windows):
            rest = self.target - edge
            vector = list(centre)
            for place, value in zip(others, values, strict=True):
                vector[place] = Fraction(value)
                rest -= slopes[place] * (value - centre[place])
            exact = centre[solved] + rest / slopes[solved]
            for whole in range(int(exact) - 1, int(exact) + 3):
                if 0 <= whole <= LARGEST_ODDS:
                    yield (*vector[:solved], Fraction(whole), *vector[solved + 1 :])

    @staticmethod
    def _finest(slopes: Vector) -> int:
        """Return the row whose unit moves the edge least, but does move it: it tunes finest."""
        moving = [place for place, slope in enumerate(slopes) if slope]
        return min(moving, key=lambda place: abs(slopes[place]))

    def _fractional_vectors(self, centre: Vector, edge: Fraction, slopes: Vector) -> Iterator[Vector]:
        solved = max(range(len(slopes)), key=lambda place: abs(slopes[place]))
        exact = centre[solved] + (self.target - edge) / slopes[solved]
        for denominator in _DENOMINATORS:
            for numerator in range(int(exact * denominator), int(exact * denominator) + 2):
                if numerator >= 0:
                    yield (*centre[:solved], Fraction(numerator, denominator), *centre[solved + 1 :])

    def _nearest(self, vectors: Iterator[Vector], centre: Vector, edge: Fraction, slopes: Vector) -> list[Vector]:
        """Return the vectors that the model puts nearest to the target; of equals those nearest to what there is."""
        keeps_order = is_ordered(schedule_of(self.paytable, self.part))

        def distance(vector: Vector) -> tuple[Fraction, Fraction]:
            moves = [value - start for value, start in zip(vector, centre, strict=True)]
            modelled = edge + sum((slope * move for slope, move in zip(slopes, moves, strict=True)), Fraction(0))
            return abs(modelled - self.target), sum((abs(move) for move in moves), Fraction(0))

        ranked = sorted(set(vectors), key=distance)
        in_order = (
            vector for vector in ranked if not keeps_order or is_ordered(schedule_of(self._paytable(vector), self.part))
        )
        return [vector for vector, _ in zip(in_order, range(_EXACT_TRIALS), strict=False)]

    def _try(self, vectors: list[Vector], found: dict[Vector, Design]) -> None:
        for vector in vectors:
            if vector not in found:
                paytable = self._paytable(vector)
                odds = tuple((row, odds_of(paytable, self.part, row)) for row in self.rows)
                found[vector] = Design(odds, paytable, self.edge_of(paytable))
