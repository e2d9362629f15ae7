"""The tables of a simulation for a terminal."""

from __future__ import annotations

from rich.table import Table

from casino_table.odds.simulation.estimates import Estimate, Estimates, HouseEstimate, WagerEstimate
from casino_table.odds.simulation.plan import Plan


def wager_table(plan: Plan, estimates: Estimates) -> Table:
    """Return the table of edges, deviations and correlations by wager."""
    table = Table(title="estimates beside exact values", title_justify="left")
    if plan.has_deal_cap:
        table.caption = f"no exact values with a cap on the deal, which cut {estimates.capped_rounds:,} rounds"
    wagers = {"open box": estimates.open, "blind box": estimates.blind, "bonus": estimates.bonus}
    shown = {name: wager for name, wager in wagers.items() if wager is not None}
    table.add_column("")
    for name in shown:
        table.add_column(name, justify="right")
    rows: list[tuple[str, list[str]]] = [
        ("house edge", [f"{wager.edge.value:.4%}" for wager in shown.values()]),
        ("exact", [_percent(wager.edge.exact) for wager in shown.values()]),
        ("95% interval", [_interval(wager.edge, 0.95) for wager in shown.values()]),
        ("99.9% interval", [_interval(wager.edge, 0.999) for wager in shown.values()]),
        ("standard errors off", [_number(wager.edge.z, "+.2f") for wager in shown.values()]),
        ("standard deviation", [f"{wager.sd:.4f}" for wager in shown.values()]),
        ("exact", [_number(wager.exact_sd, ".4f") for wager in shown.values()]),
        ("folded", [f"{wager.fold_share:.2%}" for wager in shown.values()]),
        ("correlation of two", [_number(wager.correlation, "+.4f") for wager in shown.values()]),
        ("outcomes, chi-square p", [_fit(wager) for wager in shown.values()]),
    ]
    for name, cells in rows:
        table.add_row(name, *cells)
    if estimates.open_blind_correlation is not None:
        table.add_row("correlation, open and blind", _number(estimates.open_blind_correlation, "+.4f"))
    return table


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.4%}"


def _number(value: float | None, form: str) -> str:
    return "" if value is None else f"{value:{form}}"


def _interval(estimate: Estimate, level: float) -> str:
    low, high = estimate.interval(level)
    return f"{low:.4%} to {high:.4%}"


def _fit(wager: WagerEstimate) -> str:
    return "" if wager.chi_square is None else f"{wager.chi_square.p:.3f}"


def house_table(plan: Plan, estimates: Estimates) -> Table:
    """Return the table of the house's results per round and per hour."""
    table = Table(title="the house's result, in minor units", title_justify="left")
    found = {"a round": estimates.round}
    if estimates.hour is not None:
        found[f"an hour of {plan.rounds_per_hour} rounds"] = estimates.hour
    table.add_column("")
    for name in found:
        table.add_column(name, justify="right")
    table.add_row("mean", *(f"{house.mean.value:,.2f}" for house in found.values()))
    table.add_row("exact", *(_number(house.mean.exact, ",.2f") for house in found.values()))
    table.add_row("95% interval", *(_amounts(house.mean) for house in found.values()))
    table.add_row("standard deviation", *(f"{house.sd:,.2f}" for house in found.values()))
    table.add_row("worst, best", *(f"{house.worst:,} to {house.best:,}" for house in found.values()))
    for level in estimates.round.quantiles:
        table.add_row(f"{level:.0%} are below", *(_quantile(house, level) for house in found.values()))
    table.add_row("house loses", *(f"{house.loses:.2%}" for house in found.values()))
    table.add_row("staked", f"{estimates.staked_per_round:,.2f}")
    return table


def _amounts(estimate: Estimate) -> str:
    low, high = estimate.interval(0.95)
    return f"{low:,.2f} to {high:,.2f}"


def _quantile(house: HouseEstimate, level: float) -> str:
    return f"{house.quantiles[level]:,}"
