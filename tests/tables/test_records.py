"""A finished round as a record: an auditor finds nothing in it, whatever was played."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from casino_table.cli import group
from casino_table.game.settlement import Decision
from casino_table.game.shuffle import client_commitment
from casino_table.tables.records import round_record
from tests.tables.factories import House

BET, FOLD = Decision.BET, Decision.FOLD


def audit(folder: Path, *records: dict[str, object]) -> dict[str, object]:
    file = folder / "rounds.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    result = CliRunner().invoke(group, ["audit", "--json", str(file)])
    document: dict[str, object] = json.loads(result.stdout)
    return document


def test_records_of_rounds_of_every_kind_are_clean(house_with: Callable[..., House], tmp_path: Path) -> None:
    house = house_with(max_payout=30_000)
    ann, bob = house.guest(), house.guest()
    records = []
    for decisions in ((BET, BET), (FOLD, BET), (FOLD, FOLD)):
        number = house.open.number
        house.stake(ann, (1, 500, 500), (3, 1000, 0), promise=client_commitment(1, ann.public_id, b"a" * 16).hex())
        house.deal(ann)
        house.dealer.reveal_seed(house.session, ann, table="T1", key=f"r{number}", number=number, client_seed=b"a" * 16)
        for box, decision in zip((1, 3), decisions, strict=True):
            house.decide(ann, box, decision, number=number)
        records.append(round_record(house.round(number)))
    records.append(round_record(house.play(bob, (1, 500, 500), (2, 500, 0), (4, 500, 500), (6, 500, 0))))
    house.stake(bob, (5, 500, 500))
    house.deal(bob)
    void = house.dealer.void(
        house.session, table="T1", number=house.open.number, reason="drill", pit_boss="pit", approver="boss"
    )
    records.append(round_record(void))
    house.stake(bob, (5, 500, 500))
    void = house.dealer.void(
        house.session, table="T1", number=house.open.number, reason="drill", pit_boss="pit", approver="boss"
    )
    records.append(round_record(void))

    report = audit(tmp_path, *records)
    assert report["findings"] == []
    assert report["rounds"] == len(records)
    assert "turn" not in records[2]["cards"]  # type: ignore[operator] # a JSON object
    assert records[0]["shuffle"]["clients"][0]["client_seed"] == "61" * 16  # type: ignore[index] # a JSON object


def test_a_record_that_was_changed_is_found(house: House, tmp_path: Path) -> None:
    record = round_record(house.play(house.guest(), (1, 500, 0)))
    dealer = record["cards"]["dealer"]  # type: ignore[index] # a JSON object
    dealer.reverse()
    report = audit(tmp_path, record)
    assert [finding["kind"] for finding in report["findings"]] == ["wrong_deck"]  # type: ignore[attr-defined]
