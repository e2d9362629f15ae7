"""The ledger against a model of a dozen lines: any acts, in any order."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from casino_table.database import transaction
from casino_table.ledger.accounts import (
    Account,
    balances,
    bank,
    cage,
    in_play,
    player_account,
    rebuild_balances,
    stored_balances,
)
from casino_table.ledger.journal import append, last_sequence
from casino_table.ledger.refusals import InsufficientFundsError
from casino_table.ledger.transfers import Transfer
from casino_table.ledger.words import TransferKind

PLAYERS = st.sampled_from([player_account(f"p{number}", "PLAY") for number in range(3)])
BANK, CAGE, IN_PLAY = bank("PLAY"), cage("PLAY"), in_play("T1", "PLAY")
START_US = 1_700_000_000_000_000


def transfer(kind: TransferKind, player: Account, amount: int) -> Transfer:
    ways = {
        TransferKind.BUY_IN: (CAGE, player),
        TransferKind.CASH_OUT: (player, CAGE),
        TransferKind.ANTE: (player, IN_PLAY),
        TransferKind.WIN: (BANK, player),
        TransferKind.RETURN: (IN_PLAY, player),
        TransferKind.LOSS: (IN_PLAY, BANK),
    }
    table = "T1" if kind in {TransferKind.BUY_IN, TransferKind.CASH_OUT} else None
    return Transfer(*ways[kind], amount, kind, table=table)


KINDS = st.sampled_from(
    [
        TransferKind.BUY_IN,
        TransferKind.CASH_OUT,
        TransferKind.ANTE,
        TransferKind.WIN,
        TransferKind.RETURN,
        TransferKind.LOSS,
    ]
)
ACTS = st.lists(st.lists(st.builds(transfer, KINDS, PLAYERS, st.integers(1, 50)), max_size=5), max_size=6)


def model(before: dict[str, int], act: list[Transfer]) -> dict[str, int] | None:
    after = dict(before)
    for each in act:
        for account, change in ((each.debit, -each.amount_minor), (each.credit, each.amount_minor)):
            after[account.name] = after.get(account.name, 0) + change
            if after[account.name] < 0 and account.kind in {"player", "in_play"}:
                return None
    return after


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_it_does_what_the_model_does(session: Session, acts: list[list[Transfer]]) -> None:
    expected = stored_balances(session)
    for act in acts:
        sequence = last_sequence(session)
        wanted = model(expected, act)
        try:
            with transaction(session):
                append(session, kind="act", payload={}, at_us=START_US, transfers=act)
        except InsufficientFundsError:
            assert wanted is None
            assert last_sequence(session) == sequence
        else:
            assert wanted is not None
            expected = wanted
            assert last_sequence(session) == sequence + 1
        assert stored_balances(session) == expected
        assert sum(expected.values()) == 0
    assert rebuild_balances(session) == expected
    session.rollback()


def test_an_account_never_used_holds_nothing(session: Session) -> None:
    assert balances(session, [BANK, IN_PLAY]) == {BANK: 0, IN_PLAY: 0}
    assert stored_balances(session) == rebuild_balances(session) == {}
