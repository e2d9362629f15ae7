"""What the ledger refuses, each with its status, its code, and a sentence a person can act on."""

from __future__ import annotations

from http import HTTPStatus

from casino_table.errors import CasinoTableError


class AmountError(CasinoTableError):
    """Refuse what is no amount: a float, a text, true, nothing, less than one unit, or too much to be counted."""

    code = "amount"


class AccountError(CasinoTableError):
    """Refuse an account that cannot be: of an impossible name, or of another currency than its counterpart."""

    code = "account"


class InsufficientFundsError(CasinoTableError):
    """Refuse to take more from an account than it holds."""

    status = HTTPStatus.PAYMENT_REQUIRED
    code = "insufficient_funds"


class KeyConflictError(CasinoTableError):
    """Refuse a key that came before with another request."""

    status = HTTPStatus.CONFLICT
    code = "key_conflict"


class KeyFormatError(CasinoTableError):
    """Refuse a key that is empty, too long, or not printable."""

    code = "key"


class RoundOpenError(CasinoTableError):
    """Refuse a second open round at a table."""

    status = HTTPStatus.CONFLICT
    code = "round_open"


class RoundEndedError(CasinoTableError):
    """Refuse to end a round that has ended, and whatever else an ended round allows no more."""

    status = HTTPStatus.CONFLICT
    code = "round_ended"


class NotFoundError(CasinoTableError):
    """Refuse to look further for what is not there."""

    status = HTTPStatus.NOT_FOUND
    code = "not_found"


class SeedKeyError(CasinoTableError):
    """Refuse to start with a key that does not open the waiting seeds of this database."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "seed_key"
