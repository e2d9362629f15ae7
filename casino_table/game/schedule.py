"""Pay schedules: which odds a hand wins, row by row as written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

from casino_table.game.hand_minimum import PAIR_RANKS
from casino_table.game.odds_ratio import EVEN, Odds
from casino_table.hands.ranking import CATEGORY_BY_KEY, Category, category_of, lowest_rank_of, lowest_rank_of_pair

OTHERWISE: Final = "otherwise"
CATEGORY_KEYS: Final = tuple(category.key for category in sorted(Category, reverse=True))
"""The ten categories as a schedule writes them, strongest first."""
PAIR_ROWS: Final = {"pair": lowest_rank_of(Category.PAIR)} | {
    f"pair_of_{name}": lowest_rank_of_pair(index) for index, name in enumerate(PAIR_RANKS)
}
"""The rows for pairs that a bonus may have, each with the weakest rank that reaches it."""

_CATEGORY_OF_RANK: Final = bytes(1) + bytes(category_of(rank) for rank in range(1, 7463))


@dataclass(frozen=True, slots=True)
class Schedule:
    """Hold the rows of one schedule in the order written; hands that no row names win nothing.

    A row is the key of a category, `otherwise` for all that are not named, or a row of `PAIR_ROWS`, which is won by
    that pair or a higher one.

    >>> aces = Schedule((("two_pair", Odds(7)), ("pair_of_aces", Odds(7))))
    >>> aces.row_for(lowest_rank_of_pair(12)), aces.row_for(lowest_rank_of_pair(12) - 1)
    (('pair_of_aces', Odds(numerator=7, denominator=1)), None)
    """

    rows: tuple[tuple[str, Odds], ...]
    _by_category: tuple[tuple[str, Odds] | None, ...] = field(init=False, repr=False, compare=False)
    _lowest_pair: int = field(init=False, repr=False, compare=False)
    _largest_odds: Odds = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Look up once what settlement asks for millions of times."""
        by_key = dict(self.rows)
        pair = next((key for key in by_key if key in PAIR_ROWS), "pair")
        fallback = (OTHERWISE, by_key[OTHERWISE]) if OTHERWISE in by_key else None
        rows = []
        for category in Category:
            key = pair if category is Category.PAIR else category.key
            rows.append((key, by_key[key]) if key in by_key else fallback)
        object.__setattr__(self, "_by_category", tuple(rows))
        object.__setattr__(self, "_lowest_pair", PAIR_ROWS[pair])
        object.__setattr__(self, "_largest_odds", max(by_key.values(), key=attrgetter("ratio"), default=Odds(0)))

    def row_for(self, rank: int) -> tuple[str, Odds] | None:
        """Return the key and odds of the row that a hand of this rank matches, or None if it wins nothing."""
        category = _CATEGORY_OF_RANK[rank]
        if category == Category.PAIR and rank < self._lowest_pair:
            return None
        return self._by_category[category]

    def row_of_category(self, category: Category) -> tuple[str, Odds] | None:
        """Return the row of the best hand of a category, or None if all of it loses."""
        return self._by_category[category]

    def largest_odds(self) -> Odds:
        """Return the highest odds of any row."""
        return self._largest_odds

    def by_category(self) -> dict[str, str]:
        """Return the odds of all ten categories in lowest terms, as the hash of a paytable counts them."""
        return {
            category.key: str(row[1].in_lowest_terms())
            for category in Category
            if (row := self._by_category[category]) is not None
        }

    def as_written(self) -> dict[str, str]:
        """Return the rows as a paytable file writes them."""
        return {key: str(odds) for key, odds in self.rows}

    def in_lowest_terms(self) -> dict[str, str]:
        """Return the rows as written, with their odds in lowest terms."""
        return {key: str(odds.in_lowest_terms()) for key, odds in self.rows}


def is_complete(rows: Mapping[str, object]) -> bool:
    """Say whether every category has odds, by name or by `otherwise`."""
    return OTHERWISE in rows or CATEGORY_BY_KEY.keys() <= rows.keys()


EVERY_BET_EVEN: Final = Schedule(((OTHERWISE, EVEN),))
"""What a paytable without a bet schedule comes to."""
