"""A movement of money: from one account to another, a positive whole amount, with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino_table.game.fields import LARGEST_AMOUNT
from casino_table.ledger.accounts import Account
from casino_table.ledger.refusals import AccountError, AmountError
from casino_table.ledger.words import AccountKind, TransferKind, Wager
from casino_table.text import message

_PLAYER, _BANK, _IN_PLAY, _CAGE = AccountKind.PLAYER, AccountKind.BANK, AccountKind.IN_PLAY, AccountKind.CAGE

# From which account to which each kind may go; reports sum kinds, so a kind may never mean two things.
# A refund comes from the bank where a void takes back a wager that had been settled as lost.
_WAYS: Final[dict[TransferKind, frozenset[tuple[AccountKind, AccountKind]]]] = {
    TransferKind.BUY_IN: frozenset({(_CAGE, _PLAYER)}),
    TransferKind.CASH_OUT: frozenset({(_PLAYER, _CAGE)}),
    TransferKind.ANTE: frozenset({(_PLAYER, _IN_PLAY)}),
    TransferKind.BET: frozenset({(_PLAYER, _IN_PLAY)}),
    TransferKind.BONUS: frozenset({(_PLAYER, _IN_PLAY)}),
    TransferKind.WIN: frozenset({(_BANK, _PLAYER)}),
    TransferKind.RETURN: frozenset({(_IN_PLAY, _PLAYER)}),
    TransferKind.LOSS: frozenset({(_IN_PLAY, _BANK)}),
    TransferKind.REFUND: frozenset({(_IN_PLAY, _PLAYER), (_BANK, _PLAYER)}),
    TransferKind.ADJUSTMENT: frozenset({(_BANK, _PLAYER), (_PLAYER, _BANK), (_CAGE, _BANK), (_BANK, _CAGE)}),
}
_OF_A_TABLE: Final = frozenset({TransferKind.BUY_IN, TransferKind.CASH_OUT})


def check_amount(amount: object) -> int:
    """Return an amount in minor units if it is one, 1 to 2^53 - 1; refuse a float, true, a text, or anything else.

    >>> check_amount(500)
    500
    """
    if type(amount) is not int:
        raise AmountError(message("An amount is a whole number of minor units, not {amount}.", amount=repr(amount)))
    if not 1 <= amount <= LARGEST_AMOUNT:
        raise AmountError(
            message("An amount lies between 1 and {most}, not at {amount}.", most=LARGEST_AMOUNT, amount=amount)
        )
    return amount


@dataclass(frozen=True, slots=True)
class Transfer:
    """Hold one movement: `amount_minor` leaves `debit` and reaches `credit`.

    `box` and `wager` say which stake it belongs to; `table` is that of a buy-in or cash-out. The round is that of the
    act it is appended with.
    """

    debit: Account
    credit: Account
    amount_minor: int
    kind: TransferKind
    box: int | None = None
    wager: Wager | None = None
    table: str | None = None

    def __post_init__(self) -> None:
        check_amount(self.amount_minor)
        if self.debit.currency != self.credit.currency:
            raise AccountError(
                message(
                    "{amount} cannot move from {debit} to {credit}: these are two currencies.",
                    amount=self.amount_minor,
                    debit=self.debit.currency,
                    credit=self.credit.currency,
                )
            )
        if (self.debit.kind, self.credit.kind) not in _WAYS[self.kind]:
            raise AccountError(
                message(
                    "No {kind} goes from {debit} to {credit}.",
                    kind=self.kind,
                    debit=self.debit.kind,
                    credit=self.credit.kind,
                )
            )
        if (self.table is not None) != (self.kind in _OF_A_TABLE):
            raise AccountError(message("Buy-ins and cash-outs name their table, and no other transfer does."))
