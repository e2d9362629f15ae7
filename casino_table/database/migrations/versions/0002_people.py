"""People: guests and the house's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from casino_table.database.columns import BigInt, one_of, whole

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", BigInt, nullable=False, comment="number of the person"),
        sa.Column(
            "public_id",
            sa.String(32),
            nullable=False,
            comment="stable id, the player of records, shuffles and accounts",
        ),
        sa.Column("name", sa.String(64), nullable=False, comment="what others at the table read"),
        sa.Column("role", sa.String(16), nullable=False, comment="what the person may do"),
        sa.Column("password_hash", sa.String(256), nullable=True, comment="argon2 hash; a guest has none"),
        sa.Column("created_at_us", sa.BigInteger(), nullable=False, comment="UTC instant, microseconds since 1970"),
        one_of("role", ("player", "operator", "approver", "pit_boss", "auditor", "administrator")),
        whole("created_at_us"),
        sa.CheckConstraint("role = 'player' OR password_hash IS NOT NULL", name=op.f("ck_users_staff_has_password")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
        sa.UniqueConstraint("public_id", name=op.f("uq_users_public_id")),
    )


def downgrade() -> None:
    op.drop_table("users")
