from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from casino_table.errors import CasinoTableError
from casino_table.ledger.accounts import Account, bank, cage, in_play, player_account
from casino_table.ledger.refusals import AccountError, AmountError
from casino_table.ledger.transfers import Transfer, check_amount
from casino_table.ledger.words import AccountKind, TransferKind

PLAYER, BANK, IN_PLAY, CAGE = player_account("p1", "PLAY"), bank("PLAY"), in_play("T1", "PLAY"), cage("PLAY")
LARGEST = 9_007_199_254_740_991


@pytest.mark.parametrize("amount", [1.0, 1.5, Decimal(1), "1", True, None, b"1", [1], float("nan")])
def test_what_is_no_whole_number_never_becomes_an_amount(amount: Any) -> None:
    with pytest.raises(AmountError, match="whole number"):
        Transfer(PLAYER, IN_PLAY, amount, TransferKind.ANTE)


@pytest.mark.parametrize("amount", [0, -1, -LARGEST, LARGEST + 1, 10**30])
def test_amounts_outside_the_range_are_refused(amount: int) -> None:
    with pytest.raises(AmountError, match="between 1 and 9007199254740991"):
        Transfer(PLAYER, IN_PLAY, amount, TransferKind.ANTE)


@pytest.mark.parametrize("amount", [1, LARGEST])
def test_the_ends_of_the_range_are_amounts(amount: int) -> None:
    assert check_amount(amount) == amount


def test_a_transfer_has_one_currency() -> None:
    with pytest.raises(AccountError, match="two currencies"):
        Transfer(PLAYER, in_play("T1", "EUR"), 5, TransferKind.ANTE)


@pytest.mark.parametrize(
    ("kind", "debit", "credit"),
    [
        (TransferKind.BUY_IN, CAGE, PLAYER),
        (TransferKind.CASH_OUT, PLAYER, CAGE),
        (TransferKind.ANTE, PLAYER, IN_PLAY),
        (TransferKind.BET, PLAYER, IN_PLAY),
        (TransferKind.BONUS, PLAYER, IN_PLAY),
        (TransferKind.WIN, BANK, PLAYER),
        (TransferKind.RETURN, IN_PLAY, PLAYER),
        (TransferKind.LOSS, IN_PLAY, BANK),
        (TransferKind.REFUND, IN_PLAY, PLAYER),
        (TransferKind.REFUND, BANK, PLAYER),
    ],
)
def test_each_kind_goes_its_way_and_not_back(kind: TransferKind, debit: Account, credit: Account) -> None:
    table = "T1" if kind in {TransferKind.BUY_IN, TransferKind.CASH_OUT} else None
    assert Transfer(debit, credit, 5, kind, table=table).kind == kind
    with pytest.raises(AccountError, match=f"No {kind} goes from {credit.kind} to {debit.kind}"):
        Transfer(credit, debit, 5, kind, table=table)


def test_money_does_not_move_between_players() -> None:
    for kind in TransferKind:
        with pytest.raises(AccountError):
            Transfer(PLAYER, player_account("p2", "PLAY"), 5, kind)


def test_a_buy_in_names_its_table_and_a_stake_does_not() -> None:
    with pytest.raises(AccountError, match="name their table"):
        Transfer(CAGE, PLAYER, 5, TransferKind.BUY_IN)
    with pytest.raises(AccountError, match="name their table"):
        Transfer(PLAYER, IN_PLAY, 5, TransferKind.ANTE, table="T1")


@pytest.mark.parametrize("owner", ["", "a:b", "-a", "p 1", "x" * 65, "é", "p1\n"])
def test_an_account_has_a_plain_owner(owner: str) -> None:
    with pytest.raises(CasinoTableError, match="no account"):
        player_account(owner, "PLAY")


@pytest.mark.parametrize("currency", ["", "play", "P", "EU R", "E" * 13, "EUR\n"])
def test_an_account_has_a_plain_currency(currency: str) -> None:
    with pytest.raises(CasinoTableError, match="no account"):
        player_account("p1", currency)


def test_only_bank_and_cage_may_go_below_zero() -> None:
    assert {kind for kind in AccountKind if Account(kind, "x", "PLAY").may_go_below_zero} == {"bank", "cage"}
