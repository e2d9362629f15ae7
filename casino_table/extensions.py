"""The Flask extensions of the pages, made once and bound to an application by its factory."""

from __future__ import annotations

from typing import Final

from flask import Flask, request
from flask_babel import Babel
from flask_wtf import CSRFProtect

from casino_table.database import db

LANGUAGES: Final = ("en",)

babel: Final = Babel()
csrf: Final = CSRFProtect()


def choose_language() -> str:
    """Return the language of the catalogue that fits the browser best."""
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def register_extensions(app: Flask) -> None:
    """Bind all extensions to the application."""
    db.init_app(app)
    babel.init_app(app, locale_selector=choose_language)
    csrf.init_app(app)


__all__ = ["LANGUAGES", "babel", "choose_language", "csrf", "db", "register_extensions"]
