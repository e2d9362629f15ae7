"""Run migrations on the connection handed over by `casino_table.database.migrating`."""

from __future__ import annotations

from alembic import context

from casino_table.database.base import Base

PLUGINS = ["alembic.autogenerate.*", "alembic.ext.checkconstraint_byname"]

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    # All of a migration or nothing of it: SQLite can, once the driver no longer commits by itself.
    transactional_ddl=True,
    autogenerate_plugins=PLUGINS,
)
with context.begin_transaction():
    context.run_migrations()
