"""Writing round records: from the parts of a round to the JSON object that `settle` and `audit` read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from casino_table.cards import card_text, card_texts, parse_card
from casino_table.game.deal import Deal
from casino_table.game.limits import Limits
from casino_table.game.paytable_types import Paytable
from casino_table.game.record_shape import FORMAT, RoundStatus
from casino_table.game.record_types import RoundRecord, ShuffleProof
from casino_table.game.settlement_types import BoxStake, Line
from casino_table.game.shuffle import SCHEME
from casino_table.game.strict_json import top_level


def record_document(  # noqa: PLR0913 - a record has as many keys
    *,
    number: str,
    table: str,
    currency: str,
    paytable: Paytable | str,
    boxes: Iterable[BoxStake],
    deal: Deal | None,
    limits: Limits | None = None,
    lines: Iterable[Line] | None = None,
    status: RoundStatus = RoundStatus.SETTLED,
    bonuses_settled: bool = False,
    opened_at: str | None = None,
    settled_at: str | None = None,
    external: Mapping[str, object] | None = None,
    shuffle: ShuffleProof | None = None,
) -> dict[str, object]:
    """Return the record of a round as a JSON-able object that a `RecordReader` reads back.

    `number` is the text under which the round is known (`round` in the record), `paytable` the name of a file or the
    paytable itself, instants are RFC 3339 in UTC, `lines` is what was paid. What is not given is left out.
    """
    document: dict[str, object] = {"format": FORMAT, "round": number, "table": table, "currency": currency}
    document["paytable"] = paytable if isinstance(paytable, str) else paytable.to_document()
    optional: dict[str, object | None] = {
        "limits": None if limits is None else limits.to_document(),
        "cards": None if deal is None else cards_document(deal),
        "boxes": [_box_document(stake) for stake in boxes],
        "status": status.value if status is RoundStatus.VOID else None,
        "bonuses_settled": True if status is RoundStatus.VOID and bonuses_settled else None,
        "payouts": None if lines is None else [line.to_document() for line in lines],
        "opened_at": opened_at,
        "settled_at": settled_at,
        "external": None if external is None else dict(external),
        "shuffle": None if shuffle is None else _shuffle_document(shuffle),
    }
    return document | {key: value for key, value in optional.items() if value is not None}


def cards_document(deal: Deal) -> dict[str, object]:
    """Return the cards of a deal as a record writes them; what was not dealt is left out."""
    cards: dict[str, object] = {"boxes": {str(box): card_texts(deal.boxes[box]) for box in sorted(deal.boxes)}}
    if deal.flop is not None:
        cards["flop"] = card_texts(deal.flop)
    for key, card in (("turn", deal.turn), ("river", deal.river)):
        if card is not None:
            cards[key] = card_text(card)
    if deal.dealer is not None:
        cards["dealer"] = card_texts(deal.dealer)
    return cards


def with_payouts(text: bytes, record: RoundRecord) -> bytes:
    """Return the line `text` that `record` was read from, with its payouts filled and its cards written canonically.

    Other keys keep their order, and their values every character: what is copied is not interpreted.
    """
    members = top_level(text)
    if "cards" in members:
        members["cards"] = _canonical_cards(members["cards"])
    members["payouts"] = json.dumps([line.to_document() for line in record.settled()]).encode()
    written = b", ".join(b'"%s": %s' % (key.encode(), value) for key, value in members.items())
    return b"{%s}\n" % written


def _canonical_cards(text: bytes) -> bytes:
    def canonical(cards: Any) -> object:
        if isinstance(cards, dict):
            return {key: canonical(value) for key, value in cards.items()}
        return card_text(parse_card(cards)) if isinstance(cards, str) else [canonical(card) for card in cards]

    return json.dumps(canonical(json.loads(text))).encode()


def _box_document(stake: BoxStake) -> dict[str, object]:
    document: dict[str, object] = {"box": stake.box, "player": stake.player, "play": stake.play.value}
    document["ante"] = stake.ante
    if stake.bonus:
        document["bonus"] = stake.bonus
    if stake.decision is not None:
        document["decision"] = stake.decision.value
    if stake.bet is not None:
        document["bet"] = stake.bet
    if stake.timeout:
        document["timeout"] = True
    return document


def _shuffle_document(proof: ShuffleProof) -> dict[str, object]:
    return {
        "scheme": SCHEME,
        "table": proof.table,
        "round": proof.round,
        "commitment": proof.commitment.hex(),
        "server_seed": proof.server_seed.hex(),
        "clients": [
            {
                "box": client.box,
                "player": client.player,
                "client_commitment": client.client_commitment.hex(),
                "client_seed": None if client.client_seed is None else client.client_seed.hex(),
            }
            for client in proof.clients
        ],
    }
