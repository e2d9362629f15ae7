"""A round played step by step by the actions of the game alone, with its records kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from casino_table.game import actions
from casino_table.game.operations import BoxWager, Operation, RoundOpened
from casino_table.game.paytable import Paytable, parse_paytable
from casino_table.game.round import Round
from casino_table.game.settings import DEMO_SETTINGS, TableSettings
from casino_table.game.shuffle import SCHEME, client_commitment, commitment
from casino_table.game.staking import place_stakes

SECOND = 1_000_000
SEED = bytes(range(32))
VECTORS = json.loads((Path(__file__).parents[1] / "reference" / "paytable_vectors.json").read_text())
PAYTABLE: Paytable = parse_paytable(VECTORS["cases"][0]["paytable"])
ALONE = replace(DEMO_SETTINGS, betting_seconds=None, decision_seconds=None)


class Playing:
    """Play a round step by step and keep its records."""

    def __init__(
        self, table: TableSettings = DEMO_SETTINGS, *, seed: bytes = SEED, paytable: Paytable = PAYTABLE
    ) -> None:
        self.seed = seed
        opened = RoundOpened(
            at_us=0,
            table="T1",
            number=42,
            paytable=paytable.name,
            paytable_version=1,
            paytable_hash=paytable.hash,
            settings_version=1,
            scheme=SCHEME,
            commitment=commitment(seed).hex(),
            engine="test",
        )
        self.operations: list[Operation] = [opened]
        self.state = Round(paytable=paytable, settings=table, opened=opened)

    def do(self, step: tuple[Round, Operation]) -> Round:
        self.state, operation = step
        self.operations.append(operation)
        return self.state

    def stake(self, player: str, *wagers: tuple[int, int, int], at_us: int = 0, seed: bytes | None = None) -> Round:
        promise = None if seed is None else client_commitment(min(box for box, *_ in wagers), player, seed).hex()
        boxes = [BoxWager(*wager) for wager in wagers]
        return self.do(place_stakes(self.state, player, boxes, at_us=at_us, client_commitment=promise))

    def deal(self, *players: str, at_us: int = 0) -> Round:
        for player in players:
            self.do(actions.ask_for_deal(self.state, player, at_us=at_us))
        self.do(actions.close_bets(self.state, at_us=at_us))
        return self.do(actions.deal(self.state, self.seed, at_us=at_us))

    def end(self, at_us: int = 0) -> Round:
        self.do(actions.check_bonuses(self.state, self.seed, at_us=at_us))
        if actions.can_show_down(self.state):
            self.do(actions.show_down(self.state, self.seed, at_us=at_us))
        return self.do(actions.finish(self.state, self.seed, at_us=at_us))

    @property
    def deck(self) -> tuple[int, ...]:
        return actions.deck_of(self.state, self.seed)
