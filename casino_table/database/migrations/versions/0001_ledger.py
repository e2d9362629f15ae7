"""The ledger: accounts, transfers, journal, keys of requests, and what rounds refer to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from casino_table.database.columns import BigInt, digest, one_of, whole
from casino_table.database.triggers import (
    DROP_POSTGRESQL_FUNCTION,
    POSTGRESQL_FUNCTION,
    append_only,
    frozen_once,
)
from casino_table.game.fields import LARGEST_AMOUNT

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_house()
    _create_accounts()
    _create_tables()
    _create_versions()
    _create_rounds()
    _create_journal()
    _create_seeds_and_keys()
    _create_transfers()
    _create_guards()
    op.execute("INSERT INTO house (id, day_zone, day_starts_hour) VALUES (1, 'UTC', 6)")


def _create_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text(), nullable=False, comment="kind, owner and currency, joined by colons"),
        sa.Column("kind", sa.Text(), nullable=False, comment="player, bank, in_play or cage"),
        sa.Column("owner", sa.Text(), nullable=False, comment="the person's stable id, the table's name, or house"),
        sa.Column("currency", sa.Text(), nullable=False, comment="code of the currency"),
        sa.Column("balance_minor", BigInt, nullable=False, comment="minor units of the currency"),
        sa.CheckConstraint("kind IN ('bank', 'cage') OR balance_minor >= 0", name=op.f("ck_accounts_never_below_zero")),
        one_of("kind", ("player", "bank", "in_play", "cage")),
        sa.CheckConstraint(
            "name = kind || ':' || owner || ':' || currency", name=op.f("ck_accounts_name_is_its_parts")
        ),
        whole("balance_minor", low=-LARGEST_AMOUNT),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_accounts")),
    )


def _create_tables() -> None:
    op.create_table(
        "game_tables",
        sa.Column("name", sa.Text(), nullable=False, comment="as printed on receipts, such as T1"),
        sa.Column("currency", sa.Text(), nullable=False, comment="code of the currency; never changes"),
        sa.Column("created_at_us", BigInt, nullable=False, comment="microseconds since 1970, UTC"),
        whole("created_at_us"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_game_tables")),
    )


def _create_house() -> None:
    op.create_table(
        "house",
        sa.Column("id", BigInt, autoincrement=False, nullable=False, comment="always 1"),
        sa.Column(
            "day_zone", sa.Text(), nullable=False, comment="IANA name of the zone that gaming days are counted in"
        ),
        sa.Column(
            "day_starts_hour", BigInt, nullable=False, comment="local hour at which a gaming day begins, 0 to 23"
        ),
        sa.Column(
            "seed_key_fingerprint",
            sa.LargeBinary(),
            nullable=True,
            comment="which key opens the waiting seeds; null until there is one",
        ),
        sa.CheckConstraint("day_starts_hour BETWEEN 0 AND 23", name=op.f("ck_house_day_starts_hour_range")),
        sa.CheckConstraint("id = 1", name=op.f("ck_house_one_row")),
        digest("seed_key_fingerprint"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house")),
    )


def _create_versions() -> None:
    op.create_table(
        "paytable_versions",
        sa.Column("id", sa.Text(), nullable=False, comment="name@version"),
        sa.Column("name", sa.Text(), nullable=False, comment="name of the paytable"),
        sa.Column("version", BigInt, nullable=False, comment="1, 2, 3 ... of this name"),
        sa.Column("hash", sa.Text(), nullable=False, comment="SHA-256 of the canonical paytable, lower-case hex"),
        sa.Column("document", sa.Text(), nullable=False, comment="the whole paytable, RFC 8785 JSON"),
        sa.Column("source", sa.Text(), nullable=False, comment="where its odds come from"),
        sa.Column("created_at_us", BigInt, nullable=False, comment="microseconds since 1970, UTC"),
        sa.CheckConstraint(
            "id = name || '@' || CAST(version AS TEXT)", name=op.f("ck_paytable_versions_id_is_name_and_version")
        ),
        whole("created_at_us"),
        sa.CheckConstraint("length(hash) = 64", name=op.f("ck_paytable_versions_hash_length")),
        whole("version", 1),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_paytable_versions")),
        sa.UniqueConstraint("name", "version", name=op.f("uq_paytable_versions_name_version")),
    )
    op.create_table(
        "table_settings_versions",
        sa.Column("table_name", sa.Text(), nullable=False, comment="the table"),
        sa.Column(
            "version",
            BigInt,
            autoincrement=False,
            nullable=False,
            comment="1, 2, 3 ... of this table; the highest is in force",
        ),
        sa.Column("paytable_id", sa.Text(), nullable=False, comment="the paytable in force"),
        sa.Column("settings", sa.Text(), nullable=False, comment="limits, boxes and times, RFC 8785 JSON"),
        sa.Column("created_at_us", BigInt, nullable=False, comment="microseconds since 1970, UTC"),
        whole("created_at_us"),
        whole("version", 1),
        sa.ForeignKeyConstraint(
            ["paytable_id"], ["paytable_versions.id"], name=op.f("fk_table_settings_versions_paytable_id")
        ),
        sa.ForeignKeyConstraint(
            ["table_name"], ["game_tables.name"], name=op.f("fk_table_settings_versions_table_name")
        ),
        sa.PrimaryKeyConstraint("table_name", "version", name=op.f("pk_table_settings_versions")),
    )


def _create_rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("id", sa.Text(), nullable=False, comment="table and number, such as T1-42"),
        sa.Column("table_name", sa.Text(), nullable=False, comment="the table"),
        sa.Column("number", BigInt, nullable=False, comment="1, 2, 3 ... at this table"),
        sa.Column("paytable_id", sa.Text(), nullable=False, comment="settles this round"),
        sa.Column("settings_version", BigInt, nullable=False, comment="of this table, in force for this round"),
        sa.Column("commitment", sa.Text(), nullable=False, comment="commitment to the server seed, lower-case hex"),
        sa.Column("status", sa.Text(), nullable=False, comment="open, settled or void"),
        sa.Column("opened_at_us", BigInt, nullable=False, comment="microseconds since 1970, UTC"),
        sa.Column("ended_at_us", BigInt, nullable=True, comment="microseconds since 1970, UTC; null while open"),
        sa.CheckConstraint("(status = 'open') = (ended_at_us IS NULL)", name=op.f("ck_rounds_ended_or_open")),
        sa.CheckConstraint(
            "id = table_name || '-' || CAST(number AS TEXT)", name=op.f("ck_rounds_id_is_table_and_number")
        ),
        one_of("status", ("open", "settled", "void")),
        whole("ended_at_us"),
        sa.CheckConstraint("length(commitment) = 64", name=op.f("ck_rounds_commitment_length")),
        whole("number", 1),
        whole("opened_at_us"),
        sa.ForeignKeyConstraint(["paytable_id"], ["paytable_versions.id"], name=op.f("fk_rounds_paytable_id")),
        sa.ForeignKeyConstraint(
            ["table_name", "settings_version"],
            ["table_settings_versions.table_name", "table_settings_versions.version"],
            name=op.f("fk_rounds_table_name_settings_version"),
        ),
        sa.ForeignKeyConstraint(["table_name"], ["game_tables.name"], name=op.f("fk_rounds_table_name")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("table_name", "number", name=op.f("uq_rounds_table_name_number")),
    )
    op.create_index(
        "uq_rounds_open_table_name",
        "rounds",
        ["table_name"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )


def _create_journal() -> None:
    op.create_table(
        "journal",
        sa.Column("sequence", BigInt, autoincrement=False, nullable=False, comment="1, 2, 3 ... no gap"),
        sa.Column("at_us", BigInt, nullable=False, comment="microseconds since 1970, UTC"),
        sa.Column("gaming_day", sa.Text(), nullable=False, comment="the house's day, YYYY-MM-DD"),
        sa.Column("kind", sa.Text(), nullable=False, comment="what was done"),
        sa.Column("round_id", sa.Text(), nullable=True, comment="the round it belongs to, if any"),
        sa.Column("actor", sa.Text(), nullable=True, comment="stable id of who did it; null for the system"),
        sa.Column("payload", sa.Text(), nullable=False, comment="the act with its transfers, RFC 8785 JSON"),
        sa.Column(
            "previous_hash", sa.LargeBinary(), nullable=False, comment="hash of the entry before; zeros for the first"
        ),
        sa.Column("hash", sa.LargeBinary(), nullable=False, comment="SHA-256 over this entry and previous_hash"),
        whole("at_us"),
        digest("hash"),
        digest("previous_hash"),
        whole("sequence", 1),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_journal_round_id")),
        sa.PrimaryKeyConstraint("sequence", name=op.f("pk_journal")),
        sa.UniqueConstraint("previous_hash", name=op.f("uq_journal_previous_hash")),
    )
    op.create_index(op.f("ix_journal_round_id"), "journal", ["round_id"], unique=False)


def _create_seeds_and_keys() -> None:
    op.create_table(
        "round_seeds",
        sa.Column("round_id", sa.Text(), nullable=False, comment="the round"),
        sa.Column("sealed", sa.LargeBinary(), nullable=False, comment="the 32 bytes of the seed as a Fernet token"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_round_seeds_round_id")),
        sa.PrimaryKeyConstraint("round_id", name=op.f("pk_round_seeds")),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("person", sa.Text(), nullable=False, comment="stable id of who asked"),
        sa.Column("route", sa.Text(), nullable=False, comment="what was asked for"),
        sa.Column("key", sa.Text(), nullable=False, comment="chosen by who asked, one an intention"),
        sa.Column("request", sa.Text(), nullable=True, comment="the request, RFC 8785 JSON; null if it never came"),
        sa.Column("outcome", sa.Text(), nullable=False, comment="done, refused, or reversed before it came"),
        sa.Column("answer", sa.Text(), nullable=True, comment="what was answered, RFC 8785 JSON"),
        sa.Column("reversed_by", BigInt, nullable=True, comment="the journal entry that took it back, if one did"),
        sa.Column("at_us", BigInt, nullable=False, comment="microseconds since 1970, UTC"),
        sa.CheckConstraint(
            "(outcome = 'reversed') = (answer IS NULL)", name=op.f("ck_idempotency_keys_answered_unless_reversed")
        ),
        one_of("outcome", ("done", "refused", "reversed")),
        whole("at_us"),
        sa.ForeignKeyConstraint(["reversed_by"], ["journal.sequence"], name=op.f("fk_idempotency_keys_reversed_by")),
        sa.PrimaryKeyConstraint("person", "route", "key", name=op.f("pk_idempotency_keys")),
        sqlite_with_rowid=False,
    )


def _create_transfers() -> None:
    op.create_table(
        "transfers",
        sa.Column("sequence", BigInt, autoincrement=False, nullable=False, comment="of the journal entry"),
        sa.Column("ordinal", BigInt, autoincrement=False, nullable=False, comment="0, 1 ... in the act"),
        sa.Column("debit", sa.Text(), nullable=False, comment="the account that the amount leaves"),
        sa.Column("credit", sa.Text(), nullable=False, comment="the account that it reaches"),
        sa.Column("amount_minor", BigInt, nullable=False, comment="minor units of both accounts' currency"),
        sa.Column("kind", sa.Text(), nullable=False, comment="why the money moved"),
        sa.Column("round_id", sa.Text(), nullable=True, comment="as in the journal entry"),
        sa.Column("table_name", sa.Text(), nullable=True, comment="the table of a buy-in or cash-out"),
        sa.Column("box", BigInt, nullable=True, comment="1 to 7"),
        sa.Column("wager", sa.Text(), nullable=True, comment="ante, bet or bonus"),
        sa.Column("debit_after_minor", BigInt, nullable=False, comment="balance of the debit account after it"),
        sa.Column("credit_after_minor", BigInt, nullable=False, comment="balance of the credit account after it"),
        sa.CheckConstraint("kind <> 'buy_in' OR table_name IS NOT NULL", name=op.f("ck_transfers_buy_in_names_table")),
        one_of("kind", ("buy_in", "cash_out", "ante", "bet", "bonus", "win", "return", "loss", "refund", "adjustment")),
        one_of("wager", ("ante", "bet", "bonus")),
        whole("amount_minor", 1),
        sa.CheckConstraint("box BETWEEN 1 AND 7", name=op.f("ck_transfers_box_range")),
        whole("credit_after_minor", low=-LARGEST_AMOUNT),
        sa.CheckConstraint("debit <> credit", name=op.f("ck_transfers_two_accounts")),
        whole("debit_after_minor", low=-LARGEST_AMOUNT),
        whole("ordinal"),
        sa.ForeignKeyConstraint(["credit"], ["accounts.name"], name=op.f("fk_transfers_credit")),
        sa.ForeignKeyConstraint(["debit"], ["accounts.name"], name=op.f("fk_transfers_debit")),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_transfers_round_id")),
        sa.ForeignKeyConstraint(["sequence"], ["journal.sequence"], name=op.f("fk_transfers_sequence")),
        sa.PrimaryKeyConstraint("sequence", "ordinal", name=op.f("pk_transfers")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_transfers_credit_sequence"), "transfers", ["credit", "sequence"], unique=False)
    op.create_index(op.f("ix_transfers_debit_sequence"), "transfers", ["debit", "sequence"], unique=False)
    op.create_index(op.f("ix_transfers_round_id"), "transfers", ["round_id"], unique=False)


def _create_guards() -> None:
    open_round = "table_name = NEW.table_name AND status = 'open' AND NEW.status = 'open'"
    fixed = ["id", "table_name", "number", "paytable_id", "settings_version", "commitment", "opened_at_us"]
    triggers = [
        *append_only("journal", keys=["sequence = NEW.sequence", "previous_hash = NEW.previous_hash"]),
        *append_only("transfers", keys=["sequence = NEW.sequence AND ordinal = NEW.ordinal"]),
        *append_only("paytable_versions", keys=["id = NEW.id", "name = NEW.name AND version = NEW.version"]),
        *append_only("table_settings_versions", keys=["table_name = NEW.table_name AND version = NEW.version"]),
        *frozen_once(
            "rounds",
            ended="OLD.status <> 'open'",
            fixed=fixed,
            keys=["id = NEW.id", "table_name = NEW.table_name AND number = NEW.number", open_round],
        ),
    ]
    dialect = op.get_bind().dialect.name
    if dialect == "postgresql":
        op.execute(POSTGRESQL_FUNCTION)
    for trigger in triggers:
        if trigger.dialect == dialect:
            op.execute(trigger.create)


def downgrade() -> None:
    op.drop_index(op.f("ix_transfers_round_id"), table_name="transfers")
    op.drop_index(op.f("ix_transfers_debit_sequence"), table_name="transfers")
    op.drop_index(op.f("ix_transfers_credit_sequence"), table_name="transfers")
    op.drop_table("transfers")
    op.drop_table("idempotency_keys")
    op.drop_table("round_seeds")
    op.drop_index(op.f("ix_journal_round_id"), table_name="journal")
    op.drop_table("journal")
    op.drop_index(
        "uq_rounds_open_table_name",
        table_name="rounds",
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.drop_table("rounds")
    op.drop_table("table_settings_versions")
    op.drop_table("paytable_versions")
    op.drop_table("house")
    op.drop_table("game_tables")
    op.drop_table("accounts")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(DROP_POSTGRESQL_FUNCTION)
