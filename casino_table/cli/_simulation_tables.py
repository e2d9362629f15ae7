"""The tables of a simulation for a terminal."""

from __future__ import annotations

from rich.table import Table

from casino_table.odds.simulation.estimates import Estimate, Estimates, HouseEstimate, WagerEstimate
from casino_table.odds.simulation.plan import Plan
from casino_table.text import Message, message


def wager_table(plan: Plan, estimates: Estimates) -> Table:
    """Return the table of edges, deviations and correlations by wager."""
    table = Table(title=str(message("estimates beside exact values")), title_justify="left")
    if plan.has_deal_cap:
        table.caption = str(
            message(
                "no exact values with a cap on the deal, which cut {rounds:,} rounds", rounds=estimates.capped_rounds
            )
        )
    headings = (message("open box"), message("blind box"), message("bonus"))
    wagers = zip(headings, (estimates.open, estimates.blind, estimates.bonus), strict=True)
    shown = {str(heading): wager for heading, wager in wagers if wager is not None}
    table.add_column("")
    for name in shown:
        table.add_column(name, justify="right")
    rows: list[tuple[Message, list[str]]] = [
        (message("house edge"), [f"{wager.edge.value:.4%}" for wager in shown.values()]),
        (message("exact"), [_percent(wager.edge.exact) for wager in shown.values()]),
        (message("95% interval"), [_interval(wager.edge, 0.95) for wager in shown.values()]),
        (message("99.9% interval"), [_interval(wager.edge, 0.999) for wager in shown.values()]),
        (message("standard errors off"), [_number(wager.edge.z, "+.2f") for wager in shown.values()]),
        (message("standard deviation"), [f"{wager.sd:.4f}" for wager in shown.values()]),
        (message("exact"), [_number(wager.exact_sd, ".4f") for wager in shown.values()]),
        (message("folded"), [f"{wager.fold_share:.2%}" for wager in shown.values()]),
        (message("correlation of two"), [_number(wager.correlation, "+.4f") for wager in shown.values()]),
        (message("outcomes, chi-square p"), [_fit(wager) for wager in shown.values()]),
    ]
    for label, cells in rows:
        table.add_row(str(label), *cells)
    if estimates.open_blind_correlation is not None:
        table.add_row(str(message("correlation, open and blind")), _number(estimates.open_blind_correlation, "+.4f"))
    return table


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.4%}"


def _number(value: float | None, form: str) -> str:
    return "" if value is None else f"{value:{form}}"


def _interval(estimate: Estimate, level: float) -> str:
    low, high = estimate.interval(level)
    return str(message("{low:.4%} to {high:.4%}", low=low, high=high))


def _fit(wager: WagerEstimate) -> str:
    return "" if wager.chi_square is None else f"{wager.chi_square.p:.3f}"


def house_table(plan: Plan, estimates: Estimates) -> Table:
    """Return the table of the house's results per round and per hour."""
    table = Table(title=str(message("the house's result, in minor units")), title_justify="left")
    found = {str(message("a round")): estimates.round}
    if estimates.hour is not None:
        found[str(message("an hour of {rounds} rounds", rounds=plan.rounds_per_hour))] = estimates.hour
    table.add_column("")
    for name in found:
        table.add_column(name, justify="right")

    def row(name: Message, *cells: str) -> None:
        table.add_row(str(name), *cells)

    row(message("mean"), *(f"{house.mean.value:,.2f}" for house in found.values()))
    row(message("exact"), *(_number(house.mean.exact, ",.2f") for house in found.values()))
    row(message("95% interval"), *(_amounts(house.mean) for house in found.values()))
    row(message("standard deviation"), *(f"{house.sd:,.2f}" for house in found.values()))
    row(message("worst, best"), *(_range(house.worst, house.best) for house in found.values()))
    for level in estimates.round.quantiles:
        row(message("{level:.0%} are below", level=level), *(_quantile(house, level) for house in found.values()))
    row(message("house loses"), *(f"{house.loses:.2%}" for house in found.values()))
    row(message("staked"), f"{estimates.staked_per_round:,.2f}")
    return table


def _amounts(estimate: Estimate) -> str:
    low, high = estimate.interval(0.95)
    return str(message("{low:,.2f} to {high:,.2f}", low=low, high=high))


def _range(low: int, high: int) -> str:
    return str(message("{low:,} to {high:,}", low=low, high=high))


def _quantile(house: HouseEstimate, level: float) -> str:
    return f"{house.quantiles[level]:,}"
