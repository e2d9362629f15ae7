"""The refusals of a round, and how `can_` follows from `verify_`."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import ParamSpec

from casino_table.errors import CasinoTableError

_Arguments = ParamSpec("_Arguments")


class RoundRefusal(CasinoTableError):
    """Refuse an action that the round does not allow now."""

    status = HTTPStatus.CONFLICT
    code = "round"


class BetsClosedError(RoundRefusal):
    """Refuse a stake or a withdrawal after bets have closed."""

    code = "bets_closed"


class NotYourTurnError(RoundRefusal):
    """Refuse a decision on a box whose turn it is not, or that belongs to somebody else."""

    code = "not_your_turn"


class StakeRefusal(RoundRefusal):
    """Refuse a set of stakes that the table's limits, the paytable, or other players' boxes do not allow."""

    code = "stake"


class SeedRefusal(RoundRefusal):
    """Refuse a seed that is not the one committed to."""

    code = "seed"


def allows(verify: Callable[_Arguments, None], *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> bool:
    """Say whether `verify` refuses nothing."""
    try:
        verify(*args, **kwargs)
    except CasinoTableError:
        return False
    return True
