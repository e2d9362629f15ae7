"""A round from opening to end: what is allowed when, who sees what, and replay from its own records."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino_table.cards import card_texts
from casino_table.game import actions
from casino_table.game.operations import BoxWager, Operation, RoundOpened, operation_document, parse_operation
from casino_table.game.paytable import Paytable, parse_paytable
from casino_table.game.refusals import BetsClosedError, NotYourTurnError, RoundRefusal, SeedRefusal, StakeRefusal
from casino_table.game.round import Phase, Round, apply, deal_of, replay, visible_cards
from casino_table.game.settings import DEMO_SETTINGS, TableSettings
from casino_table.game.settlement import Decision, Play, settle
from casino_table.game.shuffle import SCHEME, client_commitment, commitment
from casino_table.game.staking import can_place_stakes, place_stakes, stakes_in_all

SECOND = 1_000_000
SEED = bytes(range(32))
VECTORS = json.loads((Path(__file__).parents[1] / "reference" / "paytable_vectors.json").read_text())
PAYTABLE: Paytable = parse_paytable(VECTORS["cases"][0]["paytable"])
ALONE = replace(DEMO_SETTINGS, betting_seconds=None, decision_seconds=None)


class Playing:
    """Play a round step by step and keep its records."""

    def __init__(
        self, table: TableSettings = DEMO_SETTINGS, *, seed: bytes = SEED, paytable: Paytable = PAYTABLE
    ) -> None:
        self.seed = seed
        opened = RoundOpened(
            at_us=0,
            table="T1",
            number=42,
            paytable=paytable.name,
            paytable_version=1,
            paytable_hash=paytable.hash,
            settings_version=1,
            scheme=SCHEME,
            commitment=commitment(seed).hex(),
            engine="test",
        )
        self.operations: list[Operation] = [opened]
        self.state = Round(paytable=paytable, settings=table, opened=opened)

    def do(self, step: tuple[Round, Operation]) -> Round:
        self.state, operation = step
        self.operations.append(operation)
        return self.state

    def stake(self, player: str, *wagers: tuple[int, int, int], at_us: int = 0, seed: bytes | None = None) -> Round:
        promise = None if seed is None else client_commitment(min(box for box, *_ in wagers), player, seed).hex()
        boxes = [BoxWager(*wager) for wager in wagers]
        return self.do(place_stakes(self.state, player, boxes, at_us=at_us, client_commitment=promise))

    def deal(self, *players: str, at_us: int = 0) -> Round:
        for player in players:
            self.do(actions.ask_for_deal(self.state, player, at_us=at_us))
        self.do(actions.close_bets(self.state, at_us=at_us))
        return self.do(actions.deal(self.state, self.seed, at_us=at_us))

    def end(self, at_us: int = 0) -> Round:
        self.do(actions.check_bonuses(self.state, self.seed, at_us=at_us))
        if actions.can_show_down(self.state):
            self.do(actions.show_down(self.state, self.seed, at_us=at_us))
        return self.do(actions.finish(self.state, self.seed, at_us=at_us))

    @property
    def deck(self) -> tuple[int, ...]:
        return actions.deck_of(self.state, self.seed)


def test_first_two_boxes_of_each_player_are_open_and_the_rest_blind() -> None:
    playing = Playing()
    playing.stake("ann", (6, 500, 0), (1, 500, 0), (3, 500, 500))
    state = playing.stake("bob", (2, 1000, 0), (4, 500, 0), (5, 500, 0))
    assert [(stake.box, stake.player, stake.play) for stake in state.box_stakes] == [
        (1, "ann", Play.OPEN),
        (2, "bob", Play.OPEN),
        (3, "ann", Play.OPEN),
        (4, "bob", Play.OPEN),
        (5, "bob", Play.BLIND),
        (6, "ann", Play.BLIND),
    ]
    assert stakes_in_all(state, state.box_stakes) == 3 * (500 * 5 + 1000) + 500


def test_a_new_set_replaces_the_old_one_and_an_empty_one_withdraws() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), (2, 500, 0))
    state = playing.stake("ann", (5, 1000, 500))
    assert [stake.box for stake in state.box_stakes] == [5]
    assert playing.stake("ann").sets == ()


def test_players_stand_by_their_lowest_boxes_whoever_came_first() -> None:
    playing = Playing()
    playing.stake("ann", (4, 500, 0))
    playing.stake("bob", (6, 500, 0), (2, 500, 0))
    assert playing.state.players == ("bob", "ann")
    assert playing.stake("ann", (1, 500, 0)).players == ("ann", "bob")


@pytest.mark.parametrize(
    ("wagers", "reason"),
    [
        ([(7, 500, 0)], "boxes 1 to 6"),
        ([(0, 500, 0)], "boxes 1 to 6"),
        ([(1, 500, 0), (1, 500, 0)], "twice"),
        ([(2, 500, 0)], "taken by another"),
        ([(1, 0, 500)], r"Box 1: ante 0 is off the table's limits, 5 to 100 in steps of 5"),
        ([(1, -500, 0)], "off the table's limits"),
        ([(1, 10500, 0)], "off the table's limits"),
        ([(1, 750, 0)], r"ante 7\.50 is off"),
        ([(1, 500, 3000)], r"bonus 30 is off the table's limits, 5 to 25"),
        ([(1, 500, -500)], "bonus"),
        ([], "at least one box"),
    ],
)
def test_a_set_outside_the_limits_is_refused_as_a_whole(wagers: list[tuple[int, int, int]], reason: str) -> None:
    playing = Playing()
    before = playing.stake("bob", (2, 500, 0))
    with pytest.raises(StakeRefusal, match=reason):
        playing.stake("ann", *wagers)
    assert playing.state is before
    assert not can_place_stakes(before, "ann", [BoxWager(*wager) for wager in wagers], at_us=0)


def test_switches_of_the_table_hold() -> None:
    with pytest.raises(StakeRefusal, match="equal antes"):
        Playing(replace(DEMO_SETTINGS, equal_stakes=True)).stake("ann", (1, 500, 0), (2, 1000, 0))
    with pytest.raises(StakeRefusal, match="2 boxes"):
        Playing(replace(DEMO_SETTINGS, boxes_per_player=2)).stake("ann", (1, 500, 0), (2, 500, 0), (3, 500, 0))
    with pytest.raises(StakeRefusal, match="no bonus"):
        Playing(paytable=replace(PAYTABLE, bonus=None)).stake("ann", (1, 500, 500))
    without_clock = Playing(ALONE)
    without_clock.stake("ann", (1, 500, 0))
    with pytest.raises(StakeRefusal, match="played alone"):
        without_clock.stake("bob", (2, 500, 0))


def test_a_win_that_fits_no_whole_number_is_refused_when_it_is_offered() -> None:
    vast = replace(DEMO_SETTINGS, ante_max=2**53 - 1, bonus_max=2**53 - 1, max_payout=2**53 - 1)
    with pytest.raises(StakeRefusal, match="too large to pay"):
        Playing(vast).stake("ann", (1, 2**53 - 1 - (2**53 - 1) % 500, 0))
    with pytest.raises(StakeRefusal, match="too large to pay"):
        Playing(vast).stake("ann", (1, 500, 500 * (2**53 // 250_000)))


def test_decisions_go_strictly_in_box_order() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), (2, 500, 0), (3, 500, 0))
    playing.stake("bob", (4, 500, 0))
    state = playing.deal("ann", "bob")
    assert state.turn == 1
    for player, box, reason in (("ann", 2, "box 1's turn"), ("bob", 1, "not yours"), ("ann", 6, "not yours")):
        with pytest.raises(NotYourTurnError, match=reason):
            actions.decide(state, player, box, Decision.BET, at_us=0)
    playing.do(actions.decide(state, "ann", 1, Decision.BET, at_us=0))
    with pytest.raises(NotYourTurnError, match="decided already"):
        actions.decide(playing.state, "ann", 1, Decision.FOLD, at_us=0)
    playing.do(actions.decide(playing.state, "ann", 2, Decision.FOLD, at_us=0))
    assert playing.state.turn == 4
    playing.do(actions.decide(playing.state, "bob", 4, Decision.BET, at_us=0))
    assert playing.end().phase is Phase.SETTLED
    assert playing.state.boxes_in_play == (1, 3, 4)


def test_each_viewer_sees_what_the_rules_show() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0), (2, 500, 0), (3, 500, 0))
    playing.stake("bob", (4, 500, 500))
    state = playing.deal("ann", "bob")

    def seen(viewer: str | None) -> list[int]:
        return list(visible_cards(playing.state, playing.deck, viewer))

    assert (seen("ann"), seen("bob"), seen("eve"), seen(None)) == ([1], [], [], [])
    playing.do(actions.decide(state, "ann", 1, Decision.BET, at_us=0))
    assert (seen("ann"), seen("bob")) == ([1, 2], [])
    playing.do(actions.decide(playing.state, "ann", 2, Decision.FOLD, at_us=0))
    assert (seen("ann"), seen("bob"), seen(None)) == ([1, 2], [4], [])
    playing.do(actions.decide(playing.state, "bob", 4, Decision.FOLD, at_us=0))
    playing.do(actions.check_bonuses(playing.state, SEED, at_us=0))
    assert (seen("ann"), seen("bob"), seen(None)) == ([1, 2, 4], [4], [4])
    playing.do(actions.show_down(playing.state, SEED, at_us=0))
    assert (seen("ann"), seen(None)) == ([1, 2, 3, 4], [1, 3, 4])


def test_without_the_second_box_rule_both_open_boxes_are_seen_at_once() -> None:
    playing = Playing(replace(DEMO_SETTINGS, second_box_after_first=False))
    playing.stake("bob", (1, 500, 0))
    playing.stake("ann", (2, 500, 0), (5, 500, 0), (6, 500, 0))
    state = playing.deal("ann", "bob")
    assert list(visible_cards(state, playing.deck, "ann")) == []
    playing.do(actions.decide(state, "bob", 1, Decision.BET, at_us=0))
    assert list(visible_cards(playing.state, playing.deck, "ann")) == [2, 5]


def test_a_void_shows_no_box_that_its_owner_had_not_looked_at() -> None:
    playing = Playing(replace(DEMO_SETTINGS, second_box_after_first=False))
    playing.stake("ann", (1, 500, 0))
    playing.stake("bob", (2, 500, 0))
    playing.deal("ann", "bob")
    playing.do(actions.void(playing.state, SEED, reason="camera", pit_boss="boss", approver="second", at_us=0))
    assert playing.state.turn is None
    assert playing.state.deck is not None
    assert visible_cards(playing.state, None, "bob") == {}


def test_when_every_box_folds_the_dealer_is_not_turned_up() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 500))
    state = playing.deal("ann")
    playing.do(actions.decide(state, "ann", 1, Decision.FOLD, at_us=0))
    playing.do(actions.check_bonuses(playing.state, SEED, at_us=0))
    with pytest.raises(RoundRefusal, match="dealer is not turned up"):
        actions.show_down(playing.state, SEED, at_us=0)
    state = playing.do(actions.finish(playing.state, SEED, at_us=0))
    assert (state.phase, state.dealer, state.turn_card) == (Phase.SETTLED, (), None)


def test_a_blind_box_alone_goes_straight_to_its_end() -> None:
    playing = Playing(replace(DEMO_SETTINGS, open_boxes_per_player=0))
    playing.stake("ann", (3, 500, 0))
    assert playing.deal("ann").phase is Phase.BONUSES
    assert playing.end().phase is Phase.SETTLED


def test_nothing_happens_after_the_end() -> None:
    playing = Playing()
    playing.stake("ann", (1, 500, 0))
    playing.deal("ann")
    playing.do(actions.decide(playing.state, "ann", 1, Decision.BET, at_us=0))
    over = playing.end()
    refused: list[Callable[[], object]] = [
        lambda: place_stakes(over, "ann", [BoxWager(1, 500)], at_us=0),
        lambda: actions.ask_for_deal(over, "ann", at_us=0),
        lambda: actions.close_bets(over, at_us=0),
        lambda: actions.deal(over, SEED, at_us=0),
        lambda: actions.decide(over, "ann", 1, Decision.BET, at_us=0),
        lambda: actions.fold_overdue(over, at_us=10**18),
        lambda: actions.check_bonuses(over, SEED, at_us=0),
        lambda: actions.show_down(over, SEED, at_us=0),
        lambda: actions.finish(over, SEED, at_us=0),
        lambda: actions.void(over, SEED, reason="error", pit_boss="p", approver="a", at_us=0),
        lambda: actions.end_without_stakes(over, SEED, at_us=0),
        lambda: actions.ask_for_clock(over, "eve", at_us=0),
    ]
    for action in refused:
        with pytest.raises(RoundRefusal):
            action()


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
