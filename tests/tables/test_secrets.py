"""While a round is open, its seed and its unshown cards are in no row of the database but the sealed one."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.orm import Session

from casino_table.cards import card_texts
from casino_table.database import Base
from casino_table.game.actions import deck_of
from casino_table.game.round import deal_of
from casino_table.game.settlement import Decision
from casino_table.ledger.seeds import load_seed
from casino_table.tables.looking import look
from tests.tables.factories import House


def everything_written(session: Session) -> str:
    rows: list[str] = []
    for table in Base.metadata.sorted_tables:
        rows += [repr(tuple(row)) for row in session.execute(text(f"SELECT * FROM {table.name}"))]
    return "\n".join(rows)


def test_no_row_holds_the_seed_or_a_card_that_was_not_shown(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 500), (2, 500, 0), (4, 500, 500))
    house.stake(bob, (3, 500, 0))
    house.deal(ann)
    house.deal(bob)
    house.decide(ann, 1, Decision.BET)
    seed = load_seed(house.session, "T1-1", house.dealer.vault)
    dealt = deal_of(house.open, deck_of(house.open, seed))
    secret = {text for cards in dealt.boxes.values() for text in card_texts(cards)}
    assert dealt.turn is not None
    assert dealt.river is not None
    secret |= set(card_texts([dealt.turn, dealt.river, *(dealt.dealer or ())]))

    written = everything_written(house.session)
    assert seed.hex() not in written
    assert repr(seed) not in written
    assert not [card for card in secret if f'"{card}"' in written]


def test_each_viewer_of_the_table_is_given_no_card_too_many(house: House) -> None:
    ann, bob = house.guest(), house.guest()
    house.stake(ann, (1, 500, 500), (2, 500, 0), (4, 500, 500))
    house.stake(bob, (3, 500, 0))
    house.deal(ann)
    house.deal(bob)
    vault = house.dealer.vault

    def seen() -> list[list[int]]:
        viewers = (ann.public_id, bob.public_id, "somebody", None)
        return [list(look(house.session, vault, "T1", viewer, at_us=house.clock()).cards) for viewer in viewers]

    assert seen() == [[1], [], [], []]
    house.decide(ann, 1, Decision.FOLD)
    assert seen() == [[1, 2], [], [], []]
    house.decide(ann, 2, Decision.BET)
    assert seen() == [[1, 2], [3], [], []]
    house.decide(bob, 3, Decision.FOLD)
    # The end: box 1 folded but its bonus was checked, box 3 folded without one.
    assert seen()[0] == [1, 2, 4]
    assert seen()[1] == [1, 2, 3, 4]
    assert seen()[2:] == [[1, 2, 4]] * 2, "who watched sees the end as all do"
    house.clock.pass_seconds(15)
    assert look(house.session, vault, "T1", None, at_us=house.clock()).shown.number == 2
    assert seen()[:2] == [[1, 2, 4], [1, 2, 3, 4]], "its players read it as long as they like"
