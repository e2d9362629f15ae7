"""Limits: reading, and the payout cap that a table may set."""

from __future__ import annotations

import json

import pytest

from casino_table.game.limits import Limits, LimitsError, MaxPayoutScope, check_max_payout, parse_limits

ALL_KEYS = {
    "max_payout": 5_000_000,
    "max_payout_scope": "deal",
    "payout_unit": 50,
    "ante_min": 500,
    "ante_max": 10_000,
    "ante_step": 500,
    "bonus_min": 100,
    "bonus_max": 2_500,
    "bonus_step": 100,
    "open_boxes_per_player": 1,
    "equal_stakes": True,
    "boxes": 6,
}


def test_every_key_is_read_and_written() -> None:
    limits = parse_limits(ALL_KEYS)
    assert limits.max_payout_scope is MaxPayoutScope.DEAL
    assert json.loads(json.dumps(limits.to_document())) == ALL_KEYS
    assert parse_limits(limits.to_document()) == limits


@pytest.mark.parametrize("key", ALL_KEYS)
def test_each_key_may_be_left_out(key: str) -> None:
    parse_limits({name: value for name, value in ALL_KEYS.items() if name != key})


def test_without_any_key_there_are_no_limits() -> None:
    assert parse_limits({}) == Limits()
    assert (Limits().payout_unit, Limits().max_payout_scope) == (1, MaxPayoutScope.BOX)
    assert parse_limits(Limits().to_document()) == Limits()


@pytest.mark.parametrize("key", [key for key in ALL_KEYS if key not in {"max_payout_scope", "equal_stakes"}])
@pytest.mark.parametrize("value", [-1, 1.0, 1.5, "1", True, None, [], {}, 2**53, 10**30])
def test_amounts_that_are_none(key: str, value: object) -> None:
    with pytest.raises(LimitsError, match=f"limits.{key}: must be") as refusal:
        parse_limits({key: value})
    assert refusal.value.key == f"limits.{key}"


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"max_payout": 0}, "limits.max_payout: must be from 1"),
        ({"payout_unit": 0}, "limits.payout_unit: must be from 1"),
        ({"ante_step": 0}, "limits.ante_step: must be from 1"),
        ({"boxes": 8}, "limits.boxes: must be from 1 to 7"),
        ({"boxes": 0}, "limits.boxes: must be from 1 to 7"),
        ({"open_boxes_per_player": 8}, "limits.open_boxes_per_player: must be from 0 to 7"),
        ({"open_boxes_per_player": 4, "boxes": 3}, "limits.open_boxes_per_player: is 4, above boxes of 3"),
        ({"ante_min": 2, "ante_max": 1}, "limits.ante_min: is 2, above ante_max of 1"),
        ({"bonus_min": 2, "bonus_max": 1}, "limits.bonus_min: is 2, above bonus_max of 1"),
        ({"max_payout_scope": "table"}, 'limits.max_payout_scope: must be one of "box", "deal", not "table"'),
        ({"max_payout_scope": None}, "limits.max_payout_scope: must be one of"),
        ({"equal_stakes": 1}, "limits.equal_stakes: must be true or false, not 1"),
        ({"equal_stakes": None}, "limits.equal_stakes: must be true or false, not null"),
        ({"max": 1}, "limits.max: is not a known key"),
        ([], "limits: must be an object, not a list"),
        (None, "limits: must be an object, not null"),
    ],
)
def test_refusals(document: object, why: str) -> None:
    with pytest.raises(LimitsError, match=why):
        parse_limits(document)


@pytest.mark.parametrize(
    ("cap", "bet_multiple", "is_refused", "is_warned"),
    [(299, 2, True, False), (300, 2, False, True), (4_999, 2, False, True), (5_000, 2, False, False),
     (599, 5, True, False), (600, 5, False, True)],
)  # fmt: skip
def test_a_cap_is_held_against_the_largest_ante(
    cap: int, bet_multiple: int, *, is_refused: bool, is_warned: bool
) -> None:
    limits = Limits(max_payout=cap, ante_max=100)
    if is_refused:
        with pytest.raises(LimitsError, match=r"max_payout: is \d+, but must be at least"):
            check_max_payout(limits, bet_multiple=bet_multiple)
    else:
        told = check_max_payout(limits, bet_multiple=bet_multiple)
        assert [bool(told), "fifty" in "".join(map(str, told))] == [is_warned, is_warned]


@pytest.mark.parametrize("limits", [Limits(), Limits(max_payout=1), Limits(ante_max=100)])
def test_without_a_cap_or_a_largest_ante_there_is_nothing_to_compare(limits: Limits) -> None:
    assert check_max_payout(limits, bet_multiple=2) == ()
