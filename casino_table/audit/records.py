"""Settle a recorded round again and name everything in it that is not right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from casino_table.audit.decks import deck_problems
from casino_table.audit.findings import Finding, Kind
from casino_table.game.fields import FieldError, shown
from casino_table.game.odds_ratio import Odds, parse_odds
from casino_table.game.record import PaidLine, RoundRecord
from casino_table.game.settlement import Line
from casino_table.game.table_rules import Breach, bet_breaches, limit_breaches, play_breaches
from casino_table.text import Message, message

_ABSENT: Final = {"capped": False}
_DETAILS: Final = ("stake", "outcome", "row", "odds", "won", "reason", "capped", "uncapped_won")


def findings_in(record: RoundRecord, lines: tuple[Line, ...], *, file: str, line: int) -> Iterator[Finding]:
    """Find what is wrong in a record that is settled right by `lines`: payouts, then deck, bets, limits, plays."""
    yield from _payout_findings(record, lines, file, line)
    problems = list(deck_problems(record))
    if problems:
        yield Finding(file, line, Kind.WRONG_DECK, record.round, sentence=_joined(problems))
    breaches: tuple[tuple[Kind, Iterable[Breach]], ...] = (
        (Kind.WRONG_BET, bet_breaches(record.boxes, bet_multiple=record.paytable.rules.bet_multiple)),
        (Kind.LIMIT, limit_breaches(record.limits, record.boxes)),
        (Kind.PLAY, play_breaches(record.limits, record.boxes)),
    )
    for kind, found in breaches:
        for breach in found:
            yield Finding(file, line, kind, record.round, breach.box, breach.wager, sentence=breach.sentence)


def _payout_findings(record: RoundRecord, lines: tuple[Line, ...], file: str, at: int) -> Iterator[Finding]:
    """Compare what was paid with what is right, line by line; of two lines for one wager the first one counts."""
    if record.payouts is None:
        right = sum(line.returned for line in lines)
        sentence = message("the record has no payouts; {right} should have gone back in all", right=right)
        yield Finding(file, at, Kind.NO_PAYOUTS, record.round, right=right, sentence=sentence)
        return
    if len(record.payouts) == len(lines) and all(map(_agrees, lines, record.payouts)):
        return
    paid: dict[tuple[int, str], PaidLine] = {}
    repeated = [line for line in record.payouts if paid.setdefault((line.box, line.wager), line) is not line]
    for line in lines:
        finding = _compare(line, paid.pop((line.box, line.wager), None))
        if finding is not None:
            yield replace(finding, file=file, line=at, round=record.round)
    for kind, wrong in ((Kind.EXTRA_LINE, paid.values()), (Kind.DUPLICATE_LINE, repeated)):
        for stated in wrong:
            yield Finding(file, at, kind, record.round, stated.box, stated.wager, stated.returned, 0)


def _compare(line: Line, stated: PaidLine | None) -> Finding | None:
    """Return what is wrong with one line, the amount before the detail, or None; its place is not filled in."""
    if stated is None:
        kind, sentence = Kind.MISSING_LINE, None
    elif stated.returned != line.returned:
        kind, sentence = Kind.WRONG_AMOUNT, None
    else:
        kind, sentence = Kind.WRONG_DETAIL, _wrong_details(line, stated)
        if sentence is None:
            return None
    paid = None if stated is None else stated.returned
    return Finding("", 0, kind, None, line.box, line.wager, paid, line.returned, line.row, line.reason, sentence)


def _wrong_details(line: Line, stated: PaidLine) -> Message | None:
    """Return a sentence on the optional keys of a line that were stated and are not right, or None."""
    right = line.to_document()
    problems = []
    for key in _DETAILS:
        value = getattr(stated, key)
        expected = right.get(key, _ABSENT.get(key))
        if value is UNSET or value == expected or (key == "odds" and _are_same_odds(value, line.odds)):
            continue
        problems.append(
            message("{key} is {value}, but {right} is right", key=key, value=shown(value), right=shown(expected))
        )
    return _joined(problems) if problems else None


def _agrees(line: Line, stated: PaidLine) -> bool:
    """Say whether a line is for this wager and everything stated is written as `Line.to_document` writes it.

    Nearly every line is, so this comes first and has to be quick; what does not agree is looked at with care.
    """
    return (
        stated.box == line.box
        and stated.wager is line.wager
        and stated.returned == line.returned
        and (stated.stake == line.stake or stated.stake is UNSET)
        and (stated.outcome == line.outcome or stated.outcome is UNSET)
        and (stated.row == line.row or stated.row is UNSET)
        and (stated.odds is UNSET or stated.odds == (None if line.odds is None else line.odds.text))
        and (stated.won == line.won or stated.won is UNSET)
        and (stated.reason == line.reason or stated.reason is UNSET)
        and (stated.capped is UNSET or stated.capped is line.capped)
        and (stated.uncapped_won is UNSET or stated.uncapped_won == line.uncapped_won)
    )


def _are_same_odds(written: str | None, right: Odds | None) -> bool:
    """Say whether odds are equal though written otherwise, like 4:2 and 2:1."""
    if written is None or right is None:
        return False
    try:
        return parse_odds(written, "odds").ratio == right.ratio
    except FieldError:
        return False


def _joined(problems: Sequence[Message]) -> Message:
    first, *rest = problems
    return message("{first}; {rest}", first=first, rest=_joined(rest)) if rest else first
