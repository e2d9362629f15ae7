"""Run migrations on the connection handed over, or on that of the Flask application (`flask db ...`)."""

from __future__ import annotations

from alembic import context
from flask import current_app
from sqlalchemy import Connection

from casino_table.database.base import Base
from casino_table.database.engines import WRITES

PLUGINS = ["alembic.autogenerate.*", "alembic.ext.checkconstraint_byname"]


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        # All of a migration or nothing of it: SQLite can, once the driver no longer commits by itself.
        transactional_ddl=True,
        autogenerate_plugins=PLUGINS,
    )
    with context.begin_transaction():
        context.run_migrations()


def connection_from_flask() -> None:
    engine = current_app.extensions["migrate"].db.engine
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        run(connection)


handed_over = context.config.attributes.get("connection")
if handed_over is None:
    connection_from_flask()
else:
    run(handed_over)
