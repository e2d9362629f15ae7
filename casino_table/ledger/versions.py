"""What rounds refer to: tables, and the versions of paytables and table settings, which never change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from casino_table.database.base import table_of
from casino_table.database.transactions import connection_of, require_transaction
from casino_table.ledger.canonical import JSON, canonical
from casino_table.ledger.models import GameTable, PaytableVersion, TableSettingsVersion
from casino_table.ledger.refusals import NotFoundError
from casino_table.text import message

_PAYTABLES: Final = table_of(PaytableVersion)
_SETTINGS: Final = table_of(TableSettingsVersion)
_TABLES: Final = table_of(GameTable)
_BY_ID: Final = select(_PAYTABLES).where(_PAYTABLES.c.id == bindparam("wanted"))
_IN_FORCE: Final = (
    select(_SETTINGS)
    .where(_SETTINGS.c.table_name == bindparam("of_table"))
    .order_by(_SETTINGS.c.version.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPaytable:
    """Hold a version of a paytable; `document` is canonical JSON."""

    id: str
    name: str
    version: int
    hash: str
    document: str
    source: str
    created_at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSettings:
    """Hold a version of a table's settings; `settings` is canonical JSON."""

    table_name: str
    version: int
    paytable_id: str
    settings: str
    created_at_us: int


def add_paytable(
    session: Session, *, name: str, document: Mapping[str, JSON], digest: str, source: str, at_us: int
) -> StoredPaytable:
    """Store the next version of a paytable; return the newest as it is where its hash and document are the same."""
    require_transaction(session)
    newest = newest_paytable(session, name)
    text = canonical(document)
    if newest is not None and (newest.hash, newest.document, newest.source) == (digest, text, source):
        return newest
    version = newest.version + 1 if newest is not None else 1
    row = StoredPaytable(
        id=f"{name}@{version}",
        name=name,
        version=version,
        hash=digest,
        document=text,
        source=source,
        created_at_us=at_us,
    )
    connection_of(session).execute(insert(_PAYTABLES), asdict(row))
    return row


def newest_paytable(session: Session, name: str) -> StoredPaytable | None:
    """Return the newest version of a paytable, None where there is none."""
    statement = select(_PAYTABLES).where(_PAYTABLES.c.name == name).order_by(_PAYTABLES.c.version.desc()).limit(1)
    row = connection_of(session).execute(statement).mappings().one_or_none()
    return StoredPaytable(**row) if row is not None else None


def paytable_by_id(session: Session, paytable_id: str) -> StoredPaytable:
    """Return a version of a paytable by `name@version`."""
    row = connection_of(session).execute(_BY_ID, {"wanted": paytable_id}).mappings().one_or_none()
    if row is None:
        raise NotFoundError(message("There is no paytable {paytable}.", paytable=paytable_id))
    return StoredPaytable(**row)


def add_table(session: Session, *, name: str, currency: str, at_us: int) -> None:
    """Make a table; its name and currency never change."""
    require_transaction(session)
    row = {"name": name, "currency": currency, "created_at_us": at_us}
    connection_of(session).execute(insert(_TABLES), row)


def table_currencies(session: Session) -> dict[str, str]:
    """Return all tables by name, each with its currency."""
    return dict(connection_of(session).execute(select(_TABLES.c.name, _TABLES.c.currency)).all())


def add_settings(
    session: Session, *, table: str, paytable_id: str, settings: Mapping[str, JSON], at_us: int
) -> StoredSettings:
    """Store the next settings of a table; they hold from its next round on."""
    require_transaction(session)
    newest = settings_in_force(session, table)
    row = StoredSettings(
        table_name=table,
        version=newest.version + 1 if newest is not None else 1,
        paytable_id=paytable_id,
        settings=canonical(settings),
        created_at_us=at_us,
    )
    connection_of(session).execute(insert(_SETTINGS), asdict(row))
    return row


def settings_in_force(session: Session, table: str) -> StoredSettings | None:
    """Return the settings that the next round of a table will have, None for a table without any."""
    row = connection_of(session).execute(_IN_FORCE, {"of_table": table}).mappings().one_or_none()
    return StoredSettings(**row) if row is not None else None
