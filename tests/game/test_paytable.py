"""Paytables: form, hash, refusals, and the six that ship."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from casino_table.cards import parse_cards
from casino_table.game.paytable import (
    HAND_MINIMUMS,
    Odds,
    Paytable,
    PaytableError,
    Rounding,
    bonus_net,
    load_paytable,
    parse_paytable,
)
from casino_table.game.schedule import PAIR_ROWS, Schedule
from casino_table.hands.ranking import Category, evaluate
from casino_table.resources import paytable_folder

REFERENCE = Path(__file__).parents[1] / "reference"
VECTORS = json.loads((REFERENCE / "paytable_vectors.json").read_text())["cases"]
EXACT = {case["id"]: case for case in json.loads((REFERENCE / "exact_values.json").read_text())["paytables"]}
FOLDER = paytable_folder()

PLAIN: dict[str, Any] = {"format": "casino-table/paytable/1", "name": "plain", "ante": {"otherwise": "1:1"}}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["about"])
def test_canonical_form_and_hash(vector: Mapping[str, Any]) -> None:
    paytable = parse_paytable(vector["paytable"])
    assert paytable.canonical.decode() == vector["canonical"]
    assert paytable.hash == vector["sha256"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["about"])
def test_a_document_reads_back_as_it_was_written(vector: Mapping[str, Any]) -> None:
    paytable = parse_paytable(vector["paytable"])
    document = paytable.to_document()
    assert parse_paytable(json.loads(json.dumps(document))) == paytable
    for part in ("ante", "bet", "bonus"):
        assert list(document.get(part, {}).items()) == list(vector["paytable"].get(part, {}).items())  # type: ignore[attr-defined]


def test_the_canonical_form_is_a_paytable_itself() -> None:
    for name in FOLDER.names():
        paytable = FOLDER.get(name)
        again = parse_paytable(json.loads(paytable.canonical), is_name_needed=False)
        assert (again.hash, again.canonical) == (paytable.hash, paytable.canonical)


BY_TABLE = {"ante_without_qualification": "by_table"}


def rungs(schedule: Schedule | None) -> str:
    assert schedule is not None
    assert all(odds.denominator == 1 for _, odds in schedule.rows)
    return " ".join(str(odds.numerator) for _, odds in schedule.rows)


@pytest.mark.parametrize(
    ("name", "rules", "ante", "bonus"),
    [
        ("texas-poker", {}, "100 20 10 3 2 1", "500 200 100 50 40 35 30"),
        ("texas-poker-strict", {"player_minimum": "pair of fours"}, "100 20 10 3 2 1", "500 200 100 50 40 35 30"),
        ("by-table-aces", BY_TABLE, "100 20 10 3 2 1", "100 50 40 30 20 7 7 7 7"),
        ("minsk", BY_TABLE, "50 20 10 3 2 1", "7 7 7 7 7 7 7 7 7"),
        ("ladder-20", BY_TABLE, "20 20 10 3 2 1", "25 25 25 25 25 7 7 7 7"),
        ("ladder-25", BY_TABLE, "25 25 12 3 2 1", "25 25 25 25 25 7 7 7 7"),
    ],
)  # fmt: skip
def test_the_shipped_paytables_are_those_of_the_rules(name: str, rules: dict[str, str], ante: str, bonus: str) -> None:
    paytable = FOLDER.get(name)
    defaults = parse_paytable(PLAIN).rules.to_document()
    assert paytable.rules.to_document() == defaults | rules
    assert rungs(paytable.ante) == ante
    assert rungs(paytable.bonus) == bonus
    assert paytable.bet is None
    assert paytable.title
    assert paytable.source.endswith(".")


def test_six_paytables_ship() -> None:
    assert FOLDER.names() == ["by-table-aces", "ladder-20", "ladder-25", "minsk", "texas-poker", "texas-poker-strict"]


@pytest.mark.parametrize("name", sorted(EXACT.keys() & set(FOLDER.names())))
def test_shipped_paytables_are_those_of_the_exact_values(name: str) -> None:
    assert FOLDER.get(name).hash == parse_paytable(EXACT[name]["paytable"]).hash


@pytest.mark.parametrize(
    "case",
    [case for case in EXACT.values() if "bonus" in case["values"] and "stakes" not in case],
    ids=lambda case: case["id"],
)
def test_bonus_sums_are_the_exact_ones(case: Mapping[str, Any]) -> None:
    bonus = parse_paytable(case["paytable"]).bonus
    assert bonus is not None
    assert str(bonus_net(bonus)) == case["values"]["bonus"]["net_sum"]


@pytest.mark.parametrize(
    ("text", "weakest", "too_weak"),
    [
        ("ace high", "As6d4c3h2c", "KsQdJcTh8c"),
        ("ace-king high", "AsKd4c3h2c", "AsQdJcTh9c"),
        ("pair of twos", "2s2d5c4h3c", "AsKdQcJh9c"),
        ("pair of fours", "4s4d5c3h2c", "3s3dAcKhQc"),
        ("pair of aces", "AsAd4c3h2c", "KsKdAcQhJc"),
    ],
)
def test_minimums_begin_at_their_weakest_hand(text: str, weakest: str, too_weak: str) -> None:
    assert evaluate(parse_cards(weakest)).rank == HAND_MINIMUMS[text].rank
    assert evaluate(parse_cards(too_weak)).rank == HAND_MINIMUMS[text].rank - 1


def test_there_are_sixteen_minimums_in_order() -> None:
    ranks = [minimum.rank for minimum in HAND_MINIMUMS.values()]
    assert len(ranks) == 16
    assert ranks == sorted(set(ranks))
    assert next(iter(HAND_MINIMUMS)) == "any hand"
    assert ranks[0] == 1


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("AsKsQsJsTs", "royal_flush"),
        ("KsQsJsTs9s", None),
        ("AsAdKcKhQc", "two_pair"),
        ("JsJd4c3h2c", "pair_of_jacks"),
        ("TsTdAcKhQc", None),
        ("7s5d4c3h2c", None),
    ],
)
def test_rows_are_found_by_hand(hand: str, row: str | None) -> None:
    schedule = Schedule((("royal_flush", Odds(50)), ("two_pair", Odds(3)), ("pair_of_jacks", Odds(2))))
    found = schedule.row_for(evaluate(parse_cards(hand)).rank)
    assert (found and found[0]) == row


def test_otherwise_is_every_category_that_is_not_named() -> None:
    schedule = Schedule((("flush", Odds(2)), ("otherwise", Odds(1))))
    rows = [schedule.row_of_category(category) for category in Category]
    assert [row and row[0] for row in rows] == ["otherwise"] * 5 + ["flush"] + ["otherwise"] * 4


def test_every_pair_row_is_that_pair_or_higher() -> None:
    for row, lowest in PAIR_ROWS.items():
        schedule = Schedule(((row, Odds(7)),))
        assert schedule.row_for(lowest) == (row, Odds(7))
        assert schedule.row_for(lowest - 1) is None
        assert schedule.row_of_category(Category.TWO_PAIR) is None


@pytest.mark.parametrize(
    ("odds", "stake", "unit", "down", "nearest", "up"),
    [
        (Odds(3, 2), 333, 1, 499, 500, 500),
        (Odds(3, 2), 1500, 500, 2000, 2500, 2500),
        (Odds(19, 20), 10, 1, 9, 10, 10),
        (Odds(19, 20), 1, 1, 0, 1, 1),
        (Odds(1, 3), 1, 1, 0, 0, 1),
        (Odds(1), 1500, 1000, 1000, 2000, 2000),
        (Odds(0), 100, 7, 0, 0, 0),
        (Odds(100), 20_000, 500, 2_000_000, 2_000_000, 2_000_000),
        (Odds(1_000_000, 999), 9_007_199_254, 1, 9_016_215_469_469, 9_016_215_469_469, 9_016_215_469_470),
    ],
)
def test_rounding(odds: Odds, stake: int, unit: int, down: int, nearest: int, up: int) -> None:
    assert [odds.winnings(stake, rounding=Rounding(name), unit=unit) for name in ("down", "nearest", "up")] == [
        down,
        nearest,
        up,
    ]


def changed(key: str, value: object) -> dict[str, Any]:
    document = deepcopy(PLAIN)
    *way, last = key.split(".")
    place = document
    for step in way:
        place = place.setdefault(step, {})
    place[last] = value
    return document


@pytest.mark.parametrize(
    ("key", "value", "refused", "why"),
    [
        ("format", "casino-table/paytable/2", "format", "must be"),
        ("format", None, "format", "must be"),
        ("name", "Texas", "name", "lower-case"),
        ("name", "a--b", "name", "lower-case"),
        ("name", "", "name", "empty"),
        ("name", 7, "name", "must be text"),
        ("title", 7, "title", "must be text"),
        ("colour", "red", "colour", "not a known key"),
        ("rules", [], "rules", "must be an object"),
        ("rules.jackpot", True, "rules.jackpot", "not a known key"),
        ("rules.dealer_qualifies", "pair of ones", "rules.dealer_qualifies", "must be one of"),
        ("rules.dealer_qualifies", None, "rules.dealer_qualifies", "must be one of"),
        ("rules.dealer_qualifies", ["any hand"], "rules.dealer_qualifies", "must be one of"),
        ("rules.player_minimum", "three of a kind", "rules.player_minimum", "must be one of"),
        ("rules.bet_multiple", 0, "rules.bet_multiple", "from 1 to 5"),
        ("rules.bet_multiple", 6, "rules.bet_multiple", "from 1 to 5"),
        ("rules.bet_multiple", 2.0, "rules.bet_multiple", "whole number, not 2.0"),
        ("rules.bet_multiple", True, "rules.bet_multiple", "whole number, not true"),
        ("rules.bet_multiple", "2", "rules.bet_multiple", "whole number"),
        ("rules.ante_without_qualification", "lost", "rules.ante_without_qualification", "must be one of"),
        ("rules.bonus_after_fold", "stand", "rules.bonus_after_fold", "must be one of"),
        ("rules.rounding", "Down", "rules.rounding", "must be one of"),
        ("ante", {}, "ante.otherwise", "is missing"),
        ("ante", {"flush": "2:1"}, "ante.otherwise", "royal_flush, straight_flush"),
        ("ante", None, "ante", "must be an object"),
        ("ante.flush", "2:0", "ante.flush", "must be odds"),
        ("ante.flush", "2", "ante.flush", "must be odds"),
        ("ante.flush", "02:1", "ante.flush", "must be odds"),
        ("ante.flush", "2:01", "ante.flush", "must be odds"),
        ("ante.flush", " 2:1", "ante.flush", "must be odds"),
        ("ante.flush", "2:1\n", "ante.flush", "must be odds"),
        ("ante.flush", "٢:1", "ante.flush", "must be odds"),
        ("ante.flush", "-2:1", "ante.flush", "must be odds"),
        ("ante.flush", "1000001:1", "ante.flush", "must be odds"),
        ("ante.flush", "1:1001", "ante.flush", "must be odds"),
        ("ante.flush", 2, "ante.flush", "must be odds"),
        ("ante.flush", None, "ante.flush", "must be odds"),
        ("ante.pair_of_aces", "2:1", "ante.pair_of_aces", "not a known key"),
        ("bet.flush", "2:1", "bet.otherwise", "is missing"),
        ("bet", None, "bet", "must be an object"),
        ("bonus", {}, "bonus", "names no row"),
        ("bonus.high_card", "1:1", "bonus.high_card", "not a known key"),
        ("bonus.otherwise", "1:1", "bonus.otherwise", "not a known key"),
        ("bonus.pair_of_ones", "1:1", "bonus.pair_of_ones", "not a known key"),
        ("bonus", {"pair": "1:1", "pair_of_aces": "2:1"}, "bonus.pair_of_aces", "second row for pairs"),
        ("bonus", [], "bonus", "must be an object"),
    ],
)  # fmt: skip
def test_refusals_name_key_and_reason(key: str, value: object, refused: str, why: str) -> None:
    with pytest.raises(PaytableError, match=why) as refusal:
        parse_paytable(changed(key, value))
    assert refusal.value.key == refused
    with pytest.raises(PaytableError) as inside:
        parse_paytable(changed(key, value), where="paytable")
    assert inside.value.key == f"paytable.{refused}"


@pytest.mark.parametrize("document", [None, [], "texas-poker", 3, True])
def test_only_an_object_is_a_paytable(document: object) -> None:
    with pytest.raises(PaytableError, match="must be an object"):
        parse_paytable(document)


@pytest.mark.parametrize("key", ["format", "name", "ante"])
def test_what_is_needed(key: str) -> None:
    with pytest.raises(PaytableError, match=f"{key}: is missing"):
        parse_paytable({name: value for name, value in PLAIN.items() if name != key})


def test_a_record_may_leave_the_name_out() -> None:
    document = {name: value for name, value in PLAIN.items() if name != "name"}
    assert parse_paytable(document, is_name_needed=False).name == ""


def write(folder: Path, text: str | bytes, name: str = "plain.toml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


GOOD = 'format = "casino-table/paytable/1"\nname = "plain"\n[ante]\notherwise = "1:1"\n'


@pytest.mark.parametrize("text", [GOOD, "\ufeff" + GOOD, GOOD + "# " + "x" * (2**16 - len(GOOD) - 2)])
def test_a_file_gives_its_paytable(text: str, tmp_path: Path) -> None:
    assert isinstance(load_paytable(write(tmp_path, text)), Paytable)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GOOD.replace('"1:1"', '"1:0"'), r"plain.toml:4: ante.otherwise: must be odds"),
        (GOOD.replace("plain", "other"), r"plain.toml:2: name: must be the name of the file"),
        (GOOD + "[rules]\nbet_multiple = 2.0\n", r"plain.toml:6: rules.bet_multiple: must be a whole number, not 2.0"),
        (GOOD + "[rules]\nrounding = 2026-01-01\n", r"plain.toml:6: rules.rounding: must be one of"),
        (GOOD + "[bonus]\n", r"plain.toml:5: bonus: names no row"),
        (GOOD.replace("[ante]\n", "") + "[a]\n", r"plain.toml:\d: (otherwise|a): is not a known key"),
        (GOOD + GOOD, r"plain.toml: is not TOML: Cannot declare"),
        ("", r"plain.toml: format: is missing"),
        ("x = ", r"plain.toml: is not TOML"),
        ("x = 1\ny = -" + "9" * 5000, r"plain.toml:2: holds a number of thousands of digits"),
        (GOOD.replace("[ante]", "[[ante]]"), r"plain.toml:3: ante: must be an object, not a list"),
        (GOOD + " [[bonus]]\nflush = '1:1'", r"plain.toml:5: bonus: must be an object, not a list"),
        (GOOD + '["rules".x]\ny = 1', r"plain.toml:5: rules.x: is not a known key"),
        (GOOD + "[foo.bar.baz]", r"plain.toml:5: foo: is not a known key"),
        (GOOD + "[ante . flush]", r"plain.toml:5: ante.flush: must be odds"),
        ("bonus = {flush = 1}\n" + GOOD, r"plain.toml:1: bonus.flush: must be odds"),
        ("bonus.flush.x = 1\n" + GOOD, r"plain.toml:1: bonus.flush: must be odds"),
        (GOOD + "a." * 20_000 + "a = 1", r'plain.toml:5: "(a\.){20}…" has more than 100 dots'),
        (GOOD + "[" + '"é".' * 200 + "x]", r"plain.toml:5: .* has more than 100 dots"),
        (GOOD + "# " + "x" * 2**16, r"plain.toml: is larger than 65536 bytes, too large"),
        ("x = " + "[" * 50_000, r"plain.toml: is nested too deeply"),
        (b"\xff\xfe", r"plain.toml: is not UTF-8 at byte 1"),
        ("\ufeff\ufeff" + GOOD, r"plain.toml: is not TOML"),
    ],
)
def test_a_broken_file_is_refused_by_place(tmp_path: Path, text: str | bytes, why: str) -> None:
    with pytest.raises(PaytableError, match=why):
        load_paytable(write(tmp_path, text))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.toml", Path("a\0b.toml")):
        with pytest.raises(PaytableError, match="cannot be read"):
            load_paytable(path)


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(PaytableError, match="is no file that can be read at once"):
            load_paytable(path)


def test_the_file_name_must_end_in_toml(tmp_path: Path) -> None:
    with pytest.raises(PaytableError, match=r"name of the file without \.toml"):
        load_paytable(write(tmp_path, GOOD, "plain.txt"))
