"""Column types and checks that the ledger's tables share: whole numbers that every JSON reader can hold, digests."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, Integer

from casino_table.game.fields import LARGEST_AMOUNT

HASH_BYTES: Final = 32

# SQLite numbers rows by themselves only under INTEGER; elsewhere a count of rows wants 64 bits.
BigInt: Final = BigInteger().with_variant(Integer, "sqlite")


def whole(column: str, low: int = 0, high: int = LARGEST_AMOUNT) -> CheckConstraint:
    """Return the CHECK that a column is a whole number in a range; SQLite would take 1.5 or a text otherwise.

    >>> print(whole("amount_minor", 1).sqltext)
    amount_minor BETWEEN 1 AND 9007199254740991 AND amount_minor = CAST(amount_minor AS BIGINT)
    """
    return CheckConstraint(
        f"{column} BETWEEN {low} AND {high} AND {column} = CAST({column} AS BIGINT)", name=f"{column}_whole"
    )


def one_of(column: str, values: tuple[str, ...]) -> CheckConstraint:
    """Return the CHECK that a column has one of some values."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def digest(column: str) -> CheckConstraint:
    """Return the CHECK that a column holds the bytes of a SHA-256 digest."""
    return CheckConstraint(f"length({column}) = {HASH_BYTES}", name=f"{column}_length")
