"""Whether anything can have changed at a table since somebody last looked, without reading its round again."""

from __future__ import annotations


class Deadlines:
    """Remember, for each table, the journal's sequence at the last look and the instant at which its clock has a say.

    Many browsers ask about one table every second or so; as long as nothing was written and no time ran out, the
    answer is that nothing changed. What one process remembers is only ever too old, never wrong: then it looks.
    """

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, int | None]] = {}
        self._news_until: dict[str, int] = {}

    def note(self, table: str, sequence: int, deadline_us: int | None, *, news_until_us: int = 0) -> None:
        """Keep what a look at the table found; `sequence` was read before the table was.

        Until `news_until_us` who watched is shown how the last round ended.
        """
        self._seen[table] = (sequence, deadline_us)
        self._news_until[table] = news_until_us

    def is_news(self, table: str, now_us: int) -> bool:
        """Say whether the end of the last round is still shown to who watched it."""
        return now_us < self._news_until.get(table, 0)

    def is_quiet(self, table: str, sequence: int, now_us: int) -> bool:
        """Say whether the table is as it was at the last look.

        >>> deadlines = Deadlines()
        >>> deadlines.note("T1", 7, 1_000)
        >>> [deadlines.is_quiet("T1", *when) for when in ((7, 999), (7, 1_000), (8, 999))]
        [True, False, False]
        """
        seen_sequence, deadline_us = self._seen.get(table, (-1, None))
        return seen_sequence == sequence and (deadline_us is None or now_us < deadline_us)
