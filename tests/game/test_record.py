"""Round records: what is read, what is written, and every refusal by key and reason."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from casino_table.game.limits import Limits
from casino_table.game.paytable_folder import UnknownPaytableError
from casino_table.game.record import RecordError, RoundStatus, record_document
from casino_table.game.record_reading import _SHAPE
from casino_table.game.settlement import BoxStake, Decision, Play
from casino_table.game.strict_json import decode_plainly
from tests.record_factories import CASES, REMOVED, ROUND, create_document, create_line, create_reader

READER = create_reader()

ALL_FOLDED = create_document(
    boxes=[{"box": 1, "player": "p", "play": "open", "ante": 100, "decision": "fold"}],
    cards={"boxes": {"1": ["3s", "3d"]}, "flop": ["6c", "Qc", "Ad"]},
)
VOID = create_document(status="void", boxes__0__decision=REMOVED, cards=REMOVED, payouts=REMOVED)
SHUFFLE = {
    "scheme": "casino-table/shuffle/1",
    "table": "T1",
    "round": 42,
    "commitment": "AB" * 32,
    "server_seed": "cd" * 32,
    "clients": [
        {"box": 1, "player": "p1", "client_commitment": "ef" * 32, "client_seed": "01" * 16},
        {"box": 4, "player": "p2", "client_commitment": "ef" * 32, "client_seed": None},
    ],
}


def refusal_of(document: dict[str, Any]) -> RecordError | UnknownPaytableError:
    """Return how a record is refused; both readers must refuse it, in the same words."""
    with pytest.raises((RecordError, UnknownPaytableError)) as from_line:
        READER.read(json.dumps(document).encode())
    with pytest.raises((RecordError, UnknownPaytableError)) as from_document:
        READER.parse(document)
    assert str(from_line.value) == str(from_document.value)
    assert isinstance(from_line.value, RecordError | UnknownPaytableError)
    return from_line.value


def test_the_example_of_the_format() -> None:
    record = READER.read(create_line())
    assert (record.round, record.table, record.currency, record.paytable.name) == ("T1-42", "T1", "PLAY", "texas-poker")
    assert record.limits == Limits(max_payout=5_000_000, open_boxes_per_player=1)
    assert record.boxes[0] == BoxStake(1, "p1", Play.OPEN, 10_000, 5_000, Decision.BET)
    assert record.boxes[1] == BoxStake(4, "p1", Play.BLIND, 10_000)
    assert (record.status, record.payouts and len(record.payouts)) == (RoundStatus.SETTLED, 5)


@pytest.mark.parametrize("case", [*CASES, ROUND, ALL_FOLDED, VOID], ids=lambda case: case["round"])
def test_both_readers_read_the_same_and_what_is_written_reads_back(case: dict[str, Any]) -> None:
    line = json.dumps(case).encode()
    assert decode_plainly(line, _SHAPE) is not None
    record = READER.read(line)
    assert record == READER.parse(case)
    document = record_document(
        number=record.round,
        table=record.table,
        currency=record.currency,
        paytable=record.paytable,
        boxes=record.boxes,
        deal=record.deal,
        limits=record.limits,
        lines=record.settled(),
        status=record.status,
        bonuses_settled=record.bonuses_settled,
    )
    again = READER.read(json.dumps(document).encode())
    assert msgspec.structs.replace(again, payouts=record.payouts) == record
    assert [line.returned for line in again.payouts or ()] == [line.returned for line in record.settled()]


def test_a_record_with_everything_reads_back() -> None:
    document = create_document(
        of=ROUND,
        status="settled",
        opened_at="2026-01-31T23:59:59Z",
        settled_at="2026-02-01T00:00:10.5+00:00",
        note="",
        external={"dealer": {"id": 7, "shift": [1.5, None]}},
        shuffle=SHUFFLE,
        boxes__0__bet=20_000,
        boxes__0__timeout=False,
        boxes__1__bet=20_000,
    )
    record = READER.read(json.dumps(document).encode())
    assert record == READER.parse(document)
    assert record.shuffle is not None
    assert record.shuffle.clients[1].contribution.client_seed == bytes.fromhex("ef" * 32)
    written = record_document(
        number=record.round, table=record.table, currency=record.currency, paytable="texas-poker", boxes=record.boxes,
        deal=record.deal, limits=record.limits, opened_at=record.opened_at, settled_at=record.settled_at,
        external=document["external"], shuffle=record.shuffle,
    )  # fmt: skip
    again = READER.parse(written)
    assert msgspec.structs.replace(again, payouts=record.payouts) == record
    assert written["external"] == document["external"]


@pytest.mark.parametrize(
    ("changes", "key", "why"),
    [
        ({"format": REMOVED}, "format", "is missing"),
        ({"format": "casino-table/round/2"}, "format", 'must be "casino-table/round/1", not "casino-table/round/2"'),
        ({"format": 1}, "format", "must be"),
        ({"round": REMOVED}, "round", "is missing"),
        ({"round": 42}, "round", "must be text, not 42"),
        ({"round": ""}, "round", "must not be empty"),
        ({"table": None}, "table", "must be text, not null"),
        ({"currency": REMOVED}, "currency", "is missing"),
        ({"paytable": REMOVED}, "paytable", "is missing"),
        ({"paytable": "nope"}, "paytable", '"nope" is not in'),
        ({"paytable": "texas-poker@3"}, "paytable", "is a version in a database"),
        ({"paytable": "../paytables/minsk"}, "paytable", "is not in"),
        ({"paytable": ""}, "paytable", "is not in"),
        ({"paytable": "9" * 5000}, "paytable", "is not in"),
        ({"paytable": "x\0"}, "paytable", "is not in"),
        ({"paytable": 3}, "paytable", "must be a name or an object, not 3"),
        ({"paytable": None}, "paytable", "must be a name or an object, not null"),
        ({"paytable": {"format": "casino-table/paytable/1"}}, "paytable.ante", "is missing"),
        ({"bets": []}, "bets", "is not a known key"),
        ({"limits": None}, "limits", "must be an object"),
        ({"limits__max_payout": 0}, "limits.max_payout", "must be from 1"),
        ({"limits__max_payout": True}, "limits.max_payout", "must be a whole number, not true"),
        ({"limits__max": 1}, "limits.max", "is not a known key"),
        ({"boxes": REMOVED}, "boxes", "is missing"),
        ({"boxes": []}, "boxes", "names no box"),
        ({"boxes": {}}, "boxes", "must be a list, not an object"),
        ({"boxes__0": 3}, "boxes[0]", "must be an object"),
        ({"boxes__0__box": 8}, "boxes[0].box", "must be from 1 to 7, not 8"),
        ({"boxes__0__box": 0}, "boxes[0].box", "must be from 1 to 7, not 0"),
        ({"boxes__0__box": "1"}, "boxes[0].box", 'must be a whole number, not "1"'),
        ({"boxes__1__box": 1}, "boxes[1].box", "box 1 stands twice"),
        ({"boxes__0__player": ""}, "boxes[0].player", "must not be empty"),
        ({"boxes__0__player": REMOVED}, "boxes[0].player", "is missing"),
        ({"boxes__0__play": "Open"}, "boxes[0].play", 'must be one of "open", "blind", not "Open"'),
        ({"boxes__0__play": ["open"]}, "boxes[0].play", "must be one of"),
        ({"boxes__0__ante": 0}, "boxes[0].ante", "must be from 1"),
        ({"boxes__0__ante": -100}, "boxes[0].ante", "must be from 1"),
        ({"boxes__0__ante": 100.0}, "boxes[0].ante", "must be a whole number, not 100.0"),
        ({"boxes__0__ante": "100"}, "boxes[0].ante", "must be a whole number"),
        ({"boxes__0__ante": True}, "boxes[0].ante", "must be a whole number, not true"),
        ({"boxes__0__ante": None}, "boxes[0].ante", "must be a whole number, not null"),
        ({"boxes__0__ante": 2**53}, "boxes[0].ante", "must be from 1 to 9007199254740991"),
        ({"boxes__0__ante": 10**30}, "boxes[0].ante", "a number of more than 20 digits"),
        ({"boxes__0__ante": 2**53 // 101 + 1}, "boxes[0].ante", "is too large: the ante of"),
        ({"boxes__0__bonus": 2**53 // 501 + 1}, "boxes[0].bonus", "is too large: the bonus of"),
        ({"boxes__0__bet": 2**52}, "boxes[0].bet", "is too large: the bet of"),
        ({"boxes__0__bonus": -1}, "boxes[0].bonus", "must be from 0"),
        ({"boxes__0__bonus": None}, "boxes[0].bonus", "must be a whole number"),
        ({"boxes__0__bonus": 0.0}, "boxes[0].bonus", "must be a whole number, not 0.0"),
        ({"boxes__0__decision": REMOVED}, "boxes[0].decision", "is missing: box 1 is open"),
        ({"boxes__0__decision": "raise"}, "boxes[0].decision", 'must be one of "bet", "fold", not "raise"'),
        ({"boxes__0__decision": None}, "boxes[0].decision", "must be one of"),
        ({"boxes__1__decision": "bet"}, "boxes[1].decision", "is given, but box 4 is blind"),
        ({"boxes__0__decision": "fold", "boxes__0__bet": 20_000}, "boxes[0].bet", "is 20000, but the box folded"),
        ({"boxes__0__timeout": True}, "boxes[0].timeout", "runs out of time folds"),
        ({"boxes__0__timeout": 1}, "boxes[0].timeout", "must be true or false, not 1"),
        ({"boxes__1__timeout": True}, "boxes[1].timeout", "a blind box decides nothing"),
        ({"boxes__0__fold": True}, "boxes[0].fold", "is not a known key"),
        ({"cards": REMOVED}, "cards", "is missing"),
        ({"cards": []}, "cards", "must be an object"),
        ({"cards__burn": ["2c"]}, "cards.burn", "is not a known key"),
        ({"cards__boxes": REMOVED}, "cards.boxes.1", "is missing: box 1 has a stake"),
        ({"cards__boxes__1": REMOVED}, "cards.boxes.1", "is missing: box 1 has a stake"),
        ({"cards__boxes__1": ["3s"]}, "cards.boxes.1", "must be 2 cards, not 1"),
        ({"cards__boxes__1": ["3s", "3d", "3h"]}, "cards.boxes.1", "must be 2 cards, not 3"),
        ({"cards__boxes__1": "3s3d"}, "cards.boxes.1", "must be a list"),
        ({"cards__boxes__1": ["3s", 3]}, "cards.boxes.1[1]", "must be text, not 3"),
        ({"cards__boxes__1": ["3s", "1d"]}, "cards.boxes.1[1]", '"1d" is not a card'),
        ({"cards__boxes__2": ["2s", "2d"]}, "cards.boxes.2", "no stake is on that box"),
        ({"cards__boxes__8": ["2s", "2d"]}, "cards.boxes.8", "is no box"),
        ({"cards__boxes__01": ["2s", "2d"]}, "cards.boxes.01", "is no box"),
        ({"cards__flop": REMOVED}, "cards.flop", "is missing"),
        ({"cards__flop": ["6c", "Qc"]}, "cards.flop", "must be 3 cards, not 2"),
        ({"cards__flop": ["6c", "Qc", ""]}, "cards.flop[2]", '"" is not a card'),
        ({"cards__turn": REMOVED}, "cards.river", "is given without a turn"),
        ({"cards__turn": REMOVED, "cards__river": REMOVED}, "cards.turn", "is missing, and not every box folded"),
        ({"cards__river": REMOVED}, "cards.river", "is missing, and not every box folded"),
        ({"cards__dealer": REMOVED}, "cards.dealer", "is missing, and not every box folded"),
        ({"cards__turn": None}, "cards.turn", "must be text, not null"),
        ({"cards__turn": ["6s"]}, "cards.turn", "must be text, not a list"),
        ({"cards__turn": "6S"}, "cards.turn", '"6S" is not a card'),
        ({"cards__turn": "As"}, "cards.river", "As stands twice; it is in cards.turn too"),
        ({"cards__dealer": ["Td", "6c"]}, "cards.dealer", "6c stands twice; it is in cards.flop too"),
        ({"cards__boxes__4": ["3s", "Jc"]}, "cards.boxes.4", "3s stands twice; it is in cards.boxes.1 too"),
        ({"cards__boxes__4": ["Jc", "Jc"]}, "cards.boxes.4", "Jc stands twice; it is in cards.boxes.4 too"),
        ({"cards__dealer": ["10d", "T♦"]}, "cards.dealer", "Td stands twice"),
        ({"status": "open"}, "status", 'must be one of "settled", "void", not "open"'),
        ({"bonuses_settled": True}, "bonuses_settled", "belongs to the record of a void round only"),
        ({"payouts": {}}, "payouts", "must be a list"),
        ({"payouts__0__returned": 100.5}, "payouts[0].returned", "must be a whole number, not 100.5"),
        ({"payouts__0__returned": -1}, "payouts[0].returned", "must be from 0"),
        ({"payouts__0__returned": REMOVED}, "payouts[0].returned", "is missing"),
        ({"payouts__0__box": 9}, "payouts[0].box", "must be from 1 to 7"),
        ({"payouts__0__wager": "side"}, "payouts[0].wager", "must be one of"),
        ({"payouts__0__paid": 1}, "payouts[0].paid", "is not a known key"),
        ({"payouts__0__row": 3}, "payouts[0].row", "must be text, not 3"),
        ({"payouts__0__capped": "no"}, "payouts[0].capped", "must be true or false"),
        ({"payouts__0__uncapped_won": 1.0}, "payouts[0].uncapped_won", "must be a whole number"),
        ({"payouts__0__outcome": None}, "payouts[0].outcome", "must be text, not null"),
        ({"opened_at": "2026-01-31 23:59:59Z"}, "opened_at", "must be an instant in UTC"),
        ({"opened_at": "2026-01-31T23:59:59+01:00"}, "opened_at", "must be an instant in UTC"),
        ({"opened_at": "2026-02-30T00:00:00Z"}, "opened_at", "must be an instant in UTC"),
        ({"settled_at": 1767225600}, "settled_at", "must be text"),
        ({"note": ["x"]}, "note", "must be text"),
        ({"external": "x"}, "external", "must be an object"),
        ({"external": None}, "external", "must be an object"),
        ({"shuffle": {}}, "shuffle.scheme", "is missing"),
        ({"shuffle": SHUFFLE | {"scheme": "x"}}, "shuffle.scheme", "must be one of"),
        ({"shuffle": SHUFFLE | {"round": "42"}}, "shuffle.round", "must be a whole number"),
        ({"shuffle": SHUFFLE | {"commitment": "ab" * 31}}, "shuffle.commitment", "must be 64 hexadecimal digits"),
        ({"shuffle": SHUFFLE | {"server_seed": "xy" * 32}}, "shuffle.server_seed", "must be 64 hexadecimal digits"),
        ({"shuffle": SHUFFLE | {"server_seed": " " + "ab" * 31 + " "}}, "shuffle.server_seed", "64 hexadecimal digits"),
        ({"shuffle": SHUFFLE | {"server_seed": "ab " * 32}}, "shuffle.server_seed", "64 hexadecimal digits"),
        ({"shuffle": SHUFFLE | {"clients": None}}, "shuffle.clients", "must be a list"),
        ({"shuffle": create_document(of=SHUFFLE, clients__0__client_seed="01" * 32)},
         "shuffle.clients[0].client_seed", "must be 32 hexadecimal digits"),
        ({"shuffle": create_document(of=SHUFFLE, clients__1__client_seed=REMOVED)},
         "shuffle.clients[1].client_seed", "is missing"),
        ({"shuffle": create_document(of=SHUFFLE, clients__1__box=1)}, "shuffle.clients[1].box", "box 1 stands twice"),
        ({"shuffle": create_document(of=SHUFFLE, clients__1__box=0)}, "shuffle.clients[1].box", "must be from 1 to 7"),
        ({"shuffle": create_document(of=SHUFFLE, clients__1__player="p1")}, "shuffle.clients[1].player", "twice"),
    ],
)  # fmt: skip
def test_refusals_name_key_and_reason(changes: dict[str, Any], key: str, why: str) -> None:
    refusal = refusal_of(create_document(**changes))
    assert refusal.key == key
    assert why in str(refusal.reason)
    assert str(refusal) == f"{key}: {refusal.reason}"


@pytest.mark.parametrize(
    "changes",
    [
        {"limits": REMOVED},
        {"limits": {}},
        {"payouts": REMOVED},
        {"payouts": []},
        {"boxes__0__bonus": REMOVED},
        {"boxes__0__bet": 15_000},
        {"boxes__0__bet": 0},
        {"boxes__0__decision": "fold", "boxes__0__bet": 0},
        {"boxes__0__decision": "fold", "boxes__0__timeout": True},
        {"boxes__1__timeout": False},
        {"cards__turn": "6♠", "cards__dealer": ["10d", "jS".replace("S", "s")]},
        {"boxes__0__ante": (2**53 - 1) // 101},
        {"opened_at": "2026-02-28t00:00:00.123456789z"},
        {"external": {}},
        {"external": {"big": 10**30, "deep": [[[{"a": None}]]]}},
        {"note": "Жанна ♠"},
        {"shuffle": SHUFFLE},
        {"shuffle": SHUFFLE | {"clients": []}},
    ],
)
def test_what_is_read(changes: dict[str, Any]) -> None:
    document = create_document(**changes)
    assert READER.read(json.dumps(document).encode()) == READER.parse(document)


@pytest.mark.parametrize("key", ["turn", "river", "dealer"])
def test_if_every_box_folded_turn_river_and_dealer_may_be_there(key: str) -> None:
    cards = {"turn": "6s", "river": "As", "dealer": ["Td", "Js"]}
    document = create_document(of=ALL_FOLDED)
    document["cards"] |= cards
    READER.parse(document)
    del document["cards"][key]
    if key == "turn":
        assert refusal_of(document).key == "cards.river"
    else:
        READER.parse(document)


def test_if_every_box_folded_the_flop_is_still_needed() -> None:
    assert refusal_of(create_document(of=ALL_FOLDED, cards__flop=REMOVED)).key == "cards.flop"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"boxes": []},
        {"cards": {}},
        {"cards": {"boxes": {}}},
        {"cards": {"boxes": {"4": ["Ah", "Jc"]}, "turn": "6s"}},
        {"cards": {"flop": ["6c", "Qc", "Ad"], "dealer": ["Td", "Js"]}},
        {"boxes__0__decision": "fold"},
        {"boxes__0__bet": 20_000},
        {"bonuses_settled": False},
        {"bonuses_settled": True, "cards": {"boxes": {"1": ["3s", "3d"]}, "flop": ["6c", "Qc", "Ad"]}},
        {"bonuses_settled": True, "boxes__0__bonus": 0},
    ],
)
def test_a_void_record_needs_little(changes: dict[str, Any]) -> None:
    record = READER.parse(create_document(of=VOID, **changes))
    assert record.is_void
    staked = sum(line.stake for line in record.settled())
    assert sum(line.returned for line in record.settled()) == staked


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"boxes__0__box": 9}, "boxes[0].box"),
        ({"cards": {"river": "As"}}, "cards.river"),
        ({"cards": {"boxes": {"2": ["2s", "2d"]}}}, "cards.boxes.2"),
        ({"cards": {"turn": "As", "dealer": ["As", "Js"]}}, "cards.dealer"),
        ({"boxes__1__decision": "bet"}, "boxes[1].decision"),
        ({"boxes__0__timeout": True}, "boxes[0].timeout"),
        ({"bonuses_settled": 1}, "bonuses_settled"),
        ({"bonuses_settled": True}, "cards.flop"),
        ({"bonuses_settled": True, "cards": {"boxes": {"1": ["3s", "3d"]}}}, "cards.flop"),
        ({"bonuses_settled": True, "cards": {"flop": ["6c", "Qc", "Ad"]}}, "cards.boxes.1"),
    ],
)
def test_a_void_record_is_refused_all_the_same(changes: dict[str, Any], key: str) -> None:
    assert refusal_of(create_document(of=VOID, **changes)).key == key


def test_a_void_after_the_bonuses_needs_the_decision_where_a_fold_loses_the_bonus() -> None:
    paytable = READER.parse(ROUND).paytable.to_document()
    paytable["rules"] = {"bonus_after_fold": "lost"}
    document = create_document(
        of=VOID,
        paytable=paytable,
        bonuses_settled=True,
        cards={"boxes": {"1": ["3s", "3d"]}, "flop": ["6c", "Qc", "Ad"]},
    )
    assert refusal_of(document).key == "boxes[0].decision"
    READER.parse(create_document(of=document, boxes__0__decision="bet"))
    READER.parse(create_document(of=document, boxes__0__decision="fold", cards=REMOVED))


def test_a_bonus_needs_a_paytable_with_a_bonus() -> None:
    paytable = {"format": "casino-table/paytable/1", "ante": {"otherwise": "1:1"}}
    refusal = refusal_of(create_document(paytable=paytable))
    assert (refusal.key, str(refusal.reason)) == ("boxes[0].bonus", "is staked, but the paytable offers no bonus")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (create_line().replace(b'"ante": 10000', b'"ante": 10000, "ante": 10000', 1), "boxes[0].ante"),
        (create_line().replace(b'"limits": {', b'"limits": {"max_payout": 1, ', 1), "limits.max_payout"),
        (create_line().replace(b'"turn"', b'"turn": "2c", "turn"'), "cards.turn"),
        (create_line(paytable={"format": "casino-table/paytable/1", "ante": {"otherwise": "1:1"}})
         .replace(b'"otherwise"', b'"otherwise": "1:1", "otherwise"'), "paytable.ante.otherwise"),
        (create_line(external={"a": 1}).replace(b'"a": 1', b'"a": 1, "a": 1'), "external.a"),
        (create_line(external={"a": 1}).replace(b'"a"', b'"\\ud800"'), "external.\\ud800"),
        (create_line(note="x").replace(b'"x"', b'"\\ud800"'), "note"),
        (create_line(external={"a": 1}).replace(b'"a": 1', b'"a": NaN'), ""),
        (create_line(external={"a": 1}).replace(b'"a": 1', b'"a": "\xff"'), ""),
        (create_line()[:-1], ""),
        (b"[]", ""),
        (b"null", ""),
        (b'"casino-table/round/1"', ""),
        (b"\xef\xbb\xbf" + create_line(), ""),
    ],
)  # fmt: skip
def test_what_is_no_sound_json_is_refused(text: bytes, key: str) -> None:
    with pytest.raises(RecordError) as refusal:
        READER.read(text)
    assert refusal.value.key == key


def test_what_was_read_before_is_known_by_its_text_and_not_by_its_value() -> None:
    paytable = {"format": "casino-table/paytable/1", "rules": {"bet_multiple": 1}, "ante": {"otherwise": "1:1"}}
    good = create_document(paytable=paytable, boxes__0__bonus=0)
    reader = create_reader()
    assert reader.read(json.dumps(good).encode()).paytable is reader.read(json.dumps(good).encode()).paytable
    for wrong in (True, 1.0):
        document = create_document(of=good, paytable__rules__bet_multiple=wrong)
        with pytest.raises(RecordError, match=r"paytable\.rules\.bet_multiple: must be a whole number"):
            reader.read(json.dumps(document).encode())


def test_many_spellings_do_not_fill_the_memory() -> None:
    reader = create_reader()
    for cap in range(1, 2_500):
        reader.read(create_line(limits={"max_payout": cap}))
    assert len(reader._limits_of) <= 1_000
