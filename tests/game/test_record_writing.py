"""Writing round records: payouts filled in, and everything else as it was read."""

from __future__ import annotations

import json

from casino_table.game.deal import Deal
from casino_table.game.record import RoundStatus, record_document, with_payouts
from tests.record_factories import REMOVED, create_line, create_reader

READER = create_reader()


def test_payouts_are_filled_and_everything_else_comes_out_as_it_went_in() -> None:
    text = (
        b'{"note":"\\u00e9 \xc3\xa9", "format": "casino-table/round/1" ,"round":"1","table":"T","currency":"EUR",'
        b'"payouts":[],  "paytable":"texas-poker","external":{"a":1.0,"b":[1e400,-0,1E5],"c":12345678901234567890123},'
        b'"cards":{"river":"a\xe2\x99\xa0","turn":"6s","boxes":{"4":["ah","10c"]},"flop":["6c","qc","Ad"],'
        b'"dealer":["Td","Js"]},"boxes":[ {"box":4,"player":"p","play":"blind","ante":100}]}'
    )
    assert with_payouts(text, READER.read(text)) == (
        b'{"note": "\\u00e9 \xc3\xa9", "format": "casino-table/round/1", "round": "1", "table": "T", '
        b'"currency": "EUR", "payouts": [{"box": 4, "wager": "ante", "stake": 100, '
        b'"outcome": "win", "row": "full_house", "odds": "3:1", "won": 300, "returned": 400, "reason": "win"}, '
        b'{"box": 4, "wager": "bet", "stake": 200, "outcome": "win", '
        b'"row": null, "odds": "1:1", "won": 200, "returned": 400, "reason": "win"}], "paytable": "texas-poker", '
        b'"external": {"a":1.0,"b":[1e400,-0,1E5],"c":12345678901234567890123}, '
        b'"cards": {"river": "As", "turn": "6s", "boxes": {"4": ["Ah", "Tc"]}, "flop": ["6c", "Qc", "Ad"], '
        b'"dealer": ["Td", "Js"]}, "boxes": [ {"box":4,"player":"p","play":"blind","ante":100}]}\n'
    )


def test_a_record_without_payouts_gets_them_at_its_end() -> None:
    text = create_line(payouts=REMOVED)
    members = list(json.loads(with_payouts(text, READER.read(text))))
    assert members == [*json.loads(text), "payouts"]


def test_a_deal_without_cards_is_written_without() -> None:
    document = record_document(
        number="1", table="T", currency="EUR", paytable="minsk", boxes=[], deal=Deal({}), status=RoundStatus.VOID
    )
    assert document["cards"] == {"boxes": {}}
    assert document["status"] == "void"
