"""What a round record says once it is read: everything that a round is settled by, and what was paid."""

from __future__ import annotations

from msgspec import Struct

from casino_table.game.deal import Deal
from casino_table.game.fields import FieldError
from casino_table.game.limits import Limits
from casino_table.game.paytable_types import Paytable
from casino_table.game.record_shape import PaidLine, RoundStatus
from casino_table.game.settlement import settle, settle_void
from casino_table.game.settlement_types import BoxStake, Line
from casino_table.game.shuffle import Contribution


class RecordError(FieldError):
    """Refuse a round record, naming the key and the reason."""

    code = "record"


class ClientSeed(Struct, frozen=True):
    """Hold one player's part in a shuffle; `client_seed` is None where it was not revealed in time."""

    box: int
    player: str
    client_commitment: bytes
    client_seed: bytes | None

    @property
    def contribution(self) -> Contribution:
        """Return what went into the shuffle: the seed, or the commitment where no seed was revealed."""
        seed = self.client_commitment if self.client_seed is None else self.client_seed
        return Contribution(self.box, self.player, seed)


class ShuffleProof(Struct, frozen=True):
    """Hold what a deck is derived from: seeds, commitments, and the table and round that were named in them."""

    table: str
    round: int
    commitment: bytes
    server_seed: bytes
    clients: tuple[ClientSeed, ...] = ()


class RoundRecord(Struct, frozen=True):
    """Hold a round as a record states it; a struct, for files hold millions.

    `deal` is None where a void record names no cards, `payouts` where none were stated.
    """

    round: str
    table: str
    currency: str
    paytable: Paytable
    limits: Limits
    deal: Deal | None
    boxes: tuple[BoxStake, ...]
    status: RoundStatus
    bonuses_settled: bool
    payouts: tuple[PaidLine, ...] | None
    opened_at: str | None
    settled_at: str | None
    shuffle: ShuffleProof | None

    @property
    def is_void(self) -> bool:
        """Say whether the round ended void."""
        return self.status is RoundStatus.VOID

    def settled(self) -> tuple[Line, ...]:
        """Return the lines that are right for this round."""
        if self.is_void or self.deal is None:
            return settle_void(self.paytable, self.limits, self.deal, self.boxes, bonuses_settled=self.bonuses_settled)
        return settle(self.paytable, self.limits, self.deal, self.boxes)
