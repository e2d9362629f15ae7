"""What a player may look at again: the history, and whose money a receipt shows."""

from __future__ import annotations

from casino_table.game.settlement import Decision
from casino_table.tables.looking import RoundSummary, history, round_report
from casino_table.tables.round_view import MovementView, round_view
from tests.tables.factories import House


def history_of(house: House, person: str) -> list[RoundSummary]:
    return history(house.session, person, "PLAY")


def void_round(house: House) -> None:
    house.dealer.void(
        house.session, table="T1", number=house.open.number, reason="camera", pit_boss="boss", approver="second"
    )


def test_a_history_has_ended_rounds_with_a_stake_and_void_ones_newest_first(house: House) -> None:
    ann = house.guest()
    house.play(ann, (1, 500, 0), decision=Decision.FOLD)
    house.stake(ann, (2, 1000, 0))
    void_round(house)
    house.stake(ann, (3, 500, 0))
    house.stake(ann)  # withdrawn: nothing of this round is Ann's
    bob = house.guest()
    house.play(bob, (1, 500, 0), decision=Decision.FOLD)
    house.play(ann, (1, 1000, 0), decision=Decision.FOLD)
    house.stake(ann, (4, 500, 0))  # under way
    assert [(one.round_id, one.status, one.staked, one.returned) for one in history_of(house, ann.public_id)] == [
        ("T1-4", "settled", 1000, 0),
        ("T1-2", "void", 0, 0),
        ("T1-1", "settled", 500, 0),
    ]
    assert [one.round_id for one in history_of(house, bob.public_id)] == ["T1-3"]


def test_a_receipt_shows_the_money_of_its_reader_alone(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 0))
    house.stake(bob, (2, 1000, 0))
    house.deal(ann)
    house.deal(bob)
    house.decide(ann, 1, Decision.FOLD)
    house.decide(bob, 2, Decision.FOLD)
    receipts = {
        person.public_id: round_view(round_report(house.session, "T1", 1, person.public_id), person.public_id)
        for person in (ann, bob)
    }

    def shown(movements: tuple[MovementView, ...]) -> list[tuple[int | None, int, int]]:
        return [(move.box, move.amount, move.balance) for move in movements]

    assert shown(receipts[ann.public_id].movements) == [
        (1, -500, 199_500), (1, -1000, 198_500), (1, 1000, 199_500),
    ]  # fmt: skip
    assert shown(receipts[bob.public_id].movements) == [
        (2, -1000, 199_000), (2, -2000, 197_000), (2, 2000, 199_000),
    ]  # fmt: skip


def test_the_receipt_of_a_void_says_why_in_words(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0))
    house.dealer.void(house.session, table="T1", number=1, reason="exposed_card", pit_boss="boss", approver="second")
    house.play(ann, (1, 500, 0), decision=Decision.FOLD)
    voids = [
        round_view(round_report(house.session, "T1", number, ann.public_id), ann.public_id).void for number in (1, 2)
    ]
    assert [str(void) for void in voids] == ["The round is void. The reason given: exposed card.", "None"]


def test_a_receipt_gives_the_seal_where_a_seed_was_not_revealed(house: House) -> None:
    ann = house.guest()
    house.stake(ann, (1, 500, 0), promise="ab" * 32)
    house.deal(ann)
    house.clock.pass_seconds(3)
    assert house.dealer.advance(house.session, "T1")
    house.decide(ann, 1, Decision.FOLD)
    proof = round_view(round_report(house.session, "T1", 1, ann.public_id), ann.public_id).proof
    assert proof is not None
    (share,) = proof.shares
    assert (share.seed, share.used) == ("", "ab" * 32)
    assert proof.command.endswith(f"--client 1:{ann.public_id}:{'ab' * 32}")
