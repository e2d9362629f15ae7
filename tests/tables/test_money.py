"""Money that an operation moves: what a void gives back comes from where it went."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.game import actions
from casino_table.game.settlement import Decision
from casino_table.ledger.accounts import balance, bank, in_play
from casino_table.ledger.journal import transfers_of
from casino_table.tables.live import LiveRound, read_open_round
from tests.tables.factories import House, create_house
from tests.tables.ledger_checks import assert_ledger_holds

BUY_IN = 200_000
SEED = (65).to_bytes(32, "big")  # the bonus of box 3 wins, those of 1 and 2 lose


@pytest.fixture
def house(session: Session, tmp_path: Path) -> House:
    """Return a house that deals from one seed."""
    return create_house(session, tmp_path, new_seed=lambda: SEED)


def void_after_the_bonuses(house: House) -> LiveRound:
    """Decide every box, folding the second, settle the bonuses, and void the round before the showdown."""
    with transaction(house.session) as opened:
        live = LiveRound(opened, house.dealer.vault, read_open_round(opened, "T1"), house.clock())
        (player,) = live.state.players
        while (box := live.state.turn) is not None:
            decision = Decision.FOLD if box == 2 else Decision.BET
            live.record(actions.decide(live.state, player, box, decision, at_us=live.at_us))
        live.record(actions.check_bonuses(live.state, live.server_seed, at_us=live.at_us))
        people = {"reason": "machine", "pit_boss": "petra", "approver": "adam"}
        live.record(actions.void(live.state, live.server_seed, at_us=live.at_us, **people))
        live.write()
    return live


def test_a_bonus_lost_before_a_void_comes_back_from_the_bank(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 500), (2, 500, 1000), (3, 500, 1500))
    house.deal(ann)

    void_after_the_bonuses(house)

    moves = transfers_of(house.session, round_id="T1-1")
    refunds = [row for row in moves if row["kind"] == "refund" and row["debit"] == bank("PLAY").name]
    assert [(row["box"], row["wager"], row["amount_minor"]) for row in refunds] == [
        (1, "bonus", 500), (2, "bonus", 1000),
    ]  # fmt: skip
    (won,) = (row["amount_minor"] for row in moves if row["kind"] == "win")
    # What was settled as won stays paid, everything else is as if there had been no round.
    assert house.balance(ann) == BUY_IN + won
    assert balance(house.session, in_play("T1", "PLAY")) == 0
    assert balance(house.session, bank("PLAY")) == -won
    assert_ledger_holds(house.session)
