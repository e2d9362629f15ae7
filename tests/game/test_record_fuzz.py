"""Thousands of spoilt records: each is read or refused with key and reason, and both readers agree."""

from __future__ import annotations

import random

import msgspec
import pytest

from casino_table.game.fields import FieldError
from casino_table.game.record import RoundRecord, with_payouts
from casino_table.game.strict_json import decode_exactly
from tests.record_factories import create_reader
from tests.record_mutations import mutated_line

READER = create_reader()


def read(text: bytes) -> RoundRecord | str:
    try:
        return READER.read(text)
    except FieldError as refusal:
        return str(refusal)


def read_exactly(text: bytes) -> RoundRecord | str:
    try:
        return READER.parse(decode_exactly(text))
    except FieldError as refusal:
        return str(refusal)


@pytest.mark.parametrize("seed", range(10))
def test_spoilt_records(seed: int) -> None:
    chance = random.Random(seed)
    used = 0
    for _ in range(600):
        text = mutated_line(chance)
        outcome = read(text)
        exact = read_exactly(text)
        assert isinstance(outcome, RoundRecord) == isinstance(exact, RoundRecord), text
        if not isinstance(outcome, RoundRecord):
            assert outcome
            assert outcome.isprintable()
            continue
        assert outcome == exact
        used += 1
        for line in outcome.settled():
            assert 0 <= line.returned < 2**53
        again = READER.read(with_payouts(text, outcome)[:-1])
        assert msgspec.structs.replace(again, payouts=outcome.payouts) == outcome
    assert used > 20
