"""No row is replaced by its hidden number either."""

from __future__ import annotations

from alembic import op

from casino_table.database.triggers import SAME_ROWID, Trigger, append_only, frozen_once, keep_rowids

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

FIXED_OF_A_ROUND = ("id", "table_name", "number", "paytable_id", "settings_version", "commitment", "opened_at_us")
KEYS_OF_A_ROUND = (
    "id = NEW.id",
    "table_name = NEW.table_name AND number = NEW.number",
    "table_name = NEW.table_name AND status = 'open' AND NEW.status = 'open'",
)


def upgrade() -> None:
    _guard(SAME_ROWID)


def downgrade() -> None:
    _guard()


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
