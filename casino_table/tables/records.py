"""A finished round as a record: what `settle` and `audit` read, complete enough to be settled again anywhere."""

from __future__ import annotations

from msgspec.structs import replace

from casino_table.game.deal import Deal
from casino_table.game.record import ClientSeed, RoundStatus, ShuffleProof, record_document
from casino_table.game.round import Phase, Round, deal_of
from casino_table.web.filters import rfc3339


def round_record(state: Round) -> dict[str, object]:
    """Return the record of a round that has ended, with its payouts and the proof of its shuffle."""
    assert state.server_seed is not None
    assert state.ended_at_us is not None
    return record_document(
        number=state.name,
        table=state.table,
        currency=state.settings.currency,
        paytable=state.paytable,
        boxes=state.box_stakes,
        deal=_deal(state),
        limits=state.settings.limits,
        lines=state.lines,
        status=RoundStatus.VOID if state.phase is Phase.VOID else RoundStatus.SETTLED,
        bonuses_settled=state.are_bonuses_settled,
        opened_at=rfc3339(state.opened.at_us),
        settled_at=rfc3339(state.ended_at_us),
        external={"paytable_version": state.opened.paytable_version, "engine": state.opened.engine},
        shuffle=_proof(state, bytes.fromhex(state.server_seed)),
    )


def _deal(state: Round) -> Deal | None:
    """Return the cards that were dealt: where every box folded, there was no turn, no river and no dealer's hand."""
    if state.deck is None:
        return None
    dealt = deal_of(state, state.deck)
    return dealt if state.boxes_in_play else replace(dealt, turn=None, river=None, dealer=None)


def _proof(state: Round, server_seed: bytes) -> ShuffleProof:
    return ShuffleProof(
        table=state.table,
        round=state.number,
        commitment=bytes.fromhex(state.opened.commitment),
        server_seed=server_seed,
        clients=tuple(
            ClientSeed(
                box=share.box,
                player=share.player,
                client_commitment=bytes.fromhex(share.client_commitment),
                client_seed=None if share.client_seed is None else bytes.fromhex(share.client_seed),
            )
            for share in state.shares
        ),
    )
