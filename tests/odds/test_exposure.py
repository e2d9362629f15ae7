"""The worst deal: against the reference, against settlement, and against deals that try to be worse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from casino_table.cards import parse_cards
from casino_table.game.deal import Deal
from casino_table.game.limits import Limits
from casino_table.game.paytable import Paytable, parse_paytable
from casino_table.game.settlement import settle
from casino_table.game.settlement_types import BoxStake, Decision, Play
from casino_table.odds.exposure import WorstDeal, worst_deals
from casino_table.odds.payouts import Stakes


def net_payout(paytable: Paytable, stakes: Stakes, deal: Deal) -> int:
    """What all boxes win net if each bets or folds as costs the house most."""
    total = 0
    for box in deal.boxes:
        results = []
        for decision in Decision:
            stake = BoxStake(box, "p", Play.OPEN, stakes.ante, stakes.bonus, decision)
            lines = settle(paytable, stakes.limits, deal, [stake])
            results.append(sum(line.returned - line.stake for line in lines))
        total += max(results)
    return total


def deal_of(worst: WorstDeal) -> Deal:
    first, second, third = worst.flop
    low, high = worst.dealer
    holes = {box: (hole[0], hole[1]) for box, hole in enumerate(worst.boxes, start=1)}
    return Deal(holes, flop=(first, second, third), turn=worst.turn, river=worst.river, dealer=(low, high))


def test_reference_values(exact: dict[str, Any], paytables: dict[str, Paytable]) -> None:
    expected = exact["worst_case_net_payout_in_antes"]
    paytable = paytables["texas-poker"]
    worst = worst_deals(paytable, with_bonus=False, threads=2)
    assert {boxes: worst[boxes].net_payout for boxes in (1, 6, 7)} == {
        boxes: expected[str(boxes)] for boxes in (1, 6, 7)
    }
    for boxes, deal in worst.items():
        assert net_payout(paytable, Stakes(ante=1), deal_of(deal)) == deal.net_payout
        assert len({*deal.flop, deal.turn, deal.river, *deal.dealer, *sum(deal.boxes, ())}) == 7 + 2 * boxes


def test_the_example_is_as_bad_as_said(exact: dict[str, Any], paytables: dict[str, Paytable]) -> None:
    example = exact["worst_case_net_payout_in_antes"]["example_6"]
    board, dealer = parse_cards(example["board"]), parse_cards(example["dealer"])
    holes = {box: parse_cards(text) for box, text in enumerate(example["boxes"], start=1)}
    deal = Deal(
        {box: (hole[0], hole[1]) for box, hole in holes.items()},
        flop=(board[0], board[1], board[2]),
        turn=board[3],
        river=board[4],
        dealer=(dealer[0], dealer[1]),
    )
    assert net_payout(paytables["texas-poker"], Stakes(ante=1), deal) == 157


@pytest.mark.parametrize(
    ("case", "stakes"),
    [
        ("by-table-aces", Stakes(ante=300, bonus=200, limits=Limits(max_payout=20_000, payout_unit=100))),
        ("bonus-lost-with-fold", Stakes(ante=100, bonus=700)),
    ],
)
def test_with_bonus_caps_and_rounding_no_deal_is_worse(
    case: str, stakes: Stakes, paytables: dict[str, Paytable]
) -> None:
    paytable = paytables[case]
    worst = worst_deals(paytable, stakes, threads=2)
    for deal in worst.values():
        assert net_payout(paytable, stakes, deal_of(deal)) == deal.net_payout
    assert [deal.net_payout for deal in worst.values()] == sorted(deal.net_payout for deal in worst.values())
    rng = np.random.default_rng(8)
    best = worst[3].net_payout
    # Decks of high cards of two suits make straight flushes common; then cards of the worst deal itself, swapped.
    narrow = [card for card in range(52) if card >= 24 and card % 4 < 2]
    rest = [card for card in range(52) if card not in narrow]
    for _ in range(1500):
        assert net_payout(paytable, stakes, deal_from([*rng.permutation(narrow), *rng.permutation(rest)])) <= best
    own = [*worst[3].flop, worst[3].turn, worst[3].river, *sum(worst[3].boxes, ()), *worst[3].dealer]
    for _ in range(1500):
        deck = own + [card for card in rng.permutation(52).tolist() if card not in own]
        here, there = rng.integers(0, 13), rng.integers(0, 52)
        deck[here], deck[there] = deck[there], deck[here]
        assert net_payout(paytable, stakes, deal_from(deck)) <= best


def deal_from(deck: list[Any]) -> Deal:
    cards = [int(card) for card in deck[:13]]
    holes = {box: (cards[3 + 2 * box], cards[4 + 2 * box]) for box in (1, 2, 3)}
    return Deal(
        holes, flop=(cards[0], cards[1], cards[2]), turn=cards[3], river=cards[4], dealer=(cards[11], cards[12])
    )


def test_the_largest_stakes_are_searched_too() -> None:
    paytable = parse_paytable(
        {
            "format": "casino-table/paytable/1",
            "name": "rich",
            "ante": {"otherwise": "100:1"},
            "bet": {"otherwise": "49:1"},
        }
    )
    ante = (2**53 - 1) // 101
    worst = worst_deals(paytable, Stakes(ante=ante), threads=2)
    assert worst[7].net_payout == 7 * (100 + 2 * 49) * ante


def test_a_losing_box_folds_where_that_loses_less() -> None:
    nothing = parse_paytable(
        {
            "format": "casino-table/paytable/1",
            "name": "nothing",
            "rules": {"dealer_qualifies": "any hand"},
            "ante": {"otherwise": "0:1"},
            "bet": {"otherwise": "0:1"},
        }
    )
    worst = worst_deals(nothing, threads=2)
    assert {deal.net_payout for deal in worst.values()} == {0}
