"""What the pages of a table show: frozen values that templates render, without a rule or a query in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from casino_table.cards import card_name, card_text
from casino_table.game.round import round_name
from casino_table.text import Message


class Mark(StrEnum):
    """Say whether a card belongs to the best five of the hand it is shown with."""

    NONE = "none"
    BEST = "best"
    SPARE = "spare"


@dataclass(frozen=True, slots=True)
class CardView:
    """Show one card: a number is a face, None a back, and `slot` an empty place on the felt.

    `uses` names the boxes whose best five a card of the board belongs to; `step` is when it is turned up at the end.
    """

    card: int | None = None
    mark: Mark = Mark.NONE
    slot: bool = False
    step: int = 0
    uses: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """Return the two characters of a face, or nothing.

        >>> CardView(42).text
        'Qh'
        """
        return "" if self.card is None else card_text(self.card)

    @property
    def name(self) -> Message:
        """Return what a screen reader says for the card."""
        if self.card is None:
            return Message("no card yet") if self.slot else Message("face down")
        return card_name(self.card)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """Show one settled wager: why, which row paid it, and what came back (minor units).

    `note` stands in for the reason on the table, where the box says once how it stands against the dealer.
    """

    outcome: str
    reason: Message
    note: Message | None = None
    row: Message | None = None
    odds: str = ""
    won: int = 0
    returned: int = 0
    uncapped_won: int | None = None
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerView:
    """Show one wager of a box: `state` is none, placed, asked or folded; `stake` in minor units."""

    wager: str
    label: Message
    stake: int = 0
    state: str = "none"
    line: LineView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxView:
    """Show one box: whose it is, open or blind, its cards, its hand, its wagers, and what it costs or brought."""

    number: int
    owner: str = "free"
    owner_name: str = ""
    play: str = ""
    state: str = "free"
    status: Message | None = None
    cards: tuple[CardView, ...] = ()
    best: tuple[CardView, ...] = ()
    hand: Message | None = None
    note: Message | None = None
    wagers: tuple[WagerView, ...] = ()
    cost: Message | None = None
    net: int | None = None
    step: int = 0

    @property
    def is_mine(self) -> bool:
        """Say whether the box is the viewer's."""
        return self.owner == "mine"

    def wager(self, name: str) -> WagerView | None:
        """Return the wager of that name, if the box has a place for it."""
        return next((wager for wager in self.wagers if wager.wager == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Show cards in the middle of the table: the dealer's two or the five of the board."""

    cards: tuple[CardView, ...]
    hand: Message
    verdict: Message | None = None
    qualifies: bool | None = None
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """Show one row of the pay ladder: the hand and its odds in each schedule, empty where it pays nothing."""

    hand: Message
    ante: str
    bet: str
    bonus: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignView:
    """Show what a table's sign must say before anybody stakes."""

    title: str
    version: str
    lines: tuple[tuple[Message, Message], ...]
    ladder: tuple[LadderRow, ...]
    has_bet_schedule: bool
    has_bonus: bool
    commitment: str
    paytable_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StakingView:
    """Hold what the betting form needs: limits in minor units, chips, and the set the player has placed."""

    boxes: tuple[int, ...]
    boxes_per_player: int
    open_boxes: int
    bet_multiple: int
    equal_stakes: bool
    ante_min: int
    ante_max: int
    ante_step: int
    bonus_min: int
    bonus_max: int
    bonus_step: int
    rebet: tuple[tuple[int, int, int], ...] = ()
    placed: tuple[tuple[int, int, int], ...] = ()
    has_placed: bool = False
    has_asked: bool = False
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockView:
    """Show a running clock: its end and the server's time as milliseconds of Unix time, and what it is for."""

    deadline_ms: int
    now_ms: int
    what: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelView:
    """Show what can be done now: `kind` is bets, wait, reveal, decide, result, watched, void, watch, guest or broke.

    `plain` is what a browser without scripts says in place of `say`.
    """

    kind: str
    say: Message
    plain: Message | None = None
    more: Message | None = None
    box: int = 0
    ante: int = 0
    bet: int = 0
    staked: int = 0
    returned: int = 0
    can_repeat: bool = False
    can_start_clock: bool = False
    next_round: int = 0
    top_up: int = 0

    @property
    def net(self) -> int:
        """Return what the round brought the viewer."""
        return self.returned - self.staked


@dataclass(frozen=True, slots=True)
class NewsView:
    """Hold one event in a sentence, for the live region and for reading again; `step` says when it is told."""

    sequence: int
    sentence: Message
    step: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Show a table to one viewer at one moment; nothing in it is hidden from that viewer."""

    table: str
    title: Message
    round_number: int
    phase: str
    version: str
    currency: str
    decimals: int
    sign: SignView
    dealer: SeatView
    board: SeatView
    boxes: tuple[BoxView, ...]
    panel: PanelView
    staking: StakingView | None = None
    clock: ClockView | None = None
    notice: Message | None = None
    notice_clock: ClockView | None = None
    news: tuple[NewsView, ...] = ()
    balance: int = 0
    viewer_name: str = ""
    chips: tuple[int, ...] = ()
    last_step: int = 0

    @property
    def round_name(self) -> str:
        """Return the name of the round, like T1-42."""
        return round_name(self.table, self.round_number)

    @property
    def is_my_turn(self) -> bool:
        """Say whether the viewer has to decide now."""
        return self.panel.kind == "decide"
