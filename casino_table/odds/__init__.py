"""The exact mathematics of a paytable, and simulation; the names below are what a mathematician needs.

Each is what a command of `casino-table` does, as a function:

- `analyse` (`odds`), with the counts that a `CountsCache` gives and, where they matter, `Stakes`;
- `decide` (`decide`), `design` (`design`), `sensitivities` and `worst_deals` (options of `odds`), `expected_result`.

They are looked up when first used, so that importing the package does not bring numba in.

>>> from casino_table.odds import expected_result
>>> expected_result(0.03, 2.6, 10_000).mean
300.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from casino_table.odds.analysis import analyse as analyse
    from casino_table.odds.cache import CountsCache as CountsCache
    from casino_table.odds.decision import decide as decide
    from casino_table.odds.designing import design as design
    from casino_table.odds.exposure import worst_deals as worst_deals
    from casino_table.odds.hold import expected_result as expected_result
    from casino_table.odds.payouts import Stakes as Stakes
    from casino_table.odds.sensitivity import sensitivities as sensitivities

_MODULES: Final = {
    "CountsCache": "cache",
    "Stakes": "payouts",
    "analyse": "analysis",
    "decide": "decision",
    "design": "designing",
    "expected_result": "hold",
    "sensitivities": "sensitivity",
    "worst_deals": "exposure",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
