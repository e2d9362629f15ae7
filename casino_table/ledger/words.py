"""The ledger's vocabulary: kinds of accounts and transfers, ends of a round."""

from __future__ import annotations

from enum import StrEnum

from casino_table.game.settlement_types import Wager

__all__ = ["AccountKind", "RoundStatus", "TransferKind", "Wager"]


class AccountKind(StrEnum):
    """Say whose money an account holds."""

    PLAYER = "player"
    BANK = "bank"
    IN_PLAY = "in_play"
    CAGE = "cage"


class TransferKind(StrEnum):
    """Say why money moved."""

    BUY_IN = "buy_in"
    CASH_OUT = "cash_out"
    ANTE = "ante"
    BET = "bet"
    BONUS = "bonus"
    WIN = "win"
    RETURN = "return"
    LOSS = "loss"
    REFUND = "refund"
    ADJUSTMENT = "adjustment"


class RoundStatus(StrEnum):
    """Say whether a round is under way, and how it ended."""

    OPEN = "open"
    SETTLED = "settled"
    VOID = "void"
