"""What must hold of a ledger in every committed state, checked from its rows alone."""

from __future__ import annotations

from collections import Counter

from sqlalchemy.orm import Session

from casino_table.game.round import Phase, deal_of
from casino_table.game.settlement import settle
from casino_table.ledger.accounts import rebuild_balances, stored_balances
from casino_table.ledger.chain import FIRST_PREVIOUS_HASH, entry_hash
from casino_table.ledger.journal import entries, transfers_of
from casino_table.tables.live import read_round

ENDS = {"settled", "voided", "ended_without_stakes"}


def assert_ledger_holds(session: Session) -> None:
    """Check chain, instants, balances, the one end of each round, and each settled round's money."""
    previous, last_us, ends, opened = FIRST_PREVIOUS_HASH, 0, Counter[str](), Counter[str]()
    rows = list(entries(session))
    for expected, row in enumerate(rows, start=1):
        assert row.sequence == expected
        assert row.previous_hash == previous
        assert row.hash == entry_hash(
            sequence=row.sequence,
            previous_hash=row.previous_hash,
            at_us=row.at_us,
            kind=row.kind,
            payload=row.payload,
        )
        assert row.at_us >= last_us
        previous, last_us = row.hash, row.at_us
        if row.round_id and row.kind in ENDS:
            ends[row.round_id] += 1
        if row.round_id and row.kind == "round_opened":
            opened[row.round_id] += 1
    assert set(opened.values()) <= {1}
    assert set(ends.values()) <= {1}
    assert rebuild_balances(session) == stored_balances(session)
    assert sum(stored_balances(session).values()) == 0
    for round_id in ends:
        _assert_round_holds(session, round_id)


def _assert_round_holds(session: Session, round_id: str) -> None:
    state = read_round(session, round_id)
    moved, from_bank = Counter[str](), 0
    for row in transfers_of(session, round_id=round_id):
        moved[row["kind"]] += row["amount_minor"]
        if row["kind"] == "refund" and row["debit"].startswith("bank:"):
            from_bank += row["amount_minor"]
    staked = moved["ante"] + moved["bet"] + moved["bonus"] - moved["refund"]
    if state.phase is Phase.SETTLED:
        assert state.deck is not None
        assert state.lines == settle(state.paytable, state.settings.limits, deal_of(state, state.deck), state.stakes)
        assert staked == sum(line.stake for line in state.lines)
        assert moved["return"] + moved["win"] == sum(line.returned for line in state.lines)
    # A bonus that was lost before a void had gone to the bank, and comes back from there.
    assert staked == moved["return"] + moved["loss"] - from_bank
