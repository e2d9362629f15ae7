"""Rounds at a live table: stakes, decisions, clocks, keys, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from casino_table.database import table_of
from casino_table.errors import CasinoTableError
from casino_table.game.refusals import BetsClosedError, NotYourTurnError, RoundRefusal, StakeRefusal
from casino_table.game.round import Phase
from casino_table.game.settlement import Decision
from casino_table.game.shuffle import client_commitment
from casino_table.ledger.accounts import rebuild_balances, stored_balances
from casino_table.ledger.journal import entries, transfers_of
from casino_table.ledger.models import IdempotencyKey
from casino_table.ledger.refusals import InsufficientFundsError, KeyConflictError
from casino_table.people.models import Person, Role
from casino_table.tables.house import prepare_house
from casino_table.tables.operations import RoundOverError, StaffRefusal, TopUpRefusal
from tests.tables.factories import House

BET, FOLD = Decision.BET, Decision.FOLD


def kinds(house: House, round_id: str) -> list[str]:
    return [entry.kind for entry in entries(house.session, round_id=round_id)]


def test_a_whole_round_moves_exactly_what_its_lines_say(house: House) -> None:
    ann = house.guest()
    assert house.balance(ann) == 200_000
    state = house.play(ann, (1, 500, 500), (2, 1000, 0), (3, 500, 500), (6, 500, 0))
    staked = sum(line.stake for line in state.lines)
    assert staked == 3 * (500 + 1000 + 500 + 500) + 1000
    assert house.balance(ann) == 200_000 - staked + sum(line.returned for line in state.lines)
    assert kinds(house, "T1-1") == [
        "round_opened", "stakes_placed", "deal_asked", "bets_closed", "dealt", "decided", "decided",
        "bonuses_settled", "shown_down", "settled",
    ]  # fmt: skip
    assert house.open.number == 2
    assert stored_balances(house.session)["in_play:T1:PLAY"] == 0


def test_stakes_leave_the_account_with_the_bets_of_open_boxes(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 1000, 500), (4, 500, 0))
    assert house.balance(ann) == 200_000 - 3 * 1000 - 500 - 3 * 500
    house.stake(ann, (2, 500, 0))
    assert house.balance(ann) == 200_000 - 3 * 500
    house.stake(ann)
    assert house.balance(ann) == 200_000


def test_stakes_and_the_request_for_the_deal_are_one_act_under_one_key(house: House) -> None:
    ann = house.guest()
    answers = [house.stake(ann, (1, 500, 0), key="all", number=1, deal=True) for _ in range(2)]
    assert answers == [{"table": "T1", "round": 1, "phase": Phase.DECIDING, "turn": 1}] * 2
    assert kinds(house, "T1-1") == ["round_opened", "stakes_placed", "deal_asked", "bets_closed", "dealt"]
    with pytest.raises(KeyConflictError, match="deal differs"):
        house.stake(ann, (1, 500, 0), key="all", number=1)


def test_nobody_asks_for_the_deal_of_stakes_that_are_withdrawn(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0))
    assert house.stake(ann, deal=True)["phase"] == Phase.BETTING
    assert kinds(house, "T1-1") == ["round_opened", "stakes_placed", "stakes_placed"]


def test_a_fold_loses_the_ante_and_releases_the_reserved_bet(house: House) -> None:
    ann = house.guest()
    state = house.play(ann, (1, 1000, 0), decision=FOLD)
    assert house.balance(ann) == 200_000 - 1000
    assert [(row["kind"], row["amount_minor"]) for row in transfers_of(house.session, round_id=state.name)] == [
        ("ante", 1000), ("bet", 2000), ("refund", 2000), ("loss", 1000),
    ]  # fmt: skip


def test_stakes_that_the_balance_does_not_cover_are_refused_as_a_whole(house_with: Callable[..., House]) -> None:
    house = house_with(guest_buy_in=6000)
    ann = house.guest()
    with pytest.raises(InsufficientFundsError, match=r"cost 65\.00 in all.* your balance is 60\.00"):
        house.stake(ann, (1, 1000, 500), (2, 1000, 0))
    assert house.balance(ann) == 6000
    house.stake(ann, (1, 1000, 0), (2, 1000, 0))
    assert house.balance(ann) == 0
    house.stake(ann, (3, 1000, 0), (4, 1000, 0))
    assert house.balance(ann) == 0


def test_two_players_decide_in_box_order_and_both_must_ask_for_the_deal(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0), (5, 500, 0))
    house.stake(bob, (3, 500, 0))
    assert house.deal(ann)["phase"] == Phase.BETTING
    assert house.deal(bob) == {"table": "T1", "round": 1, "phase": Phase.DECIDING, "turn": 1}
    with pytest.raises(NotYourTurnError, match="not yours"):
        house.decide(bob, 1, BET)
    house.decide(ann, 1, BET)
    with pytest.raises(NotYourTurnError, match="box 3's turn"):
        house.decide(ann, 5, BET)
    house.decide(bob, 3, FOLD)
    assert house.decide(ann, 5, BET)["phase"] == Phase.SETTLED
    assert house.round(1).boxes_in_play == (1, 5)


def test_a_taken_box_is_refused_and_the_other_player_keeps_it(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    with pytest.raises(StakeRefusal, match="taken by another player"):
        house.stake(bob, (1, 500, 0), (2, 500, 0))
    assert house.open.players == (ann.public_id,)
    assert house.balance(bob) == 200_000


# Clocks


def test_the_clocks_close_the_bets_and_fold_whoever_stays_away(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    house.stake(bob, (2, 500, 0))
    house.clock.pass_seconds(29.9)
    assert not house.dealer.advance(house.session, "T1")
    house.clock.pass_seconds(0.1)
    assert house.dealer.advance(house.session, "T1")
    assert house.open.turn == 1
    house.clock.pass_seconds(10)
    house.decide(ann, 1, BET)
    house.clock.pass_seconds(30)
    house.dealer.advance_all(house.session)
    state = house.round(1)
    assert [(stake.decision, stake.timeout) for stake in state.stakes] == [(BET, False), (FOLD, True)]
    assert house.open.number == 2


def test_a_decision_that_comes_too_late_is_refused_and_the_round_goes_on(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    house.stake(bob, (2, 500, 0))
    house.deal(ann)
    house.deal(bob)
    house.clock.pass_seconds(31)
    with pytest.raises(NotYourTurnError, match="time of box 1 is over"):
        house.decide(ann, 1, BET, number=1)
    state = house.open
    assert (state.number, state.turn, state.stakes[0].timeout) == (1, 2, True)


def test_whoever_waits_can_start_the_clock_of_a_player_who_went_away(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, *[(box, 500, 0) for box in range(1, 7)])
    house.clock.pass_seconds(10_000)
    assert not house.dealer.advance(house.session, "T1")
    house.dealer.ask_for_clock(house.session, bob, table="T1", key="wait", number=1)
    for _ in range(3):
        house.clock.pass_seconds(30)
        assert house.dealer.advance(house.session, "T1")
    assert house.round(1).phase is Phase.SETTLED
    house.stake(bob, (1, 500, 0))


# Seeds


def test_players_seeds_go_into_the_deck_after_the_bets_are_closed(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (2, 500, 0), promise=client_commitment(2, ann.public_id, b"a" * 16).hex())
    house.stake(bob, (4, 500, 0), promise=client_commitment(4, bob.public_id, b"b" * 16).hex())
    house.deal(ann)
    assert house.deal(bob)["phase"] == Phase.REVEALING
    house.dealer.reveal_seed(house.session, ann, table="T1", key="r", number=1, client_seed=b"a" * 16)
    assert house.open.phase is Phase.REVEALING
    house.clock.pass_seconds(3)
    assert house.dealer.advance(house.session, "T1")
    assert [share.client_seed for share in house.open.shares] == [(b"a" * 16).hex(), None]


# Keys


def test_every_step_repeated_gives_the_same_answer_and_happens_once(house: House) -> None:
    ann = house.guest()
    steps: list[Callable[[], dict[str, object]]] = [
        lambda: house.stake(ann, (1, 500, 500), (2, 500, 0), key="stake", number=1),
        lambda: house.deal(ann, key="deal", number=1),
        lambda: house.decide(ann, 1, BET, key="first", number=1),
        lambda: house.decide(ann, 2, BET, key="second", number=1),
    ]
    for step in steps:
        answer, entries_then = step(), len(list(entries(house.session)))
        balance_then = house.balance(ann)
        assert [step(), step()] == [answer, answer]
        assert (len(list(entries(house.session))), house.balance(ann)) == (entries_then, balance_then)
    for step in steps:
        assert step()["round"] == 1
    assert house.open.number == 2


def test_a_guest_sits_down_once_for_the_key_of_the_page(house: House) -> None:
    first = house.dealer.sit_down(house.session, table="T1", key="page")
    assert house.dealer.sit_down(house.session, table="T1", key="page") == first
    assert house.dealer.sit_down(house.session, table="T1", key="other") != first


def test_a_key_with_another_body_is_refused_by_the_name_of_the_field(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0), key="k")
    with pytest.raises(KeyConflictError, match=r"boxes\.0\.ante"):
        house.stake(ann, (1, 1000, 0), key="k")
    with pytest.raises(KeyConflictError, match="round"):
        house.stake(ann, (1, 500, 0), key="k", number=2)


def test_what_was_refused_for_funds_or_limits_stays_refused_under_its_key(house: House) -> None:
    ann = house.guest()
    too_much = [(box, 10_000, 2500) for box in range(1, 7)] + [(1, 500, 0)]
    for wagers in ([(1, 999_500, 0)], too_much):
        with pytest.raises(CasinoTableError) as first:
            house.stake(ann, *wagers, key=f"k{len(wagers)}")
        with pytest.raises(CasinoTableError) as second:
            house.stake(ann, *wagers, key=f"k{len(wagers)}")
        assert (str(second.value), second.value.status) == (str(first.value), first.value.status)
    refused = [entry for entry in entries(house.session) if entry.kind == "refused"]
    assert [entry.actor for entry in refused] == [ann.public_id] * 2
    assert house.balance(ann) == 200_000


# Refusals


def test_an_act_on_a_round_that_is_over_is_refused(house: House) -> None:
    ann = house.guest()
    house.play(ann, (1, 500, 0))
    with pytest.raises(RoundOverError, match="T1-1 is over"):
        house.stake(ann, (1, 500, 0), number=1)
    with pytest.raises(RoundOverError):
        house.decide(ann, 1, BET, number=1)
    with pytest.raises(RoundOverError):
        house.stake(ann, (1, 500, 0), number=10**15)


def test_after_the_deal_nobody_joins_and_nothing_is_withdrawn(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    house.deal(ann)
    with pytest.raises(BetsClosedError):
        house.stake(bob, (2, 500, 0))
    with pytest.raises(BetsClosedError):
        house.stake(ann)
    with pytest.raises(BetsClosedError):
        house.deal(ann)


def test_people_of_the_house_do_not_play(house: House) -> None:
    auditor = Person("a1", "Audrey", Role.AUDITOR)
    with pytest.raises(StaffRefusal):
        house.stake(auditor, (1, 500, 0))


def test_more_play_money_comes_once_the_balance_covers_no_box(house_with: Callable[..., House]) -> None:
    house = house_with(guest_buy_in=1500)
    ann = house.guest()
    with pytest.raises(TopUpRefusal, match=r"does not cover one box, 15\.00"):
        house.dealer.top_up(house.session, ann, table="T1", key="too early")
    house.stake(ann, (1, 500, 0))
    with pytest.raises(TopUpRefusal, match="none is in play"):
        house.dealer.top_up(house.session, ann, table="T1", key="in play")
    house.deal(ann)
    house.decide(ann, 1, FOLD)
    for _ in range(2):
        house.dealer.top_up(house.session, ann, table="T1", key="now")
    assert house.balance(ann) == 1000 + 1500


# Voids, and the books


def test_a_void_gives_everything_back_and_opens_the_next_round(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 500), (2, 500, 0), (3, 500, 500))
    house.deal(ann)
    house.decide(ann, 1, FOLD)
    state = house.dealer.void(
        house.session, table="T1", number=1, reason="camera_failure", pit_boss="pit", approver="boss"
    )
    assert state.phase is Phase.VOID
    assert house.balance(ann) == 200_000
    assert stored_balances(house.session)["in_play:T1:PLAY"] == 0
    assert house.open.number == 2
    with pytest.raises(RoundRefusal):
        house.dealer.void(house.session, table="T1", number=1, reason="x", pit_boss="pit", approver="boss")


def test_the_books_balance_at_every_sequence_number(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    for number in range(4):
        house.stake(ann, (1, 500, 500), (3, 500 + 500 * number, 0), (5, 500, 500))
        house.stake(bob, (2, 1000, 0))
        house.deal(ann)
        house.deal(bob)
        for person, box in ((ann, 1), (bob, 2), (ann, 3)):
            house.decide(person, box, BET if (number + box) % 3 else FOLD)
    assert rebuild_balances(house.session) == stored_balances(house.session)
    for entry in entries(house.session):
        assert sum(rebuild_balances(house.session, entry.sequence).values()) == 0
    for number in range(1, 5):
        state = house.round(number)
        moves = transfers_of(house.session, round_id=state.name)
        total = {kind: sum(row["amount_minor"] for row in moves if row["kind"] == kind) for kind in _KINDS}
        staked = total["ante"] + total["bet"] + total["bonus"] - total["refund"]
        assert staked == sum(line.stake for line in state.lines)
        returned = total["return"] + total["win"]
        assert returned == sum(line.returned for line in state.lines)
        assert staked - returned == total["loss"] - total["win"]


_KINDS = ("ante", "bet", "bonus", "refund", "return", "win", "loss")


def test_a_restart_goes_on_with_the_same_round(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0), (2, 500, 0))
    house.deal(ann)
    before = house.open
    prepare_house(house.session, house.dealer, paytables=[before.paytable], table="T1", settings=before.settings)
    assert house.open == before


def keys_of(house: House, person: Person) -> list[tuple[str, int | None]]:
    """Return the keys of a person's stakes, in their order, each with the entry that took back what it did."""
    keys = table_of(IdempotencyKey)
    rows = house.session.execute(
        select(keys.c.key, keys.c.reversed_by)
        .where(keys.c.person == person.public_id, keys.c.route == "T1/stakes")
        .order_by(keys.c.at_us, keys.c.key)
    )
    return [(key, by) for key, by in rows]


def sequences(house: House, round_id: str, kind: str) -> list[int]:
    return [entry.sequence for entry in entries(house.session, round_id=round_id) if entry.kind == kind]


def test_a_refund_closes_the_keys_of_the_stakes_that_it_gives_back(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    answer = house.stake(ann, (1, 500, 0), key="a1", number=1)
    house.stake(bob, (4, 500, 0), key="b1")
    house.clock.pass_seconds(1)
    house.stake(ann, (2, 500, 500), key="a2")
    house.deal(ann, key="d")
    assert [by for _, by in keys_of(house, ann)] == [sequences(house, "T1-1", "stakes_placed")[2], None]
    house.dealer.void(house.session, table="T1", number=1, reason="x", pit_boss="pit", approver="boss")
    (void,) = sequences(house, "T1-1", "voided")
    assert keys_of(house, ann) == [("a1", sequences(house, "T1-1", "stakes_placed")[2]), ("a2", void)]
    assert keys_of(house, bob) == [("b1", void)]
    assert house.stake(ann, (1, 500, 0), key="a1", number=1) == answer
    assert house.balance(ann) == house.balance(bob) == 200_000


def test_a_void_closes_no_key_of_a_withdrawal(house: House) -> None:
    ann = house.guest()
    for key, wagers in (("a1", [(1, 500, 0)]), ("a2", []), ("a3", [(2, 500, 0)])):
        house.stake(ann, *wagers, key=key)
        house.clock.pass_seconds(1)
    house.dealer.void(house.session, table="T1", number=1, reason="x", pit_boss="pit", approver="boss")
    (void,) = sequences(house, "T1-1", "voided")
    withdrawal = sequences(house, "T1-1", "stakes_placed")[1]
    assert keys_of(house, ann) == [("a1", withdrawal), ("a2", None), ("a3", void)]


def test_a_fold_and_a_settlement_close_no_key(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0), (2, 500, 0), key="a1", number=1, deal=True)
    house.decide(ann, 1, FOLD, number=1)
    house.decide(ann, 2, BET, number=1)
    assert house.round(1).phase is Phase.SETTLED
    assert keys_of(house, ann) == [("a1", None)]
