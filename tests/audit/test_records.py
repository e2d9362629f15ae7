"""What an audit finds in a record, kind by kind."""

from __future__ import annotations

from typing import Any

import pytest

from casino_table.audit.findings import KIND_TITLES, Kind
from casino_table.audit.report import AuditReport, Shuffles
from casino_table.game.deal import deal_cards
from casino_table.game.record import (
    ClientSeed,
    RoundRecord,
    ShuffleProof,
    cards_document,
    record_document,
)
from casino_table.game.settlement import BoxStake, Decision, Play, settle
from casino_table.game.shuffle import client_commitment, commitment, shuffle_deck
from casino_table.resources import paytable_folder
from tests.record_factories import CASES, REMOVED, ROUND, create_document, create_reader

READER = create_reader()
Row = tuple[str, int | None, str | None, int | None, int | None, str | None, str | None]


def audited(document: dict[str, Any]) -> AuditReport:
    report = AuditReport()
    report.add(READER.parse(document), file="rounds.jsonl", line=7)
    return report


def found_in(document: dict[str, Any]) -> list[Row]:
    """Return the findings as kind, box, wager, paid, right, row and reason."""
    documents = [finding.to_document() for finding in audited(document).findings]
    for finding in documents:
        assert list(finding) == ["file", "line", "round", "box", "wager", "kind", "paid", "right", "row", "reason"]
        assert (finding["file"], finding["line"], finding["round"]) == ("rounds.jsonl", 7, document["round"])
    keys = ("kind", "box", "wager", "paid", "right", "row", "reason")
    return [tuple(finding[key] for key in keys) for finding in documents]  # type: ignore[misc]


@pytest.mark.parametrize("case", [*CASES, ROUND], ids=lambda case: case["round"])
def test_nothing_is_found_in_what_is_right(case: dict[str, Any]) -> None:
    assert found_in(case) == []
    full = [line.to_document() for line in READER.parse(case).settled()]
    assert found_in(case | {"payouts": full}) == []
    assert found_in(case | {"payouts": full[::-1]}) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"payouts__0__returned": 30_000}, [("wrong_amount", 1, "ante", 30_000, 10_000, None, "tie")]),
        ({"payouts__3__returned": 30_000}, [("wrong_amount", 4, "ante", 30_000, 40_000, "full_house", "win")]),
        ({"payouts__2__returned": 5_000}, [("wrong_amount", 1, "bonus", 5_000, 0, None, "bonus_no_row")]),
        ({"payouts__2": REMOVED}, [("missing_line", 1, "bonus", None, 0, None, "bonus_no_row")]),
        ({"payouts__4": REMOVED}, [("missing_line", 4, "bet", None, 40_000, None, "win")]),
        ({"payouts__2__box": 4}, [("missing_line", 1, "bonus", None, 0, None, "bonus_no_row"),
                                  ("extra_line", 4, "bonus", 0, 0, None, None)]),
        ({"payouts__4__box": 2}, [("missing_line", 4, "bet", None, 40_000, None, "win"),
                                  ("extra_line", 2, "bet", 40_000, 0, None, None)]),
        ({"payouts__4__wager": "ante"}, [("missing_line", 4, "bet", None, 40_000, None, "win"),
                                         ("duplicate_line", 4, "ante", 40_000, 0, None, None)]),
        ({"payouts": []}, [("missing_line", 1, "ante", None, 10_000, None, "tie"),
                           ("missing_line", 1, "bet", None, 20_000, None, "tie"),
                           ("missing_line", 1, "bonus", None, 0, None, "bonus_no_row"),
                           ("missing_line", 4, "ante", None, 40_000, "full_house", "win"),
                           ("missing_line", 4, "bet", None, 40_000, None, "win")]),
        ({"payouts": REMOVED}, [("no_payouts", None, None, None, 110_000, None,
                                 "the record has no payouts; 110000 should have gone back in all")]),
        ({"payouts__3__odds": "2:1"}, [("wrong_detail", 4, "ante", 40_000, 40_000, "full_house",
                                        'odds is "2:1", but "3:1" is right')]),
        ({"payouts__3__odds": "6:2"}, []),
        ({"payouts__3__odds": "3"}, [("wrong_detail", 4, "ante", 40_000, 40_000, "full_house",
                                      'odds is "3", but "3:1" is right')]),
        ({"payouts__0__odds": "1:1"}, [("wrong_detail", 1, "ante", 10_000, 10_000, None,
                                        'odds is "1:1", but null is right')]),
        ({"payouts__3__stake": 5, "payouts__3__row": "flush"},
         [("wrong_detail", 4, "ante", 40_000, 40_000, "full_house",
           'stake is 5, but 10000 is right; row is "flush", but "full_house" is right')]),
        ({"payouts__3__returned": 1, "payouts__3__row": "flush"},
         [("wrong_amount", 4, "ante", 1, 40_000, "full_house", "win")]),
        ({"payouts__3__capped": False}, []),
        ({"payouts__3__capped": True}, [("wrong_detail", 4, "ante", 40_000, 40_000, "full_house",
                                         "capped is true, but false is right")]),
        ({"payouts__3__uncapped_won": None}, []),
        ({"payouts__3__uncapped_won": 30_000}, [("wrong_detail", 4, "ante", 40_000, 40_000, "full_house",
                                                 "uncapped_won is 30000, but null is right")]),
        ({"payouts__0__reason": "push"}, [("wrong_detail", 1, "ante", 10_000, 10_000, None,
                                           'reason is "push", but "tie" is right')]),
        ({"payouts__0__outcome": "win"}, [("wrong_detail", 1, "ante", 10_000, 10_000, None,
                                           'outcome is "win", but "push" is right')]),
        ({"payouts__0__won": 10_000}, [("wrong_detail", 1, "ante", 10_000, 10_000, None,
                                        "won is 10000, but 0 is right")]),
        ({"boxes__0__bet": 15_000, "payouts__1__returned": 15_000},
         [("wrong_bet", 1, "bet", None, None, None, "the bet is 15000, but 2 times the ante of 10000 is 20000")]),
        ({"boxes__0__bet": 15_000},
         [("wrong_amount", 1, "bet", 20_000, 15_000, None, "tie"),
          ("wrong_bet", 1, "bet", None, None, None, "the bet is 15000, but 2 times the ante of 10000 is 20000")]),
        ({"limits__ante_max": 5_000, "limits__bonus_step": 2_000},
         [("limit", 1, "ante", None, None, None, "the ante of 10000 is above the maximum of 5000"),
          ("limit", 1, "bonus", None, None, None, "the bonus of 5000 is off the steps of 2000 from 0"),
          ("limit", 4, "ante", None, None, None, "the ante of 10000 is above the maximum of 5000")]),
        ({"limits__boxes": 3}, [("limit", 4, "ante", None, None, None, "box 4 is not among the table's 3 boxes")]),
        ({"limits__open_boxes_per_player": 0},
         [("play", 1, None, None, None, None, "box 1 is open box number 1 of its player; 0 may be open")]),
    ],
)  # fmt: skip
def test_findings(changes: dict[str, Any], expected: list[Row]) -> None:
    assert found_in(create_document(**changes)) == expected


def test_a_cut_line_must_say_so_rightly() -> None:
    (case,) = (case for case in CASES if case["round"] == "six-boxes-capped-box")
    full = [line.to_document() for line in READER.parse(case).settled()]
    assert found_in(case | {"payouts": full}) == []
    wrong = [line | {"uncapped_won": 2_000_001} if "uncapped_won" in line else line for line in full]
    assert found_in(case | {"payouts": wrong}) == [
        ("wrong_detail", 1, "ante", 480_000, 480_000, "royal_flush",
         "uncapped_won is 2000001, but 2000000 is right")
    ]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["round"])
def test_over_and_underpayment_add_up(case: dict[str, Any]) -> None:
    payouts = [line | {"returned": line["returned"] // 2} for line in case["payouts"]][1:]
    payouts += [
        {"box": 7, "wager": "bet", "returned": 11},
        payouts[0] if payouts else {"box": 1, "wager": "bet", "returned": 3},
    ]
    stated = [{key: line[key] for key in ("box", "wager", "returned")} for line in payouts]
    report = audited(case | {"payouts": stated})
    (money,) = report.money.values()
    assert money.returned + money.underpaid == money.right + money.overpaid
    assert money.returned == sum(line["returned"] for line in stated)
    assert money.right == sum(line["returned"] for line in case["payouts"])
    assert money.staked == sum(line["stake"] for line in case["payouts"])


def test_a_record_without_payouts_counts_as_nothing_paid() -> None:
    (money,) = audited(create_document(payouts=REMOVED)).money.values()
    assert (money.returned, money.right, money.underpaid, money.overpaid) == (0, 110_000, 110_000, 0)


SEED, CLIENT_SEED = bytes(range(32)), bytes(16)


def create_shuffled(*, is_withheld: bool = False, clients: int = 1, boxes: int = 3) -> dict[str, Any]:
    """Return the record of a round whose deck follows from its seeds."""
    promise = client_commitment(1, "p", CLIENT_SEED)
    seeds = (ClientSeed(1, "p", promise, None if is_withheld else CLIENT_SEED),)[:clients]
    proof = ShuffleProof("T1", 42, commitment(SEED), SEED, seeds)
    deck = shuffle_deck(SEED, "T1", 42, [client.contribution for client in seeds])
    stakes = [BoxStake(box, "p", Play.BLIND, 100, bonus=50) for box in range(1, boxes + 1)]
    deal = deal_cards(deck, range(1, boxes + 1))
    paytable = paytable_folder().get("texas-poker")
    limits = READER.parse(ROUND).limits
    return record_document(
        number="42", table="T1", currency="EUR", paytable="texas-poker", boxes=stakes, deal=deal, limits=limits,
        lines=settle(paytable, limits, deal, stakes), shuffle=proof,
    )  # fmt: skip


@pytest.mark.parametrize("is_withheld", [False, True])
@pytest.mark.parametrize("clients", [0, 1])
def test_a_deck_is_derived_again(clients: int, *, is_withheld: bool) -> None:
    document = create_shuffled(clients=clients, is_withheld=is_withheld)
    report = audited(document)
    assert report.findings == []
    assert (report.shuffles.derived, report.shuffles.not_stated) == (1, 0)
    assert report.shuffles.house_alone == (clients == 0)
    assert report.shuffles.withheld == (clients == 1 and is_withheld)


@pytest.mark.parametrize("clients", [0, 1])
def test_a_round_void_before_its_deal_has_no_deck_to_count(clients: int) -> None:
    dealt = create_shuffled(clients=clients, is_withheld=True)
    report = audited(create_document(of=dealt, status="void", payouts=REMOVED, cards=REMOVED))
    assert (report.rounds, report.void_rounds, report.shuffles) == (1, 1, Shuffles())


def wrong_deck(document: dict[str, Any]) -> str:
    (sentence,) = [reason for kind, *_, reason in found_in(document) if kind == "wrong_deck"]
    assert isinstance(sentence, str)
    return sentence


@pytest.mark.parametrize(
    ("place", "told"),
    [("turn", "the turn has "), ("river", "the river has "), ("dealer", "the dealer has "), ("flop", "the flop has ")],
)
def test_every_card_is_compared(place: str, told: str) -> None:
    document = create_shuffled()
    used = str(document["cards"])
    spare = next(
        card for card in ("2c", "3d", "4h", "5s", "6c", "7d", "8h", "9s", "Tc", "Jd", "Qh") if card not in used
    )
    cards = document["cards"]
    assert isinstance(cards, dict)
    cards[place] = spare if isinstance(cards[place], str) else [spare, *cards[place][1:]]
    sentence = wrong_deck(document)
    assert sentence.startswith(told)
    assert ", the deck gives " in sentence
    assert ";" not in sentence


def test_cards_that_changed_places_are_found() -> None:
    document = create_shuffled()
    hands = document["cards"]["boxes"]
    hands["1"], hands["2"] = hands["2"], hands["1"]
    assert wrong_deck(document).count("the deck gives") == 2
    document = create_shuffled()
    document["cards"]["boxes"]["1"].reverse()
    assert wrong_deck(document).startswith("box 1 has")


def test_a_broken_promise_is_found() -> None:
    document = create_document(of=create_shuffled(), shuffle__commitment="00" * 32)
    assert wrong_deck(document) == "the server seed is not the one that was committed to"
    document = create_document(of=create_shuffled(), shuffle__clients__0__client_seed="11" * 16)
    assert wrong_deck(document).startswith("the client seed of box 1 is not the one that was committed to; box 1 has")


def test_the_deck_depends_on_the_boxes_in_play() -> None:
    document = create_shuffled(boxes=3)
    document["boxes"].pop()
    del document["cards"]["boxes"]["3"]
    assert wrong_deck(document).startswith("the flop has")


@pytest.mark.parametrize("key", ["turn", "river", "dealer", "flop", "boxes"])
def test_in_a_void_record_the_cards_that_are_known_are_compared(key: str) -> None:
    document = create_document(of=create_shuffled(), status="void", payouts=REMOVED)
    cards = document["cards"]
    document["cards"] = {name: value for name, value in cards.items() if name in {key, "turn"}}
    assert [kind for kind, *_ in found_in(document)] == ["no_payouts"]
    other = create_document(of=document, round="43", shuffle__round=43)
    assert wrong_deck(other).count("the deck gives") == len(document["cards"]) + 2 * (key == "boxes")
    other.pop("cards")
    assert [kind for kind, *_ in found_in(other)] == ["no_payouts"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"round": "T1-42"}, None),
        ({"round": "T1-0042"}, None),
        ({"round": "evening of the 7th"}, None),
        ({"round": "T1-42-b"}, None),
        ({"round": "43"}, 'the shuffle is that of round number 42, not of round "43"'),
        ({"round": "T1-420"}, 'the shuffle is that of round number 42, not of round "T1-420"'),
        ({"round": "9" * 5000}, "the shuffle is that of round number 42, not of round "),
        ({"table": "T2"}, 'the shuffle is that of table "T1", not of table "T2"'),
        ({"boxes__0__player": "q", "boxes__1__player": "q", "boxes__2__player": "q"},
         'the client seed of box 1 is that of "p", who holds no box'),
        ({"boxes__0__player": "q"},
         'the client seed of "p" stands at box 1, but the lowest box of that player is 2'),
    ],
)  # fmt: skip
def test_a_shuffle_of_another_round_or_other_players_is_found_though_its_cards_agree(
    changes: dict[str, Any], told: str | None
) -> None:
    document = create_document(of=create_shuffled(), **changes)
    if told is None:
        assert found_in(document) == []
    else:
        assert wrong_deck(document).startswith(told)
        assert "the deck gives" not in wrong_deck(document)


def test_a_void_record_without_cards_can_still_hold_the_shuffle_of_another_round() -> None:
    document = create_document(of=create_shuffled(), status="void", payouts=REMOVED, cards=REMOVED, shuffle__round=43)
    assert wrong_deck(document) == 'the shuffle is that of round number 43, not of round "42"'


def test_every_kind_has_a_title() -> None:
    assert set(KIND_TITLES) == set(Kind)
    assert [kind.value for kind in Kind] == [
        "wrong_amount", "missing_line", "extra_line", "duplicate_line", "no_payouts", "wrong_detail", "wrong_deck",
        "wrong_bet", "limit", "play", "bad_record",
    ]  # fmt: skip


def test_what_a_record_writes_of_its_cards_is_what_it_reads() -> None:
    record: RoundRecord = READER.parse(ROUND)
    assert record.deal is not None
    assert cards_document(record.deal) == ROUND["cards"]
    assert Decision.BET in {stake.decision for stake in record.boxes}
