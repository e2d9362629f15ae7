"""What each address of the tables does: parse, one operation, one answer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

import msgspec
from flask import (
    abort,
    current_app,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from casino_table.database import BusyError, db
from casino_table.errors import CasinoTableError
from casino_table.game.operations import BoxWager
from casino_table.game.settlement import Decision
from casino_table.ledger import journal
from casino_table.tables import looking, schemas
from casino_table.tables.deadlines import Deadlines
from casino_table.tables.documents import table_document
from casino_table.tables.forms import (
    CSRF_FIELD,
    Form,
    act_document,
    decision_document,
    key_document,
    read_body,
    reveal_document,
    stakes_document,
)
from casino_table.tables.live import read_open_round
from casino_table.tables.operations import Dealer
from casino_table.tables.records import round_record
from casino_table.tables.round_view import round_view
from casino_table.tables.rules_view import rules_view, short_course
from casino_table.tables.sign import sign_of
from casino_table.tables.table_view import table_view
from casino_table.tables.view import TableView
from casino_table.text import Message
from casino_table.web.access import current_person, remember, seated_person
from casino_table.web.errors import refusal_answer, wants_json

#: No history is longer; a page beyond would only be a number that no database takes.
LAST_PAGE: Final = 1_000_000
#: No table has a longer name.
LONGEST_NAME: Final = 60


def the_dealer() -> Dealer:
    """Return the dealer of this house."""
    dealer: Dealer = current_app.extensions["dealer"]
    return dealer


def the_deadlines() -> Deadlines:
    """Return what this process remembers of the tables' clocks."""
    deadlines: Deadlines = current_app.extensions["deadlines"]
    return deadlines


def current_table() -> str:
    """Return the table that the page belongs to, or the first one."""
    if g.get("is_lost"):
        return str(current_app.config["FIRST_TABLE"])
    return str((request.view_args or {}).get("name", current_app.config["FIRST_TABLE"]))


def bets_on() -> int | None:
    """Return the round that the viewer has turned to for new bets, if the address says so."""
    return request.args.get("bets", type=int)


def refuse_unnameable(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Find no table under what can be no name, before a database is asked that takes no such text."""
    name = (values or {}).get("name", "")
    if not name.isprintable() or len(name) > LONGEST_NAME:
        abort(HTTPStatus.NOT_FOUND)


def look_at(name: str) -> TableView:
    """Return a table as whoever asks sees it now, after its clock had its say."""
    dealer, person = the_dealer(), current_person()
    with suppress(BusyError):
        # Whoever holds the database just now does not keep anybody from looking; the clock has its say a moment later.
        dealer.advance(db.session(), name)
    # Read before the table is, so that what is noted is never newer than what was seen.
    sequence = journal.last_sequence(db.session())
    viewer = person.public_id if person else None
    seen = looking.look(db.session(), dealer.vault, name, viewer, at_us=dealer.clock(), bets_on=bets_on())
    the_deadlines().note(name, sequence, seen.open.deadline_us, news_until_us=seen.news_until_us)
    version = version_at(sequence, is_news=seen.is_news)
    return replace(table_view(seen, viewer_name=person.name if person else ""), version=version)


def version_at(sequence: int, *, is_news: bool) -> str:
    """Return the tag of a table as this viewer sees it at a sequence of the journal, and while its last end is news."""
    person = current_person()
    return f"{sequence}.{bets_on() or ''}.{person.public_id if person else ''}.{'news' if is_news else ''}"


def welcome() -> ResponseReturnValue:
    """Show what this is, and a chair."""
    state_now = read_open_round(db.session(), current_table())
    return render_template(
        "welcome.html",
        course=short_course(state_now),
        sign=sign_of(state_now),
        settings=state_now.settings,
        person=current_person(),
    )


def sit_down() -> ResponseReturnValue:
    """Make a guest and remember them; whoever sits already keeps their seat."""
    body = read_body(schemas.KEY, key_document)
    person = current_person()
    public_id = person.public_id if person else ""
    if person is None:
        public_id = the_dealer().sit_down(db.session(), table=current_table(), key=visit_key(body["key"]))
        remember(public_id)
    if wants_json():
        return jsonify(person=public_id, table=current_table())
    return redirect(url_for("tables.table", name=current_table()), HTTPStatus.SEE_OTHER)


def visit_key(key: str) -> str:
    """Return the key of a visitor's request, bound to the visitor's own cookie.

    Keys belong to a person, and a visitor is nobody yet: without this, whoever sends another visitor's key would be
    answered with that visitor's seat.
    """
    return sha256(f"{session.get(CSRF_FIELD, '')}:{key}".encode()).hexdigest()


def table(name: str) -> ResponseReturnValue:
    """Show a table."""
    return render_template("table/table.html", view=look_at(name))


def fragment(name: str) -> ResponseReturnValue:
    """Return the table alone, or that it is as it was."""
    sequence = journal.last_sequence(db.session())
    answer = make_response()
    now_us = the_dealer().clock()
    version = version_at(sequence, is_news=the_deadlines().is_news(name, now_us))
    if request.if_none_match.contains(version) and the_deadlines().is_quiet(name, sequence, now_us):
        answer.set_etag(version)
        answer.status_code = HTTPStatus.NOT_MODIFIED
        return answer
    view = look_at(name)
    answer.set_etag(view.version)
    answer.set_data(render_template("table/fragment.html", view=view))
    return answer


def state(name: str) -> ResponseReturnValue:
    """Return the table as JSON, with the token that a program needs to send acts."""
    return jsonify(table_document(look_at(name)) | {"csrf_token": generate_csrf()})


def rules(name: str) -> ResponseReturnValue:
    """Show the rules as they are made of the paytable and the table in force."""
    return render_template("rules.html", rules=rules_view(read_open_round(db.session(), name)))


def stakes(name: str) -> ResponseReturnValue:
    """Take a set of stakes, and ask for the deal if the form says so."""

    def from_form(form: Form) -> dict[str, object]:
        settings = read_open_round(db.session(), name).settings
        return stakes_document(form, boxes=settings.boxes, decimals=settings.decimals)

    body = read_body(schemas.STAKES, from_form)
    answer = the_dealer().place_stakes(
        db.session(),
        seated_person(),
        table=name,
        key=body["key"],
        number=body["round"],
        wagers=[BoxWager(**box) for box in body["boxes"]],
        client_commitment=body["client_commitment"],
        deal=body["deal"],
    )
    return answered(name, answer)


def deal(name: str) -> ResponseReturnValue:
    """Note that a player is ready."""
    body = read_body(schemas.ACT, act_document)
    return answered(
        name,
        the_dealer().ask_for_deal(db.session(), seated_person(), table=name, key=body["key"], number=body["round"]),
    )


def clock(name: str) -> ResponseReturnValue:
    """Start the clock for somebody who waits."""
    body = read_body(schemas.ACT, act_document)
    return answered(
        name,
        the_dealer().ask_for_clock(db.session(), seated_person(), table=name, key=body["key"], number=body["round"]),
    )


def reveal(name: str) -> ResponseReturnValue:
    """Take a player's seed for the shuffle."""
    body = read_body(schemas.REVEAL, reveal_document)
    answer = the_dealer().reveal_seed(
        db.session(),
        seated_person(),
        table=name,
        key=body["key"],
        number=body["round"],
        client_seed=bytes.fromhex(body["client_seed"]),
    )
    return answered(name, answer)


def decision(name: str) -> ResponseReturnValue:
    """Bet or fold a box."""
    body = read_body(schemas.DECISION, decision_document)
    answer = the_dealer().decide(
        db.session(),
        seated_person(),
        table=name,
        key=body["key"],
        number=body["round"],
        box=body["box"],
        decision=Decision(body["decision"]),
    )
    return answered(name, answer)


def top_up(name: str) -> ResponseReturnValue:
    """Give a guest play money again."""
    body = read_body(schemas.KEY, key_document)
    return answered(name, the_dealer().top_up(db.session(), seated_person(), table=name, key=body["key"]))


def history() -> ResponseReturnValue:
    """Show one's own rounds, newest first."""
    page = min(max(1, request.args.get("page", 1, type=int)), LAST_PAGE)
    settings = read_open_round(db.session(), current_table()).settings
    rounds = looking.history(db.session(), seated_person().public_id, settings.currency, page=page)
    has_more = len(rounds) > looking.ROUNDS_A_PAGE
    rounds = rounds[: looking.ROUNDS_A_PAGE]
    return render_template("history.html", rounds=rounds, page=page, settings=settings, has_more=has_more)


def round_page(name: str, number: int) -> ResponseReturnValue:
    """Show one of one's own rounds in order of play, with its receipt and its seed."""
    person = seated_person()
    report = looking.round_report(db.session(), name, number, person.public_id)
    return render_template("round.html", view=round_view(report, person.public_id))


def round_record_file(name: str, number: int) -> ResponseReturnValue:
    """Give one of one's own rounds as a record that `casino-table audit` reads."""
    report = looking.round_report(db.session(), name, number, seated_person().public_id)
    answer = make_response(msgspec.json.encode(round_record(report.state)) + b"\n")
    answer.mimetype = "application/jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{report.state.name}.jsonl"'
    return answer


def answered(name: str, answer: dict[str, Any]) -> ResponseReturnValue:
    """Return the answer to an act: JSON as it is, or the way back to the table, which shows what became of it."""
    if wants_json():
        return jsonify(answer)
    return redirect(url_for("tables.table", name=name, bets=answer["round"]), HTTPStatus.SEE_OTHER)


def refuse_at_table(refusal: CasinoTableError) -> ResponseReturnValue:
    """Show a refused act on the table itself, with what was typed."""
    is_act = request.method == "POST" and current_person() is not None

    def page() -> str:
        return table_page(current_table(), refusal.sentence)

    return refusal_answer(refusal.sentence, refusal.status, refusal.code, page=page if is_act else None)


def table_page(name: str, alert: Message) -> str:
    """Return the page of a table that carries an alert and the amounts that were typed."""
    return render_template("table/table.html", view=look_at(name), alert=alert, typed=request.form)
