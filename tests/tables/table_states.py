"""States of a table for the tests of its pages, made by the actions of the game alone, from a seed by its number."""

from __future__ import annotations

from dataclasses import dataclass, field

from casino_table.game import actions
from casino_table.game.operations import BoxWager, Operation, RoundOpened
from casino_table.game.paytable import Paytable, load_paytable
from casino_table.game.round import Round, visible_cards
from casino_table.game.settings import DEMO_SETTINGS, TableSettings
from casino_table.game.settlement import Decision
from casino_table.game.shuffle import SCHEME, commitment
from casino_table.game.staking import place_stakes
from casino_table.resources import resource_folder
from casino_table.tables.looking import TableState

NAMES = {"me": "Ann", "you": "Ben"}


def shipped(name: str) -> Paytable:
    """Return a paytable that ships."""
    return load_paytable(resource_folder("paytables") / f"{name}.toml")


@dataclass
class Game:
    """Play round T1-1 with the house seed of a number; nobody adds a seed."""

    seed: int = 7
    settings: TableSettings = DEMO_SETTINGS
    paytable: Paytable = field(default_factory=lambda: shipped("texas-poker"))
    now_us: int = 0

    def __post_init__(self) -> None:
        self.server_seed = self.seed.to_bytes(32, "big")
        opened = RoundOpened(
            at_us=0,
            table="T1",
            number=1,
            paytable=self.paytable.name,
            paytable_version=3,
            paytable_hash=self.paytable.hash,
            settings_version=1,
            scheme=SCHEME,
            commitment=commitment(self.server_seed).hex(),
            engine="test",
        )
        self.operations: list[Operation] = [opened]
        self.state = Round(paytable=self.paytable, settings=self.settings, opened=opened)

    def do(self, step: tuple[Round, Operation]) -> Game:
        self.state, operation = step
        self.operations.append(operation)
        return self

    def stake(self, player: str, *wagers: tuple[int, int, int]) -> Game:
        return self.do(place_stakes(self.state, player, [BoxWager(*wager) for wager in wagers], at_us=self.now_us))

    def deal(self) -> Game:
        for player in self.state.players:
            self.do(actions.ask_for_deal(self.state, player, at_us=self.now_us))
        self.do(actions.close_bets(self.state, at_us=self.now_us))
        return self.do(actions.deal(self.state, self.server_seed, at_us=self.now_us))

    def decide(self, decision: Decision) -> Game:
        assert self.state.turn is not None
        stake = self.state.stake_of(self.state.turn)
        assert stake is not None
        return self.do(actions.decide(self.state, stake.player, stake.box, decision, at_us=self.now_us))

    def bet(self) -> Game:
        return self.decide(Decision.BET)

    def fold(self) -> Game:
        return self.decide(Decision.FOLD)

    def finish(self) -> Game:
        if actions.can_check_bonuses(self.state):
            self.do(actions.check_bonuses(self.state, self.server_seed, at_us=self.now_us))
        if actions.can_show_down(self.state):
            self.do(actions.show_down(self.state, self.server_seed, at_us=self.now_us))
        return self.do(actions.finish(self.state, self.server_seed, at_us=self.now_us))

    def void(self) -> Game:
        return self.do(
            actions.void(
                self.state, self.server_seed, reason="camera", pit_boss="boss", approver="second", at_us=self.now_us
            )
        )

    def look(self, viewer: str | None = "me", *, balance: int = 200_000) -> TableState:
        """Return the table as a player sees it; once the round is over the next one is open."""
        deck = actions.deck_of(self.state, self.server_seed) if self.state.flop else None
        own = self.state.set_of(viewer or "")
        following = Game(self.seed + 1, self.settings, self.paytable).state
        return TableState(
            shown=self.state,
            open=following if self.state.phase.is_over else self.state,
            cards=visible_cards(self.state, deck, viewer),
            names=NAMES,
            viewer=viewer,
            balance=balance,
            sequence=len(self.operations),
            now_us=self.now_us,
            operations=tuple(self.operations),
            last_wagers=() if own is None or not self.state.phase.is_over else own.wagers,
        )
