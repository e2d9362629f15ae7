"""A table and a round as JSON for programs: the same values that the page shows, and nothing else."""

from __future__ import annotations

from typing import Any

from casino_table.tables.view import BoxView, CardView, LineView, SeatView, TableView, WagerView
from casino_table.text import Message
from casino_table.web.filters import say


def table_document(view: TableView) -> dict[str, Any]:
    """Return a table as its viewer sees it; amounts in minor units, cards as two characters, null face down."""
    return {
        "table": view.table,
        "round": view.round_number,
        "phase": view.phase,
        "version": view.version,
        "currency": view.currency,
        "decimals": view.decimals,
        "balance": view.balance,
        "commitment": view.sign.commitment,
        "paytable_hash": view.sign.paytable_hash,
        "deadline_ms": view.clock.deadline_ms if view.clock else None,
        "now": {"act": view.panel.kind, "sentence": say(view.panel.say), "box": view.panel.box or None},
        "next_round": view.panel.next_round or None,
        "dealer": _seat(view.dealer),
        "board": _seat(view.board),
        "boxes": [_box(box) for box in view.boxes],
        "story": [say(item.sentence) for item in view.news],
    }


def _seat(seat: SeatView) -> dict[str, Any]:
    return {
        "cards": _cards(seat.cards),
        "hand": say(seat.hand),
        "qualifies": seat.qualifies,
    }


def _cards(cards: tuple[CardView, ...]) -> list[str | None]:
    return [card.text or None for card in cards if not card.slot]


def _said(sentence: Message | None) -> str | None:
    return None if sentence is None else say(sentence)


def _box(box: BoxView) -> dict[str, Any]:
    return {
        "box": box.number,
        "owner": box.owner,
        "name": box.owner_name or None,
        "play": box.play or None,
        "state": box.state,
        "cards": _cards(box.cards),
        "best": _cards(box.best),
        "hand": _said(box.hand),
        "note": _said(box.note),
        "net": box.net,
        "wagers": [_wager(wager) for wager in box.wagers],
    }


def _wager(wager: WagerView) -> dict[str, Any]:
    return {
        "wager": wager.wager,
        "stake": wager.stake,
        "state": wager.state,
        "line": None if wager.line is None else _line(wager.line),
    }


def _line(line: LineView) -> dict[str, Any]:
    return {
        "outcome": line.outcome,
        "reason": say(line.reason),
        "row": _said(line.row),
        "odds": line.odds or None,
        "won": line.won,
        "returned": line.returned,
        "uncapped_won": line.uncapped_won,
    }
