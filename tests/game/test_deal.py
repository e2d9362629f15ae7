"""The order in which cards are read off the deck."""

from __future__ import annotations

from casino_table.cards import DECK
from casino_table.game.deal import deal_cards


def test_boxes_in_order_then_dealer_flop_turn_and_river() -> None:
    deal = deal_cards(DECK[::-1], [6, 2, 3])
    assert list(deal.boxes.items()) == [(2, (51, 50)), (3, (49, 48)), (6, (47, 46))]
    assert (deal.dealer, deal.flop, deal.turn, deal.river) == ((45, 44), (43, 42, 41), 40, 39)


def test_seven_boxes_take_twenty_one_cards() -> None:
    deal = deal_cards(DECK, range(1, 8))
    assert deal.river == 20
    assert deal.dealer == (14, 15)
