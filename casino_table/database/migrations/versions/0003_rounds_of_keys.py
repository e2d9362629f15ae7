"""Keys say which round they were for, so that what takes stakes back can close theirs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "idempotency_keys",
        sa.Column("round_id", sa.Text(), nullable=True, comment="the round it was for, if it was for one"),
    )
    op.create_index(op.f("ix_idempotency_keys_round_id"), "idempotency_keys", ["round_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_idempotency_keys_round_id"), table_name="idempotency_keys")
    op.drop_column("idempotency_keys", "round_id")
