"""What goes into a settlement and what comes out: stakes, decisions, and one line for each wager."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from casino_table.game.odds_ratio import Odds
from casino_table.text import Message, message


class Play(StrEnum):
    """Say whether the owner of a box sees its cards before deciding."""

    OPEN = "open"
    BLIND = "blind"


class Decision(StrEnum):
    """Name what the owner of an open box can do after the flop."""

    BET = "bet"
    FOLD = "fold"


class Wager(StrEnum):
    """Name the three stakes of a box, in the order of its settlement lines."""

    ANTE = "ante"
    BET = "bet"
    BONUS = "bonus"


class Outcome(StrEnum):
    """Name how a wager ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


class Reason(StrEnum):
    """Name why a wager ended as it did."""

    WIN = "win"
    LOSE = "lose"
    TIE = "tie"
    DEALER_NOT_QUALIFIED = "dealer_not_qualified"
    BELOW_PLAYER_MINIMUM = "below_player_minimum"
    FOLDED = "folded"
    BONUS_WIN = "bonus_win"
    BONUS_NO_ROW = "bonus_no_row"
    BONUS_LOST_WITH_FOLD = "bonus_lost_with_fold"
    VOID = "void"


_SENTENCES: Final = {
    Reason.WIN: message("The dealer qualifies, and the player's hand is better."),
    Reason.LOSE: message("The dealer qualifies, and the player's hand is worse."),
    Reason.TIE: message("The dealer qualifies, and the hands are equal."),
    Reason.DEALER_NOT_QUALIFIED: message("The dealer does not qualify."),
    Reason.BELOW_PLAYER_MINIMUM: message(
        "The dealer does not qualify, but the player's hand is below the minimum for the ante to be paid."
    ),
    Reason.FOLDED: message("The box folded."),
    Reason.BONUS_WIN: message("The box's two cards and the flop make a hand that the bonus pays."),
    Reason.BONUS_NO_ROW: message("The box's two cards and the flop make no hand that the bonus pays."),
    Reason.BONUS_LOST_WITH_FOLD: message("The box folded, and the bonus was lost with it."),
    Reason.VOID: message("The round is void; the stake goes back."),
}


def reason_sentence(reason: Reason) -> Message:
    """Return the sentence that explains a reason to a player."""
    return _SENTENCES[reason]


# Structs rather than dataclasses: settling files makes millions of these, and a frozen dataclass of this size costs
# twenty times as much to make (2.2 us against 0.1 us).
class BoxStake(msgspec.Struct, frozen=True, gc=False):
    """Hold what was staked and decided on one box; amounts in minor units.

    `decision` is None on a blind box, and on an open box of a round that ended void before its turn came. `bet` is
    the bet that was made where a record states it; None means `bet_multiple` antes if the box is blind or has bet.
    """

    box: int
    player: str
    play: Play
    ante: int
    bonus: int = 0
    decision: Decision | None = None
    bet: int | None = None
    timeout: bool = False

    @property
    def is_folded(self) -> bool:
        """Say whether the box gave up."""
        return self.decision is Decision.FOLD

    @property
    def is_waiting(self) -> bool:
        """Say whether the owner has still to decide."""
        return self.play is Play.OPEN and self.decision is None

    def bet_made(self, bet_multiple: int) -> int:
        """Return the bet that stands on the box, 0 where there is none."""
        if self.bet is not None:
            return self.bet
        if self.play is Play.BLIND or self.decision is Decision.BET:
            return bet_multiple * self.ante
        return 0


class Line(msgspec.Struct, frozen=True, gc=False):
    """Hold how one wager was settled; amounts in minor units, `returned` with the stake if it came back.

    `row` is the row of the paytable that matched, None where no schedule was read. `odds` is None unless something was
    won; a line that a cap cut keeps its odds, even if nothing was left, and says in `uncapped_won` what it had won.
    """

    box: int
    wager: Wager
    stake: int
    outcome: Outcome
    row: str | None
    odds: Odds | None
    won: int
    returned: int
    reason: Reason
    capped: bool = False
    uncapped_won: int | None = None

    def to_document(self) -> dict[str, object]:
        """Return the line as a round record writes it."""
        document: dict[str, object] = {
            "box": self.box,
            "wager": self.wager.value,
            "stake": self.stake,
            "outcome": self.outcome.value,
            "row": self.row,
            "odds": None if self.odds is None else str(self.odds),
            "won": self.won,
            "returned": self.returned,
            "reason": self.reason.value,
        }
        if self.capped:
            document |= {"capped": True, "uncapped_won": self.uncapped_won}
        return document
