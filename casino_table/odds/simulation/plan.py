"""What is simulated: paytable, boxes, stakes, strategy, seed, and the limits within which it can be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import Final

import numpy as np

from casino_table.errors import CasinoTableError
from casino_table.game.limits import MOST_BOXES, NO_LIMITS, Limits, MaxPayoutScope
from casino_table.game.paytable import BonusAfterFold, Paytable
from casino_table.game.settlement import largest_return
from casino_table.game.settlement_types import Wager
from casino_table.odds.payouts import Stakes
from casino_table.odds.simulation.dealing import SHARED_CARDS, rejections, start_of
from casino_table.odds.simulation.rules import (
    KernelRules,
    bonus_results,
    main_results,
    packed_bets,
    packed_renamings,
)
from casino_table.odds.simulation.strategy import Strategy
from casino_table.odds.simulation.sums import BINS, BLOCK_ROUNDS
from casino_table.odds.states import build_states
from casino_table.text import Message, message

DEFAULT_ANTE: Final = 10_000
DEFAULT_ROUNDS_PER_HOUR: Final = 40
MOST_ROUNDS: Final = 1 << 40
SEED_LIMIT: Final = 1 << 64
# A round of seven boxes then stays below 2**47, and 65,536 of them below 2**63.
LARGEST_RETURN: Final = 1 << 43


class SimulationError(CasinoTableError):
    """Refuse what cannot be simulated."""

    code = "simulation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Hold what is simulated; amounts in minor units.

    Boxes 1 to `open_boxes` are open and play by `strategy`, the others are blind; every box has the same ante and
    bonus. A box decides without sight of the other boxes.
    """

    paytable: Paytable
    strategy: Strategy
    rounds: int
    boxes: int = 6
    open_boxes: int = 2
    ante: int = DEFAULT_ANTE
    bonus: int = 0
    limits: Limits = NO_LIMITS
    seed: int = 0
    rounds_per_hour: int = DEFAULT_ROUNDS_PER_HOUR

    def __post_init__(self) -> None:
        """Refuse what no table has or no whole number of 64 bits can hold."""
        for name, value, least, most in (
            (message("the number of rounds"), self.rounds, 1, MOST_ROUNDS),
            (message("the number of boxes"), self.boxes, 1, MOST_BOXES),
            (message("the number of open boxes"), self.open_boxes, 0, self.boxes),
            (message("the seed"), self.seed, 0, SEED_LIMIT - 1),
            (message("the number of rounds an hour"), self.rounds_per_hour, 1, BLOCK_ROUNDS),
            (message("the ante"), self.ante, 1, LARGEST_RETURN),
            (message("the bonus"), self.bonus, 0, LARGEST_RETURN),
        ):
            if not least <= value <= most:
                raise SimulationError(_outside(name, value, least, most))
        if self.bonus and self.paytable.bonus is None:
            raise SimulationError(message("{paytable} offers no bonus", paytable=self.paytable.name or "the paytable"))
        for wager, stake in self._stakes_by_wager().items():
            if stake and largest_return(self.paytable, self.limits, wager, stake) > LARGEST_RETURN:
                raise SimulationError(
                    message(
                        "{stake} on the {wager} can return more than {most}, too much to simulate; drop some zeros",
                        wager=wager.value, stake=stake, most=LARGEST_RETURN,
                    )
                )  # fmt: skip

    def _stakes_by_wager(self) -> dict[Wager, int]:
        bet = self.ante * self.paytable.rules.bet_multiple
        return {Wager.ANTE: self.ante, Wager.BET: bet, Wager.BONUS: self.bonus}

    @property
    def blind_boxes(self) -> int:
        """The number of blind boxes."""
        return self.boxes - self.open_boxes

    @property
    def has_deal_cap(self) -> bool:
        """Say whether a cap holds for all boxes together."""
        return self.limits.max_payout is not None and self.limits.max_payout_scope is MaxPayoutScope.DEAL

    @property
    def stakes(self) -> Stakes:
        """Return the stakes of one box, with a cap by box but without one by deal."""
        return box_stakes(self.ante, self.bonus, self.limits)

    @property
    def is_bonus_lost(self) -> bool:
        """Say whether a fold loses the bonus."""
        return self.paytable.rules.bonus_after_fold is BonusAfterFold.LOST


def box_stakes(ante: int, bonus: int, limits: Limits) -> Stakes:
    """Return stakes as one box has them: a cap on the whole deal, which depends on the others, is left out."""
    if limits.max_payout_scope is MaxPayoutScope.DEAL:
        limits = replace(limits, max_payout=None, max_payout_scope=MaxPayoutScope.BOX)
    return Stakes(ante=ante, bonus=bonus, limits=limits)


def _outside(name: Message, value: int, least: int, most: int) -> Message:
    return message("{name} is {value}, but must be {least} to {most}", name=name, value=value, least=least, most=most)


def round_bins(plan: Plan) -> tuple[int, int]:
    """Return width and start of the bins of the house's result of a round: an ante each, the last with the best."""
    most = plan.boxes * (plan.ante * (1 + plan.paytable.rules.bet_multiple) + plan.bonus)
    return plan.ante, (most // plan.ante + 1 - BINS) * plan.ante


def hour_bins(plan: Plan) -> tuple[int, int]:
    """Return width and start of the bins of the house's result of an hour: some antes each, around nothing."""
    width = plan.ante * max(1, isqrt(plan.rounds_per_hour) // 2)
    return width, -BINS // 2 * width


def kernel_rules(plan: Plan) -> KernelRules:
    """Return the rules of a plan as the kernels read them."""
    rules, stakes, states = plan.paytable.rules, plan.stakes, build_states()
    main_net, main_won = main_results(plan.paytable, stakes)
    bonus_net, bonus_won = bonus_results(plan.paytable, stakes)
    bin_width, bin_start = round_bins(plan)
    hour_bin_width, hour_bin_start = hour_bins(plan)
    return KernelRules(
        start=start_of(plan.seed),
        rejections=rejections(SHARED_CARDS + 2 * plan.boxes),
        boxes=np.int64(plan.boxes),
        open_boxes=np.int64(plan.open_boxes),
        bets=packed_bets(plan.strategy.bets),
        flop_class=states.flop_class.copy(),
        flop_renaming=packed_renamings(),
        qualifying=np.int64(rules.dealer_qualifies.rank),
        minimum=np.int64(rules.player_minimum.rank),
        main_net=main_net,
        main_won=main_won,
        bonus_net=bonus_net,
        bonus_won=bonus_won,
        has_bonus=np.bool_(plan.bonus > 0),
        is_bonus_lost=np.bool_(plan.is_bonus_lost),
        deal_cap=np.int64(plan.limits.max_payout if plan.has_deal_cap and plan.limits.max_payout is not None else -1),
        bin_width=np.int64(bin_width),
        bin_start=np.int64(bin_start),
        hour_rounds=np.int64(plan.rounds_per_hour),
        hour_bin_width=np.int64(hour_bin_width),
        hour_bin_start=np.int64(hour_bin_start),
    )
