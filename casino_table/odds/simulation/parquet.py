"""Write rounds to a Parquet file, a row a box; needs pyarrow, which comes with the extra `cluster`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from casino_table.cards import DECK_SIZE, card_text
from casino_table.hands.batch import ranks5, ranks7
from casino_table.odds.batch_settlement import Boxes, Returned, settle_boxes
from casino_table.odds.simulation.dealing import SHARED_CARDS
from casino_table.odds.simulation.plan import Plan, SimulationError, kernel_rules
from casino_table.odds.simulation.playing import Played
from casino_table.odds.simulation.rounds import MismatchError, replay
from casino_table.odds.simulation.sums import BLOCK_ROUNDS
from casino_table.text import message

_CARDS: Final = np.array([card_text(card) for card in range(DECK_SIZE)], "U2")
_CARD_COLUMNS: Final = {"dealer": (0, 2), "flop": (2, 5), "turn": (5, 6), "river": (6, 7)}

Texts = npt.NDArray[np.str_]


def load_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its part for Parquet, or say how they are installed."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra that need not be there
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise SimulationError(
            message("Parquet needs pyarrow, which is not installed: pip install 'casino-table[cluster]'")
        ) from None
    return pa, parquet


def write_parquet(plan: Plan, path: Path, *, rounds: int, progress: Callable[[int], None] | None = None) -> None:
    """Write the first `rounds` rounds; `progress` is called with the number written.

    Columns: round, box (from 1), play, hole, flop, turn, river, dealer (cards as text), ante, bet, bonus (stakes in
    minor units), decision (empty on a blind box), and what ante, bet and bonus returned by the settlement for arrays,
    which is held against what the simulation counted. Ctrl-C leaves a file that is whole as far as it goes.
    """
    arrow, writing = load_pyarrow()
    rules = kernel_rules(plan)
    try:
        with ExitStack() as stack:
            writer: Any = None
            for first in range(0, rounds, BLOCK_ROUNDS):
                count = min(BLOCK_ROUNDS, rounds - first)
                table = arrow.table(_columns(plan, first, replay(rules, first, count)))
                if writer is None:
                    writer = stack.enter_context(writing.ParquetWriter(str(path), table.schema))
                writer.write_table(table)
                if progress is not None:
                    progress(first + count)
    except OSError as error:
        raise SimulationError(message("{file} cannot be written: {reason}", file=path, reason=str(error))) from None


def _columns(plan: Plan, first: int, played: Played) -> dict[str, Any]:
    rounds = len(played.cards)
    is_open = np.tile(np.arange(plan.boxes) < plan.open_boxes, rounds)
    folded, returned = played.folded.reshape(-1), _returned(plan, played)
    bet = plan.ante * plan.paytable.rules.bet_multiple
    shared = {
        name: np.repeat(_texts(played.cards[:, low:high]), plan.boxes) for name, (low, high) in _CARD_COLUMNS.items()
    }
    return {
        "round": np.repeat(np.arange(first + 1, first + rounds + 1), plan.boxes),
        "box": np.tile(np.arange(1, plan.boxes + 1, dtype=np.int8), rounds),
        "play": np.where(is_open, "open", "blind"),
        "hole": _texts(_holes(played)),
        **shared,
        "ante": np.full(rounds * plan.boxes, plan.ante),
        "bet": np.where(folded, 0, bet),
        "bonus": np.full(rounds * plan.boxes, plan.bonus),
        "decision": np.where(is_open, np.where(folded, "fold", "bet"), ""),
        "ante_returned": returned.ante,
        "bet_returned": returned.bet,
        "bonus_returned": returned.bonus,
    }


def _holes(played: Played) -> npt.NDArray[np.uint8]:
    return played.cards[:, SHARED_CARDS:].reshape(-1, 2)


def _texts(cards: npt.NDArray[np.uint8]) -> Texts:
    """Return rows of cards as one text each."""
    texts = _CARDS[cards]
    joined = texts[:, 0]
    for column in range(1, texts.shape[1]):
        joined = np.char.add(joined, texts[:, column])
    return np.asarray(joined)


def _returned(plan: Plan, played: Played) -> Returned:
    """Settle rounds by the settlement for arrays, and refuse them if the simulation counted otherwise."""
    boxes, folded = plan.boxes, played.folded.reshape(-1)
    board = np.repeat(played.cards[:, 2:SHARED_CARDS], boxes, axis=0)
    dealer_ranks = np.repeat(ranks7(played.cards[:, :SHARED_CARDS]), boxes)
    rows = len(folded)
    antes, bonuses = np.full(rows, plan.ante), np.full(rows, plan.bonus)
    returned = settle_boxes(
        plan.paytable,
        plan.limits,
        Boxes(
            deals=np.repeat(np.arange(len(played.cards)), boxes),
            player_ranks=ranks7(np.hstack([_holes(played), board])),
            dealer_ranks=dealer_ranks,
            bonus_ranks=ranks5(np.hstack([_holes(played), board[:, :3]])),
            antes=antes,
            bonuses=bonuses,
            folded=folded,
        ),
    )
    bets = np.where(folded, 0, plan.ante * plan.paytable.rules.bet_multiple)
    main = returned.ante + returned.bet - antes - bets
    if (main != played.main.reshape(-1)).any() or (returned.bonus - bonuses != played.bonus.reshape(-1)).any():
        raise MismatchError(message("simulation and settlement for arrays differ; please report this"))
    return returned
