"""All addresses of the tables on one screen, and who may use which."""

from __future__ import annotations

import secrets
from typing import Final

from flask import Blueprint, Flask
from flask_babel import get_locale

from casino_table.cards import parse_cards
from casino_table.errors import CasinoTableError
from casino_table.tables import views
from casino_table.tables.deadlines import Deadlines
from casino_table.tables.filters import register_table_filters
from casino_table.tables.view import CardView
from casino_table.text import message
from casino_table.web.access import Access, open_to

KEY_BYTES: Final = 16
NAVIGATION: Final = (
    ("tables.table", message("Table")),
    ("play.history", message("History")),
    ("tables.rules", message("Rules")),
)
#: The drawing on the welcome page.
HERO_CARDS: Final = tuple(CardView(card) for card in parse_cards("AsKdQhJcTs"))


def everybody() -> Blueprint:
    """Return the addresses that anybody may use."""
    tables = open_to(Blueprint("tables", __name__), Access.EVERYBODY)
    tables.add_url_rule("/", view_func=views.welcome)
    tables.add_url_rule("/guests", view_func=views.sit_down, methods=["POST"])
    tables.add_url_rule("/tables/<name>", view_func=views.table)
    tables.add_url_rule("/tables/<name>/fragment", view_func=views.fragment)
    tables.add_url_rule("/tables/<name>/state", view_func=views.state)
    tables.add_url_rule("/tables/<name>/rules", view_func=views.rules)
    tables.url_value_preprocessor(views.refuse_unnameable)
    return tables


def players() -> Blueprint:
    """Return the addresses for who has sat down."""
    play = open_to(Blueprint("play", __name__), Access.SEATED)
    play.add_url_rule("/tables/<name>/stakes", view_func=views.stakes, methods=["POST"])
    play.add_url_rule("/tables/<name>/deal", view_func=views.deal, methods=["POST"])
    play.add_url_rule("/tables/<name>/clock", view_func=views.clock, methods=["POST"])
    play.add_url_rule("/tables/<name>/reveal", view_func=views.reveal, methods=["POST"])
    play.add_url_rule("/tables/<name>/decision", view_func=views.decision, methods=["POST"])
    play.add_url_rule("/tables/<name>/top-up", view_func=views.top_up, methods=["POST"])
    play.add_url_rule("/history", view_func=views.history)
    play.add_url_rule("/tables/<name>/rounds/<int:number>", view_func=views.round_page)
    play.add_url_rule("/tables/<name>/rounds/<int:number>/record", view_func=views.round_record_file)
    play.url_value_preprocessor(views.refuse_unnameable)
    play.register_error_handler(CasinoTableError, views.refuse_at_table)
    return play


def register_tables(app: Flask) -> None:
    """Put the tables into the application, with what their templates call."""
    app.extensions["deadlines"] = Deadlines()
    register_table_filters(app)
    app.register_blueprint(everybody())
    app.register_blueprint(players())
    app.jinja_env.globals.update(
        current_table=views.current_table,
        hero_cards=lambda: HERO_CARDS,
        navigation=lambda: NAVIGATION,
        new_key=lambda: secrets.token_hex(KEY_BYTES),
        page_language=lambda: str(get_locale() or "en").replace("_", "-"),
    )
