"""The tables of the ledger: money, journal, keys of requests, and what rounds refer to.

Persons are known here by the stable text of their account and by nothing else. Rounds, tables and paytable versions
are named as records and receipts name them (`T1-42`, `T1`, `texas-poker@3`), so that a row of the journal can be read
without a second table at hand.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from casino_table.database.base import Base, table_of
from casino_table.database.columns import BigInt, digest, one_of, whole
from casino_table.database.triggers import SAME_ROWID, append_only, attach, frozen_once, keep_rowids
from casino_table.game.fields import LARGEST_AMOUNT
from casino_table.ledger.words import AccountKind, RoundStatus, TransferKind, Wager

_ANY_BALANCE: Final = {"low": -LARGEST_AMOUNT}


def _instant(comment: str = "") -> Mapped[int]:
    return mapped_column(BigInt, comment=f"{comment}microseconds since 1970, UTC")


def _text(comment: str) -> Mapped[str]:
    return mapped_column(Text, comment=comment)


class House(Base):
    """The one row of what is set for the whole house."""

    __tablename__ = "house"
    __table_args__ = (
        CheckConstraint("id = 1", name="one_row"),
        CheckConstraint("day_starts_hour BETWEEN 0 AND 23", name="day_starts_hour_range"),
        digest("seed_key_fingerprint"),
    )

    id: Mapped[int] = mapped_column(BigInt, primary_key=True, autoincrement=False, comment="always 1")
    day_zone: Mapped[str] = _text("IANA name of the zone that gaming days are counted in")
    day_starts_hour: Mapped[int] = mapped_column(BigInt, comment="local hour at which a gaming day begins, 0 to 23")
    seed_key_fingerprint: Mapped[bytes | None] = mapped_column(
        LargeBinary, comment="which key opens the waiting seeds; null until there is one"
    )


class AccountRow(Base):
    """An account and its balance, which is a cache of its transfers."""

    __tablename__ = "accounts"
    __table_args__ = (
        CheckConstraint("name = kind || ':' || owner || ':' || currency", name="name_is_its_parts"),
        one_of("kind", tuple(AccountKind)),
        whole("balance_minor", **_ANY_BALANCE),
        CheckConstraint("kind IN ('bank', 'cage') OR balance_minor >= 0", name="never_below_zero"),
    )

    name: Mapped[str] = mapped_column(Text, primary_key=True, comment="kind, owner and currency, joined by colons")
    kind: Mapped[str] = _text("player, bank, in_play or cage")
    owner: Mapped[str] = _text("the person's stable id, the table's name, or house")
    currency: Mapped[str] = _text("code of the currency")
    balance_minor: Mapped[int] = mapped_column(BigInt, comment="minor units of the currency")


class JournalEntry(Base):
    """One act, chained to the one before."""

    __tablename__ = "journal"
    __table_args__ = (
        UniqueConstraint("previous_hash"),
        Index(None, "round_id"),
        whole("sequence", 1),
        whole("at_us"),
        digest("previous_hash"),
        digest("hash"),
    )

    sequence: Mapped[int] = mapped_column(BigInt, primary_key=True, autoincrement=False, comment="1, 2, 3 ... no gap")
    at_us: Mapped[int] = _instant()
    gaming_day: Mapped[str] = _text("the house's day, YYYY-MM-DD")
    kind: Mapped[str] = _text("what was done")
    round_id: Mapped[str | None] = mapped_column(ForeignKey("rounds.id"), comment="the round it belongs to, if any")
    actor: Mapped[str | None] = mapped_column(Text, comment="stable id of who did it; null for the system")
    payload: Mapped[str] = _text("the act with its transfers, RFC 8785 JSON")
    previous_hash: Mapped[bytes] = mapped_column(LargeBinary, comment="hash of the entry before; zeros for the first")
    hash: Mapped[bytes] = mapped_column(LargeBinary, comment="SHA-256 over this entry and previous_hash")


class TransferRow(Base):
    """One movement of money, as the journal entry of the same sequence states it."""

    __tablename__ = "transfers"
    __table_args__ = (
        Index(None, "round_id"),
        Index(None, "debit", "sequence"),
        Index(None, "credit", "sequence"),
        one_of("kind", tuple(TransferKind)),
        whole("ordinal"),
        whole("amount_minor", 1),
        whole("debit_after_minor", **_ANY_BALANCE),
        whole("credit_after_minor", **_ANY_BALANCE),
        CheckConstraint("debit <> credit", name="two_accounts"),
        CheckConstraint("box BETWEEN 1 AND 7", name="box_range"),
        one_of("wager", tuple(Wager)),
        CheckConstraint("kind <> 'buy_in' OR table_name IS NOT NULL", name="buy_in_names_table"),
        {"sqlite_with_rowid": False},  # one tree instead of two; rows of one act lie together
    )

    sequence: Mapped[int] = mapped_column(
        ForeignKey("journal.sequence"), primary_key=True, autoincrement=False, comment="of the journal entry"
    )
    ordinal: Mapped[int] = mapped_column(BigInt, primary_key=True, autoincrement=False, comment="0, 1 ... in the act")
    debit: Mapped[str] = mapped_column(ForeignKey("accounts.name"), comment="the account that the amount leaves")
    credit: Mapped[str] = mapped_column(ForeignKey("accounts.name"), comment="the account that it reaches")
    amount_minor: Mapped[int] = mapped_column(BigInt, comment="minor units of both accounts' currency")
    kind: Mapped[str] = _text("why the money moved")
    round_id: Mapped[str | None] = mapped_column(ForeignKey("rounds.id"), comment="as in the journal entry")
    table_name: Mapped[str | None] = mapped_column(Text, comment="the table of a buy-in or cash-out")
    box: Mapped[int | None] = mapped_column(BigInt, comment="1 to 7")
    wager: Mapped[str | None] = mapped_column(Text, comment="ante, bet or bonus")
    debit_after_minor: Mapped[int] = mapped_column(BigInt, comment="balance of the debit account after it")
    credit_after_minor: Mapped[int] = mapped_column(BigInt, comment="balance of the credit account after it")


class IdempotencyKey(Base):
    """What a write request was answered, so that its repetition is answered the same."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (
        whole("at_us"),
        one_of("outcome", ("done", "refused")),
        Index(None, "round_id"),
        {"sqlite_with_rowid": False},
    )

    person: Mapped[str] = mapped_column(Text, primary_key=True, comment="stable id of who asked")
    route: Mapped[str] = mapped_column(Text, primary_key=True, comment="what was asked for")
    key: Mapped[str] = mapped_column(Text, primary_key=True, comment="chosen by who asked, one an intention")
    request: Mapped[str] = _text("the request, RFC 8785 JSON")
    outcome: Mapped[str] = _text("done or refused")
    answer: Mapped[str] = _text("what was answered, RFC 8785 JSON")
    reversed_by: Mapped[int | None] = mapped_column(
        ForeignKey("journal.sequence"), comment="the journal entry that took it back, if one did"
    )
    at_us: Mapped[int] = _instant()
    round_id: Mapped[str | None] = mapped_column(
        ForeignKey("rounds.id"), comment="the round it was for, if it was for one"
    )


class PaytableVersion(Base):
    """A paytable as it was approved: never changed."""

    __tablename__ = "paytable_versions"
    __table_args__ = (
        UniqueConstraint("name", "version"),
        whole("version", 1),
        whole("created_at_us"),
        CheckConstraint("id = name || '@' || CAST(version AS TEXT)", name="id_is_name_and_version"),
        CheckConstraint("length(hash) = 64", name="hash_length"),
    )

    id: Mapped[str] = mapped_column(Text, primary_key=True, comment="name@version")
    name: Mapped[str] = _text("name of the paytable")
    version: Mapped[int] = mapped_column(BigInt, comment="1, 2, 3 ... of this name")
    hash: Mapped[str] = _text("SHA-256 of the canonical paytable, lower-case hex")
    document: Mapped[str] = _text("the whole paytable, RFC 8785 JSON")
    source: Mapped[str] = _text("where its odds come from")
    created_at_us: Mapped[int] = _instant()


class GameTable(Base):
    """A table that rounds are played at; its newest settings hold from the next round on."""

    __tablename__ = "game_tables"
    __table_args__ = (whole("created_at_us"),)

    name: Mapped[str] = mapped_column(Text, primary_key=True, comment="as printed on receipts, such as T1")
    currency: Mapped[str] = _text("code of the currency; never changes")
    created_at_us: Mapped[int] = _instant()


class TableSettingsVersion(Base):
    """A table's limits, times and paytable as they were approved: never changed."""

    __tablename__ = "table_settings_versions"
    __table_args__ = (whole("version", 1), whole("created_at_us"))

    table_name: Mapped[str] = mapped_column(ForeignKey("game_tables.name"), primary_key=True, comment="the table")
    version: Mapped[int] = mapped_column(
        BigInt, primary_key=True, autoincrement=False, comment="1, 2, 3 ... of this table; the highest is in force"
    )
    paytable_id: Mapped[str] = mapped_column(ForeignKey("paytable_versions.id"), comment="the paytable in force")
    settings: Mapped[str] = _text("limits, boxes and times, RFC 8785 JSON")
    created_at_us: Mapped[int] = _instant()


class RoundRow(Base):
    """A round: what was fixed before its first stake, and how it ended."""

    __tablename__ = "rounds"
    __table_args__ = (
        UniqueConstraint("table_name", "number"),
        ForeignKeyConstraint(
            ["table_name", "settings_version"],
            ["table_settings_versions.table_name", "table_settings_versions.version"],
        ),
        Index(
            "uq_rounds_open_table_name",
            "table_name",
            unique=True,
            sqlite_where=text("status = 'open'"),
            postgresql_where=text("status = 'open'"),
        ),
        whole("number", 1),
        whole("opened_at_us"),
        whole("ended_at_us"),
        one_of("status", tuple(RoundStatus)),
        CheckConstraint("(status = 'open') = (ended_at_us IS NULL)", name="ended_or_open"),
        CheckConstraint("length(commitment) = 64", name="commitment_length"),
        CheckConstraint("id = table_name || '-' || CAST(number AS TEXT)", name="id_is_table_and_number"),
    )

    id: Mapped[str] = mapped_column(Text, primary_key=True, comment="table and number, such as T1-42")
    table_name: Mapped[str] = mapped_column(ForeignKey("game_tables.name"), comment="the table")
    number: Mapped[int] = mapped_column(BigInt, comment="1, 2, 3 ... at this table")
    paytable_id: Mapped[str] = mapped_column(ForeignKey("paytable_versions.id"), comment="settles this round")
    settings_version: Mapped[int] = mapped_column(BigInt, comment="of this table, in force for this round")
    commitment: Mapped[str] = _text("commitment to the server seed, lower-case hex")
    status: Mapped[str] = _text("open, settled or void")
    opened_at_us: Mapped[int] = _instant()
    ended_at_us: Mapped[int | None] = mapped_column(BigInt, comment="microseconds since 1970, UTC; null while open")


class RoundSeed(Base):
    """A round's server seed, sealed with a key that lies outside the database."""

    __tablename__ = "round_seeds"

    round_id: Mapped[str] = mapped_column(ForeignKey("rounds.id"), primary_key=True, comment="the round")
    sealed: Mapped[bytes] = mapped_column(LargeBinary, comment="the 32 bytes of the seed as a Fernet token")


_FIXED_OF_A_ROUND: Final = (
    "id", "table_name", "number", "paytable_id", "settings_version", "commitment", "opened_at_us",
)  # fmt: skip

TRIGGERS: Final = {
    JournalEntry: append_only(
        "journal", keys=["sequence = NEW.sequence", "previous_hash = NEW.previous_hash"]
    ),
    TransferRow: append_only("transfers", keys=["sequence = NEW.sequence AND ordinal = NEW.ordinal"]),
    PaytableVersion: append_only(
        "paytable_versions", keys=["id = NEW.id", "name = NEW.name AND version = NEW.version", SAME_ROWID]
    ),
    TableSettingsVersion: append_only(
        "table_settings_versions", keys=["table_name = NEW.table_name AND version = NEW.version", SAME_ROWID]
    ),
    RoundRow: [
        *frozen_once(
            "rounds",
            ended="OLD.status <> 'open'",
            fixed=_FIXED_OF_A_ROUND,
            keys=[
                "id = NEW.id",
                "table_name = NEW.table_name AND number = NEW.number",
                "table_name = NEW.table_name AND status = 'open' AND NEW.status = 'open'",
                SAME_ROWID,
            ],
        ),
        *keep_rowids("rounds"),
    ],
}  # fmt: skip

for _model, _triggers in TRIGGERS.items():
    attach(table_of(_model), _triggers)
