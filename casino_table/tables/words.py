"""The table's own words: how rows, minimum hands, wagers and results are called by people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino_table.cards import RANK_PLURALS, card_name
from casino_table.game.fields import printable
from casino_table.game.hand_minimum import ANY_HAND, PAIR_RANKS, HandMinimum
from casino_table.game.schedule import OTHERWISE, PAIR_ROWS
from casino_table.game.settlement import Line, Reason, Wager
from casino_table.hands.ranking import CATEGORY_BY_KEY
from casino_table.ledger.words import TransferKind
from casino_table.text import Message, message

WAGER_LABELS: Final = {Wager.ANTE: message("Ante"), Wager.BET: message("Bet"), Wager.BONUS: message("Bonus")}

ANYTHING_ELSE: Final = message("anything else")
ANY_PAIR: Final = message("any pair")

#: Short forms of the reasons, for a line of a box; the receipt has whole sentences.
SHORT_REASONS: Final = {
    Reason.WIN: message("better than the dealer"),
    Reason.LOSE: message("the dealer is better"),
    Reason.TIE: message("equal to the dealer"),
    Reason.DEALER_NOT_QUALIFIED: message("the dealer does not qualify"),
    Reason.BELOW_PLAYER_MINIMUM: message("below the minimum for the ante"),
    Reason.FOLDED: message("folded"),
    Reason.BONUS_WIN: message("bonus won"),
    Reason.BONUS_NO_ROW: message("no row of the bonus"),
    Reason.BONUS_LOST_WITH_FOLD: message("lost with the fold"),
    Reason.VOID: message("void, goes back"),
}

#: What a movement of a player's money was for.
TRANSFER_LABELS: Final = {
    TransferKind.BUY_IN: message("buy-in"),
    TransferKind.CASH_OUT: message("cash-out"),
    TransferKind.ANTE: message("placed"),
    TransferKind.BET: message("placed or kept ready"),
    TransferKind.BONUS: message("placed"),
    TransferKind.WIN: message("win"),
    TransferKind.RETURN: message("stake back"),
    TransferKind.LOSS: message("loss"),
    TransferKind.REFUND: message("given back"),
    TransferKind.ADJUSTMENT: message("adjustment"),
}


def row_label(row: str) -> Message:
    """Return a row of a schedule as people say it.

    >>> str(row_label("full_house")), str(row_label("pair_of_aces")), str(row_label("otherwise"))
    ('full house', 'pair of aces or better', 'anything else')
    """
    if row == OTHERWISE:
        return ANYTHING_ELSE
    if row == "pair":
        return ANY_PAIR
    if row in PAIR_ROWS:
        return message("pair of {ranks} or better", ranks=RANK_PLURALS[PAIR_RANKS.index(row.removeprefix("pair_of_"))])
    return CATEGORY_BY_KEY[row].label


def minimum_label(minimum: HandMinimum) -> Message:
    """Return the least hand that a rule asks for, as people say it.

    >>> from casino_table.game.hand_minimum import PAIR_OF_FOURS
    >>> str(minimum_label(PAIR_OF_FOURS)), str(minimum_label(ANY_HAND))
    ('a pair of fours', 'any hand')
    """
    if minimum == ANY_HAND:
        return message("any hand")
    if minimum.text.startswith("pair of "):
        return message("a pair of {ranks}", ranks=RANK_PLURALS[PAIR_RANKS.index(minimum.text.removeprefix("pair of "))])
    return {"ace high": message("ace high"), "ace-king high": message("ace-king high")}[minimum.text]


def cards_label(cards: Iterable[int]) -> Message:
    """Return the names of cards in a row.

    >>> str(cards_label((51, 0)))
    'ace of spades and two of clubs'
    """
    names = [card_name(card) for card in cards]
    said = names[0]
    for name in names[1:-1]:
        said = message("{first}, {second}", first=said, second=name)
    return said if len(names) == 1 else message("{first} and {last}", first=said, last=names[-1])


def result_word(lines: Iterable[Line]) -> tuple[str, Message]:
    """Return in a word how the settled lines of a box came out together: its state and what is said.

    >>> result_word([])[0]
    'even'
    """
    net = sum(line.returned - line.stake for line in lines)
    if net > 0:
        return "won", message("won")
    if net < 0:
        return "lost", message("lost")
    return "even", message("even")


def is_against_dealer(line: Line) -> bool:
    """Say whether a line's reason is how the box stands against the dealer, which a box says once."""
    return line.wager is not Wager.BONUS and line.reason in {
        Reason.WIN,
        Reason.LOSE,
        Reason.TIE,
        Reason.DEALER_NOT_QUALIFIED,
    }


def void_sentence(reason: str) -> Message:
    """Return that a round is void and why; codes of reasons are written like exposed_card.

    >>> str(void_sentence("exposed_card"))
    'The round is void. The reason given: exposed card.'
    """
    return message("The round is void. The reason given: {reason}.", reason=printable(reason.replace("_", " ")))
