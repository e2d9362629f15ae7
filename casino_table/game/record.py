"""Round records: what they are, how they are read and how they are written. The parts lie in modules of their own."""

from __future__ import annotations

from casino_table.game.record_reading import LONGEST_RECORD, RecordReader
from casino_table.game.record_shape import FORMAT, PaidLine, RoundStatus
from casino_table.game.record_types import ClientSeed, RecordError, RoundRecord, ShuffleProof
from casino_table.game.record_writing import cards_document, record_document, with_payouts

__all__ = [
    "FORMAT",
    "LONGEST_RECORD",
    "ClientSeed",
    "PaidLine",
    "RecordError",
    "RecordReader",
    "RoundRecord",
    "RoundStatus",
    "ShuffleProof",
    "cards_document",
    "record_document",
    "with_payouts",
]
