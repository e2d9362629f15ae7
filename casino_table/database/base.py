"""The one declarative base of all models, and the Flask extension that gives each request its session."""

from __future__ import annotations

from typing import Any, Final, cast

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Engine, MetaData, Table
from sqlalchemy.orm import DeclarativeBase

from casino_table.database.engines import create_engine_for

# Every constraint has a name, so that a migration can speak of it on every database.
NAMING: Final = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Base(DeclarativeBase):
    """Carry the naming rule of all constraints; models derive from this and from nothing of Flask."""

    metadata = MetaData(naming_convention=NAMING)


def table_of(model: type[Base]) -> Table:
    """Return the table below a model, for statements that need rows and no objects."""
    return cast("Table", model.__table__)


class Database(SQLAlchemy):
    """Give Flask the engines of `create_engine_for`, so that no connection lacks what the ledger needs."""

    def _make_engine(self, bind_key: str | None, options: dict[str, Any], app: Flask) -> Engine:  # noqa: ARG002
        options = dict(options)
        return create_engine_for(options.pop("url"), **options)


# Objects stay readable after a commit; transaction() itself forgets them before it reads what it will write.
db = Database(model_class=Base, session_options={"expire_on_commit": False})
