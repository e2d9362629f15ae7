"""Engine set-up, transactions, column types, migrations: everything that knows which database stands below."""

from casino_table.database.base import Base, db, table_of
from casino_table.database.engines import create_engine_for, open_session
from casino_table.database.instants import now_us
from casino_table.database.refusals import BusyError, DatabaseUnusableError
from casino_table.database.transactions import connection_of, in_transaction, require_transaction, transaction

__all__ = [
    "Base",
    "BusyError",
    "DatabaseUnusableError",
    "connection_of",
    "create_engine_for",
    "db",
    "in_transaction",
    "now_us",
    "open_session",
    "require_transaction",
    "table_of",
    "transaction",
]
