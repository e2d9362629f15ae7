"""Measure how many round records a second are read, settled again and compared, their decks derived again.

The seconds are those of the processor, so that what else the machine does costs as little as it can.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import msgspec

from casino_table.audit.record_files import RecordFile
from casino_table.audit.report import AuditReport
from casino_table.game.deal import deal_cards
from casino_table.game.limits import Limits
from casino_table.game.record import ClientSeed, RecordReader, ShuffleProof, record_document
from casino_table.game.settlement import BoxStake, Decision, Play, settle
from casino_table.game.shuffle import client_commitment, commitment, shuffle_deck
from casino_table.resources import paytable_folder

RECORDS = 5_000
LIMITS = Limits(max_payout=1_000_000, ante_min=500, ante_max=10_000, ante_step=500)


def main() -> None:
    """Print records a second for rounds of one box and of six: decoded by two peers, read here, and audited."""
    for boxes, reach in ((1, 40_000), (6, 15_000)):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rounds.jsonl"
            write_records(path, RECORDS, boxes)
            size = path.stat().st_size / RECORDS
            lines = path.read_bytes().splitlines()
            seconds = {
                "decoded by json": _best(partial(_decode, lines, json.loads)),
                "decoded by msgspec": _best(partial(_decode, lines, msgspec.json.decode)),
                "read and checked": _best(partial(_read, lines)),
                "read, settled, audited": _best(partial(_audit, path)),
            }
        print(f"{boxes}-box records of {size:.0f} bytes, one core, decks derived again ({reach:,} a second to reach)")
        for name, best in seconds.items():
            print(f"  {name:<24}{RECORDS / best:9,.0f} a second  {best / RECORDS * 1e6:6.1f} us each")


def _best(work: Callable[[], None]) -> float:
    """Return the seconds of the fastest of five runs."""
    best = inf
    for _ in range(5):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def _decode(lines: list[bytes], decode: Callable[[bytes], object]) -> None:
    for line in lines:
        decode(line)


def _read(lines: list[bytes]) -> None:
    reader = RecordReader(paytable_folder())
    for line in lines:
        reader.read(line)


def _audit(path: Path) -> None:
    report = AuditReport()
    report.add_file(RecordFile(str(path)), RecordReader(paytable_folder()), on_bad=print)
    assert report.rounds == RECORDS
    assert not report.findings


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


if __name__ == "__main__":
    main()
