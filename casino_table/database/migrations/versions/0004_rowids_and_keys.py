"""No row is replaced by its hidden number; every key says its round, also an older one, and a round that is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from casino_table.database.base import NAMING
from casino_table.database.columns import BigInt, one_of, whole
from casino_table.database.triggers import SAME_ROWID, Trigger, append_only, frozen_once, keep_rowids

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEYS = "idempotency_keys"
REQUEST = "the request, RFC 8785 JSON; null if it never came"
OUTCOME = "done, refused, or reversed before it came"
ANSWER = "what was answered, RFC 8785 JSON"

# Which round a request was for stands in its body, and at which table in its route, "T1/stakes". A withdrawal, whose
# boxes are none, put nothing down that could be taken back.
ROUND = {
    "sqlite": "substr(route, 1, instr(route, '/') - 1) || '-' || json_extract(request, '$.round')",
    "postgresql": "split_part(route, '/', 1) || '-' || (request::json ->> 'round')",
}
BOXES = {
    "sqlite": "json_array_length(request, '$.boxes')",
    "postgresql": "json_array_length(request::json -> 'boxes')",
}

FIXED_OF_A_ROUND = ("id", "table_name", "number", "paytable_id", "settings_version", "commitment", "opened_at_us")
KEYS_OF_A_ROUND = (
    "id = NEW.id",
    "table_name = NEW.table_name AND number = NEW.number",
    "table_name = NEW.table_name AND status = 'open' AND NEW.status = 'open'",
)


def upgrade() -> None:
    _guard(SAME_ROWID)
    _say_rounds()
    with op.batch_alter_table(KEYS, copy_from=_keys()) as batch:
        batch.drop_constraint(op.f("ck_idempotency_keys_answered_unless_reversed"), type_="check")
        batch.drop_constraint(op.f("ck_idempotency_keys_outcome_known"), type_="check")
        batch.create_check_constraint(op.f("ck_idempotency_keys_outcome_known"), "outcome IN ('done', 'refused')")
        batch.create_foreign_key(op.f("fk_idempotency_keys_round_id"), "rounds", ["round_id"], ["id"])
        batch.alter_column("request", existing_type=sa.Text(), nullable=False, comment="the request, RFC 8785 JSON")
        batch.alter_column("outcome", existing_type=sa.Text(), existing_nullable=False, comment="done or refused")
        batch.alter_column("answer", existing_type=sa.Text(), nullable=False, existing_comment=ANSWER)


def downgrade() -> None:
    _guard()
    with op.batch_alter_table(KEYS, copy_from=_keys(is_new=True)) as batch:
        batch.drop_constraint(op.f("fk_idempotency_keys_round_id"), type_="foreignkey")
        batch.drop_constraint(op.f("ck_idempotency_keys_outcome_known"), type_="check")
        batch.create_check_constraint(
            op.f("ck_idempotency_keys_outcome_known"), "outcome IN ('done', 'refused', 'reversed')"
        )
        batch.create_check_constraint(
            op.f("ck_idempotency_keys_answered_unless_reversed"), "(outcome = 'reversed') = (answer IS NULL)"
        )
        batch.alter_column("request", existing_type=sa.Text(), nullable=True, comment=REQUEST)
        batch.alter_column("outcome", existing_type=sa.Text(), existing_nullable=False, comment=OUTCOME)
        batch.alter_column("answer", existing_type=sa.Text(), nullable=True, existing_comment=ANSWER)


def _guard(*more: str) -> None:
    """Make the guards against replacing anew, with more conditions under which two rows collide."""
    if op.get_bind().dialect.name != "sqlite":
        return
    for trigger in _guards(*more):
        op.execute(f"DROP TRIGGER {trigger.name}")
        op.execute(trigger.create)
    for trigger in keep_rowids("rounds"):
        op.execute(trigger.create if more else f"DROP TRIGGER {trigger.name}")


def _guards(*more: str) -> list[Trigger]:
    versions = "table_name = NEW.table_name AND version = NEW.version"
    triggers = [
        *append_only("paytable_versions", keys=["id = NEW.id", "name = NEW.name AND version = NEW.version", *more]),
        *append_only("table_settings_versions", keys=[versions, *more]),
        *frozen_once("rounds", ended="OLD.status <> 'open'", fixed=FIXED_OF_A_ROUND, keys=[*KEYS_OF_A_ROUND, *more]),
    ]
    return [trigger for trigger in triggers if trigger.dialect == "sqlite" and trigger.name.endswith("_replace")]


def _say_rounds() -> None:
    dialect = op.get_bind().dialect.name
    op.execute(
        f"UPDATE {KEYS} SET round_id = {ROUND[dialect]} WHERE round_id IS NULL AND outcome = 'done'"  # noqa: S608
        f" AND coalesce({BOXES[dialect]}, 1) > 0 AND {ROUND[dialect]} IN (SELECT id FROM rounds)"
    )


def _keys(*, is_new: bool = False) -> sa.Table:
    """Return the table of keys as it is before or after this step; it is no table that guards protect."""
    known = ("done", "refused") if is_new else ("done", "refused", "reversed")
    if is_new:
        more = [sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name=op.f("fk_idempotency_keys_round_id"))]
    else:
        more = [sa.CheckConstraint("(outcome = 'reversed') = (answer IS NULL)", name="answered_unless_reversed")]
    metadata = sa.MetaData(naming_convention=NAMING)
    return sa.Table(
        KEYS,
        metadata,
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("route", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("request", sa.Text(), nullable=not is_new),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=not is_new),
        sa.Column("reversed_by", BigInt, sa.ForeignKey("journal.sequence")),
        sa.Column("at_us", BigInt, nullable=False),
        sa.Column("round_id", sa.Text()),
        whole("at_us"),
        one_of("outcome", known),
        *more,
        sa.Index(None, "round_id"),
        sqlite_with_rowid=False,
    )
