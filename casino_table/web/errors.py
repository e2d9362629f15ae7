"""The one place where a refusal becomes a page or a JSON answer."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from flask import Flask, g, jsonify, render_template, request, session
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from casino_table.errors import CasinoTableError
from casino_table.text import Message, message
from casino_table.web.filters import say

_SENTENCES: Final = {
    HTTPStatus.NOT_FOUND: message("There is no such page here."),
    HTTPStatus.METHOD_NOT_ALLOWED: message("This address does not take that kind of request."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: message("That is more than this page takes."),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: message("This address reads forms and JSON only."),
    HTTPStatus.BAD_REQUEST: message("The request could not be read."),
    HTTPStatus.INTERNAL_SERVER_ERROR: message(
        "Something went wrong on our side. Nothing was lost: what was confirmed stands, what was not can be sent again."
    ),
}
#: What browsers send by themselves: no body, or that of a form.
_FROM_PAGES: Final = frozenset({"", "application/x-www-form-urlencoded", "multipart/form-data"})
_FORGED: Final = message("This form does not come from an open page of yours. Load the page again and repeat.")
_NO_COOKIE: Final = message(
    "Your browser sent no cookie of this house, so it is not known who you are. Allow cookies, sit down, and repeat."
)
_OTHER: Final = message("The request was refused.")


def wants_json() -> bool:
    """Say whether the client asked for JSON, or sent what no page sends: JSON, or anything but a form."""
    best = request.accept_mimetypes.best_match(("text/html", "application/json"))
    return best == "application/json" or request.mimetype not in _FROM_PAGES


def refusal_answer(
    sentence: Message, status: int, code: str, *, page: Callable[[], str] | None = None
) -> ResponseReturnValue:
    """Return a refusal as JSON or as a page; `page` renders one that can carry it, instead of the plain one."""
    if wants_json():
        return jsonify(code=code, sentence=say(sentence), status=int(status)), status
    # A page that says that something is not here must not lead there again.
    g.is_lost = status == HTTPStatus.NOT_FOUND
    if page is not None and not g.is_lost:
        return page(), status
    return render_template("errors/error.html", sentence=sentence, status=int(status)), status


def register_errors(app: Flask) -> None:
    """Answer refusals, errors of HTTP, and our own mistakes."""

    @app.errorhandler(CasinoTableError)
    def refuse(refusal: CasinoTableError) -> ResponseReturnValue:
        return refusal_answer(refusal.sentence, refusal.status, refusal.code)

    @app.errorhandler(CSRFError)
    def refuse_forged(error: CSRFError) -> ResponseReturnValue:
        # Without a cookie no form can be anybody's; who lost theirs must not be told of forms.
        sentence = _FORGED if session else _NO_COOKIE
        return refusal_answer(sentence, error.code or HTTPStatus.BAD_REQUEST, "forged")

    @app.errorhandler(HTTPException)
    def refuse_http(error: HTTPException) -> ResponseReturnValue:
        if error.response is not None or (error.code or 0) < HTTPStatus.BAD_REQUEST:
            return error
        status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
        answer = app.make_response(refusal_answer(_SENTENCES.get(status, _OTHER), status, status.name.lower()))
        # What HTTP itself asks for, like Allow with a 405, stays.
        for name, value in error.get_headers():
            if name.lower() not in {"content-type", "content-length"}:
                answer.headers.setdefault(name, value)
        return answer

    @app.errorhandler(Exception)
    def confess(error: Exception) -> ResponseReturnValue:
        app.logger.error("a request failed: %s", type(error).__name__, exc_info=error)
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        return refusal_answer(_SENTENCES[status], status, "internal")
