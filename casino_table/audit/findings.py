"""What an audit finds: its kinds, and one finding as reports write it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from casino_table.text import Message, message


class Kind(StrEnum):
    """Name what can be wrong with a record (docs/formats.md, `audit`), in the order in which reports list them."""

    WRONG_AMOUNT = "wrong_amount"
    MISSING_LINE = "missing_line"
    EXTRA_LINE = "extra_line"
    DUPLICATE_LINE = "duplicate_line"
    NO_PAYOUTS = "no_payouts"
    WRONG_DETAIL = "wrong_detail"
    WRONG_DECK = "wrong_deck"
    WRONG_BET = "wrong_bet"
    LIMIT = "limit"
    PLAY = "play"
    BAD_RECORD = "bad_record"


KIND_TITLES: Final = {
    Kind.WRONG_AMOUNT: message("Paid another amount than is right"),
    Kind.MISSING_LINE: message("A wager had a stake, but no line says what it returned"),
    Kind.EXTRA_LINE: message("A line for a wager that had no stake"),
    Kind.DUPLICATE_LINE: message("A second line for one wager"),
    Kind.NO_PAYOUTS: message("The record does not say what was paid"),
    Kind.WRONG_DETAIL: message("The amount is right, but something else in the line is not"),
    Kind.WRONG_DECK: message("The cards are not those of the deck that the seeds give"),
    Kind.WRONG_BET: message("The bet is not the multiple of the ante that it must be"),
    Kind.LIMIT: message("A stake off the table's limits"),
    Kind.PLAY: message("A play that the table does not allow"),
    Kind.BAD_RECORD: message("A record that could not be used"),
}


class Finding(Struct, frozen=True):
    """Hold one thing that is wrong, and where; amounts in minor units.

    `paid` is what the record says went back, None where it says nothing; `right` is what should have gone back, 0 for a
    line that should not be there, None where no amount is in question. So over- and underpayment add up from `paid`
    minus `right`, None counted as 0. `row` and `reason` are those of the right line; where no line is in question, or
    where the amount is right, `sentence` says what is wrong.
    """

    file: str
    line: int
    kind: Kind
    round: str | None = None
    box: int | None = None
    wager: str | None = None
    paid: int | None = None
    right: int | None = None
    row: str | None = None
    reason: str | None = None
    sentence: Message | None = None

    def to_document(self) -> dict[str, object]:
        """Return the finding as `audit --json` writes it; a sentence stands in the place of the reason."""
        return {
            "file": self.file,
            "line": self.line,
            "round": self.round,
            "box": self.box,
            "wager": self.wager,
            "kind": self.kind.value,
            "paid": self.paid,
            "right": self.right,
            "row": self.row,
            "reason": self.reason if self.sentence is None else str(self.sentence),
        }
