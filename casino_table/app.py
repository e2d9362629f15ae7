"""The web application, put together step by step."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from flask import Flask

from casino_table.config import Config, load_config
from casino_table.database import db
from casino_table.database.migrating import upgrade
from casino_table.extensions import register_extensions
from casino_table.game.paytable_folder import PaytableFolder
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.ledger.seeds import open_vault
from casino_table.resources import resource_folder
from casino_table.tables.house import prepare_house
from casino_table.tables.operations import Dealer
from casino_table.tables.urls import register_tables
from casino_table.web.errors import register_errors
from casino_table.web.filters import register_filters
from casino_table.web.security import register_security

DEMO_TABLE: Final = "T1"
GUEST_DAYS: Final = 365
#: The largest body is a set of seven boxes; anything much larger is no request of ours.
MAX_BODY_BYTES: Final = 64 * 1024


def create_app(config: Config | None = None) -> Flask:
    """Return the application on a database that is migrated and has a round open at every table."""
    config = config or load_config()
    app = Flask(
        "casino_table",
        template_folder=str(resource_folder("templates")),
        static_folder=str(resource_folder("static")),
        static_url_path="/static",
    )
    configure(app, config)
    register_extensions(app)
    register_security(app)
    register_filters(app)
    register_errors(app)
    register_tables(app)
    open_house(app, config)
    return app


def configure(app: Flask, config: Config) -> None:
    """Set what Flask and its extensions read."""
    app.config.update(
        FIRST_TABLE=DEMO_TABLE,
        SECRET_KEY=config.cookie_key,
        SESSION_COOKIE_NAME="casino_table",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.is_secure,
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=timedelta(days=GUEST_DAYS),
        MAX_CONTENT_LENGTH=MAX_BODY_BYTES,
        SQLALCHEMY_DATABASE_URI=config.database,
        # A page may lie open for hours; its forms are still those of the same person.
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,
        BABEL_DEFAULT_LOCALE="en",
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(0),
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True


def open_house(app: Flask, config: Config) -> None:
    """Migrate the database, unlock the seeds, load what ships, and open a round at every table."""
    upgrade(config.database)
    with app.app_context():
        session = db.session()
        dealer = Dealer(open_vault(session, config.seed_key_file, key=config.seed_key), config.new_seed)
        app.extensions["dealer"] = dealer
        folder = PaytableFolder(resource_folder("paytables"))
        paytables = [folder.get(name) for name in folder.names()]
        prepare_house(session, dealer, paytables=paytables, table=DEMO_TABLE, settings=DEMO_SETTINGS)
        dealer.advance_all(session)
