"""Measure how many round records a second are read, settled again and compared, their decks derived again.

The seconds are those of the processor, so that what else the machine does costs as little as it can.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from casino_table.audit.record_files import RecordFile
from casino_table.audit.report import AuditReport
from casino_table.game.deal import deal_cards
from casino_table.game.limits import Limits
from casino_table.game.record import ClientSeed, RecordReader, ShuffleProof, record_document
from casino_table.game.settlement import BoxStake, Decision, Play, settle
from casino_table.game.shuffle import client_commitment, commitment, shuffle_deck
from casino_table.resources import paytable_folder

RECORDS = 10_000
LIMITS = Limits(max_payout=1_000_000, ante_min=500, ante_max=10_000, ante_step=500)


def main() -> None:
    """Print records a second for rounds of one box and of six, and what reading alone comes to."""
    for boxes, reach in ((1, 40_000), (6, 15_000)):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rounds.jsonl"
            write_records(path, RECORDS, boxes)
            size = path.stat().st_size / RECORDS
            reading = min(_seconds_to_read(path) for _ in range(5))
            auditing = min(_seconds_to_audit(path) for _ in range(5))
        print(f"{boxes}-box records of {size:.0f} bytes, one core, decks derived again")
        print(f"  read              {RECORDS / reading:9,.0f} a second  {reading / RECORDS * 1e6:6.1f} us each")
        print(f"  read and audited  {RECORDS / auditing:9,.0f} a second  {auditing / RECORDS * 1e6:6.1f} us each")
        print(f"  to reach          {reach:9,} a second")


def write_records(path: Path, count: int, boxes: int) -> None:
    """Write records as the table exports them, each with its shuffle and one player's seed, all of them right."""
    chance = random.Random(1)
    paytable = paytable_folder().get("texas-poker")
    with path.open("w") as file:
        for number in range(count):
            proof = _proof(chance, number)
            deck = shuffle_deck(proof.server_seed, "T1", number, [client.contribution for client in proof.clients])
            stakes = [_stake(chance, box) for box in range(1, boxes + 1)]
            deal = deal_cards(deck, range(1, boxes + 1))
            document = record_document(
                number=f"T1-{number}",
                table="T1",
                currency="EUR",
                paytable="texas-poker",
                boxes=stakes,
                deal=deal,
                limits=LIMITS,
                lines=settle(paytable, LIMITS, deal, stakes),
                settled_at="2026-01-31T12:00:00Z",
                shuffle=proof,
            )
            file.write(json.dumps(document) + "\n")


def _proof(chance: random.Random, number: int) -> ShuffleProof:
    seed, client_seed = chance.randbytes(32), chance.randbytes(16)
    client = ClientSeed(1, "player-1", client_commitment(1, "player-1", client_seed), client_seed)
    return ShuffleProof("T1", number, commitment(seed), seed, (client,))


def _stake(chance: random.Random, box: int) -> BoxStake:
    is_open = box <= 2
    return BoxStake(
        box,
        "player-1",
        Play.OPEN if is_open else Play.BLIND,
        500 * chance.randint(1, 20),
        bonus=500 * chance.randint(0, 5),
        decision=chance.choice([Decision.BET, Decision.BET, Decision.BET, Decision.FOLD]) if is_open else None,
    )


def _seconds_to_read(path: Path) -> float:
    reader = RecordReader(paytable_folder())
    start = process_time()
    for _, text in RecordFile(str(path)).lines():
        reader.read(text)
    return process_time() - start


def _seconds_to_audit(path: Path) -> float:
    reader = RecordReader(paytable_folder())
    report = AuditReport()
    start = process_time()
    report.add_file(RecordFile(str(path)), reader, on_bad=print)
    seconds = process_time() - start
    assert report.rounds == RECORDS
    assert not report.findings
    return seconds


if __name__ == "__main__":
    main()
