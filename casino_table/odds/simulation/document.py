"""A simulation as a JSON document."""

from __future__ import annotations

from casino_table.odds.simulation.estimates import LEVELS, Estimate, Estimates, HouseEstimate, WagerEstimate
from casino_table.odds.simulation.plan import Plan
from casino_table.odds.simulation.running import Simulation


def to_document(simulation: Simulation, estimates: Estimates | None, *, checked: int = 0) -> dict[str, object]:
    """Return a simulation as a JSON-able object.

    Edges, deviations and errors of wagers are per stake; results of the house in minor units. `complete` is false where
    Ctrl-C ended it early; then `rounds_played` is what the rest is about, and without estimates too few were played.
    """
    plan = simulation.plan
    document: dict[str, object] = {
        "complete": simulation.is_complete,
        "rounds": plan.rounds,
        "rounds_played": simulation.tally.rounds,
        "checked_rounds": checked,
        "seed": plan.seed,
        **_plan_document(plan),
    }
    if estimates is None:
        return document
    wagers = {"open": estimates.open, "blind": estimates.blind, "bonus": estimates.bonus}
    document |= {name: _wager_document(wager) for name, wager in wagers.items() if wager is not None}
    document["correlation"] = {name: None if wager is None else wager.correlation for name, wager in wagers.items()} | {
        "open_blind": estimates.open_blind_correlation
    }
    document["house"] = {
        "staked_per_round": estimates.staked_per_round,
        "round": _house_document(estimates.round),
        "hour": None if estimates.hour is None else _house_document(estimates.hour),
    }
    if plan.has_deal_cap:
        document["rounds_cut_by_deal_cap"] = estimates.capped_rounds
    return document


def _plan_document(plan: Plan) -> dict[str, object]:
    return {
        "paytable": plan.paytable.name,
        "paytable_hash": plan.paytable.hash,
        "strategy": plan.strategy.name,
        "boxes": plan.boxes,
        "open_boxes": plan.open_boxes,
        "ante": plan.ante,
        "bonus_stake": plan.bonus,
        "limits": plan.limits.to_document(),
        "rounds_per_hour": plan.rounds_per_hour,
    }


def _estimate_document(estimate: Estimate) -> dict[str, object]:
    intervals = {f"interval_{level * 100:g}": list(estimate.interval(level)) for level in LEVELS}
    return {"estimate": estimate.value, "standard_error": estimate.error, **intervals} | {
        "exact": estimate.exact,
        "z": estimate.z,
    }


def _wager_document(wager: WagerEstimate) -> dict[str, object]:
    fit = wager.chi_square
    return {
        "boxes": wager.boxes,
        "edge": _estimate_document(wager.edge),
        "sd": wager.sd,
        "exact_sd": wager.exact_sd,
        "fold_share": wager.fold_share,
        "chi_square": None if fit is None else {"value": fit.value, "degrees": fit.degrees, "p": fit.p},
    }


def _house_document(house: HouseEstimate) -> dict[str, object]:
    return {
        "count": house.count,
        "mean": _estimate_document(house.mean),
        "sd": house.sd,
        "worst": house.worst,
        "best": house.best,
        "quantiles": {f"{level:g}": value for level, value in house.quantiles.items()},
        "loses": house.loses,
    }
