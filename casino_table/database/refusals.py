"""What the database layer refuses, in sentences an operator can act on."""

from __future__ import annotations

from http import HTTPStatus

from casino_table.errors import CasinoTableError


class DatabaseUnusableError(CasinoTableError):
    """Refuse a database that cannot keep what the ledger promises, or that cannot be used at all."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
    code = "database"


class BusyError(DatabaseUnusableError):
    """Refuse for now: other writers held the database for longer than a person should wait."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"
