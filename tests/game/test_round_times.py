"""What comes into a round beside its bets: clocks, seeds, voids; and any whole round, replayed from its records."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_table.cards import card_texts
from casino_table.game import actions
from casino_table.game.operations import operation_document, parse_operation
from casino_table.game.refusals import BetsClosedError, NotYourTurnError, RoundRefusal, SeedRefusal
from casino_table.game.round import Phase, apply, deal_of, replay
from casino_table.game.settings import DEMO_SETTINGS
from casino_table.game.settlement import Decision, settle
from tests.game.playing import PAYTABLE, SECOND, SEED, Playing

# Clocks


def test_a_player_alone_has_no_clock_until_somebody_waits() -> None:
    playing = Playing()
    state = playing.stake("ann", (1, 500, 0))
    assert state.deadline_us is None
    with pytest.raises(RoundRefusal, match="play in this round yourself"):
        actions.ask_for_clock(state, "ann", at_us=0)
    playing.deal("ann", at_us=SECOND)
    assert not playing.state.is_overdue(10**18)
    playing.do(actions.ask_for_clock(playing.state, "eve", at_us=50 * SECOND))
    assert playing.state.deadline_us == 80 * SECOND
    assert not actions.can_fold_overdue(playing.state, at_us=80 * SECOND - 1)
    state = playing.do(actions.fold_overdue(playing.state, at_us=80 * SECOND))
    assert (state.stakes[0].decision, state.stakes[0].timeout) == (Decision.FOLD, True)


def test_the_betting_clock_starts_with_the_second_player_and_closes_the_bets() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), at_us=0)
    playing.stake("bob", (2, 500, 0), at_us=10 * SECOND)
    playing.stake("ann", (3, 500, 0), at_us=20 * SECOND)
    assert playing.state.deadline_us == 40 * SECOND
    with pytest.raises(RoundRefusal, match="still placing"):
        actions.close_bets(playing.state, at_us=39 * SECOND)
    with pytest.raises(BetsClosedError):
        playing.stake("ann", at_us=40 * SECOND)
    playing.do(actions.close_bets(playing.state, at_us=40 * SECOND))
    playing.do(actions.deal(playing.state, SEED, at_us=40 * SECOND))
    assert playing.state.deadline_us == 70 * SECOND
    with pytest.raises(NotYourTurnError, match="time of box 2 is over"):
        actions.decide(playing.state, "bob", 2, Decision.BET, at_us=70 * SECOND)


# Seeds


def test_seeds_are_revealed_after_the_bets_close_and_must_match() -> None:
    playing = Playing()
    playing.stake("ann", (2, 500, 0), seed=b"a" * 16)
    playing.stake("bob", (3, 500, 0), seed=b"b" * 16)
    with pytest.raises(SeedRefusal):
        actions.reveal_seed(playing.state, "ann", b"a" * 16, at_us=0)
    for player in ("ann", "bob"):
        playing.do(actions.ask_for_deal(playing.state, player, at_us=0))
    playing.do(actions.close_bets(playing.state, at_us=0))
    with pytest.raises(SeedRefusal, match="not the one"):
        actions.reveal_seed(playing.state, "ann", b"x" * 16, at_us=0)
    with pytest.raises(SeedRefusal, match="no commitment"):
        actions.reveal_seed(playing.state, "eve", b"a" * 16, at_us=0)
    playing.do(actions.reveal_seed(playing.state, "ann", b"a" * 16, at_us=1))
    with pytest.raises(RoundRefusal, match="still coming in"):
        actions.deal(playing.state, SEED, at_us=3 * SECOND - 1)
    with pytest.raises(SeedRefusal, match="at no other time"):
        actions.reveal_seed(playing.state, "bob", b"b" * 16, at_us=3 * SECOND)
    state = playing.do(actions.deal(playing.state, SEED, at_us=3 * SECOND))
    assert [(share.player, share.client_seed) for share in state.shares] == [("ann", (b"a" * 16).hex()), ("bob", None)]


def test_a_seed_is_revealed_once() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), seed=b"a" * 16)
    playing.stake("bob", (2, 500, 0), seed=b"b" * 16)
    for player in ("ann", "bob"):
        playing.do(actions.ask_for_deal(playing.state, player, at_us=0))
    playing.do(actions.close_bets(playing.state, at_us=0))
    playing.do(actions.reveal_seed(playing.state, "ann", b"a" * 16, at_us=0))
    with pytest.raises(SeedRefusal, match="revealed already"):
        actions.reveal_seed(playing.state, "ann", b"a" * 16, at_us=0)


def test_nobody_asks_for_the_deal_once_the_betting_time_is_over() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0))
    playing.stake("bob", (2, 500, 0))
    assert actions.can_ask_for_deal(playing.state, "ann", at_us=30 * SECOND - 1)
    with pytest.raises(BetsClosedError):
        actions.ask_for_deal(playing.state, "ann", at_us=30 * SECOND)


def test_a_seed_that_was_not_committed_to_stops_everything() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0))
    playing.do(actions.ask_for_deal(playing.state, "ann", at_us=0))
    playing.do(actions.close_bets(playing.state, at_us=0))
    with pytest.raises(AssertionError, match="not the one committed to"):
        actions.deal(playing.state, bytes(32), at_us=0)


# Voids


@pytest.mark.parametrize(
    ("reason", "pit_boss", "approver"), [("", "p", "a"), ("error", "p", "p"), ("error", "", "a"), ("error", "p", "")]
)
def test_a_void_needs_a_reason_and_two_people(reason: str, pit_boss: str, approver: str) -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0))
    with pytest.raises(RoundRefusal, match="needs"):
        actions.void(playing.state, SEED, reason=reason, pit_boss=pit_boss, approver=approver, at_us=0)


def test_a_void_gives_every_stake_back_and_reveals_the_seed() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 500), (2, 500, 0), (3, 1000, 0))
    playing.deal("ann")
    playing.do(actions.decide(playing.state, "ann", 1, Decision.FOLD, at_us=0))
    state = playing.do(actions.void(playing.state, SEED, reason="error", pit_boss="p", approver="a", at_us=0))
    assert [(line.box, line.wager, line.returned) for line in state.lines] == [
        (1, "ante", 500), (1, "bonus", 500), (2, "ante", 500), (3, "ante", 1000), (3, "bet", 2000),
    ]  # fmt: skip
    assert (state.phase, state.server_seed) == (Phase.VOID, SEED.hex())


def test_only_a_round_without_stakes_is_ended_by_the_system() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0))
    with pytest.raises(RoundRefusal, match="has stakes"):
        actions.end_without_stakes(playing.state, SEED, at_us=0)
    playing.stake("ann")
    state = playing.do(actions.end_without_stakes(playing.state, SEED, at_us=0))
    assert (state.phase, state.void_reason) == (Phase.VOID, "no_stakes")


# Whole rounds

SETS = st.dictionaries(
    st.integers(1, 6), st.tuples(st.sampled_from(["ann", "bob"]), st.integers(1, 20), st.integers(0, 5)), min_size=1
)


@settings(max_examples=150, deadline=None)
@given(boxes=SETS, bets=st.lists(st.booleans(), min_size=6, max_size=6), seed=st.binary(min_size=32, max_size=32))
def test_any_round_is_settled_as_the_rules_say_and_replays_to_the_same_state(
    boxes: dict[int, tuple[str, int, int]], bets: Sequence[bool], seed: bytes
) -> None:
    playing = Playing(seed=seed)
    players = sorted({player for player, *_ in boxes.values()})
    for player in players:
        own = [(box, 500 * ante, 500 * bonus) for box, (owner, ante, bonus) in boxes.items() if owner == player]
        playing.stake(player, *own)
    playing.deal(*players)
    secret = {text for cards in deal_of(playing.state, playing.deck).boxes.values() for text in card_texts(cards)}
    for bet in bets:
        if (box := playing.state.turn) is not None:
            owner = playing.state.stakes[[stake.box for stake in playing.state.stakes].index(box)].player
            choice = Decision.BET if bet else Decision.FOLD
            playing.do(actions.decide(playing.state, owner, box, choice, at_us=0))
    written = json.dumps([operation_document(operation) for operation in playing.operations])
    assert not any(f'"{text}"' in written for text in secret)
    assert seed.hex() not in written

    state = playing.end()
    assert state.lines == settle(state.paytable, state.settings.limits, deal_of(state, playing.deck), state.stakes)
    records = [(operation.kind, json.dumps(operation_document(operation))) for operation in playing.operations]
    again = [parse_operation(kind, json.loads(document)) for kind, document in records]
    assert again == playing.operations
    assert replay(again, paytable=state.paytable, settings=state.settings) == state


def test_an_operation_of_another_kind_cannot_be_replayed() -> None:
    playing = Playing()
    with pytest.raises(TypeError, match="cannot follow"):
        apply(playing.operations[0], playing.state)
    with pytest.raises(TypeError, match="begins with its opening"):
        replay([actions.end_without_stakes(playing.state, SEED, at_us=0)[1]], paytable=PAYTABLE, settings=DEMO_SETTINGS)
