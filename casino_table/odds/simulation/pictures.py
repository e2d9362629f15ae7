"""The pictures of a simulation: distribution of the house's result, its bankroll, and how estimates converge."""

from __future__ import annotations

from itertools import accumulate
from math import sqrt
from typing import Final

import numpy as np

from casino_table.odds.simulation.chart import Band, Chart, Line
from casino_table.odds.simulation.estimates import Estimates
from casino_table.odds.simulation.plan import SimulationError, round_bins
from casino_table.odds.simulation.running import Simulation
from casino_table.odds.simulation.sums import SLICE_ROUNDS
from casino_table.text import message

_FAN_BANDS: Final = ((0.01, 0.99, "#88ccee"), (0.05, 0.95, "#4477aa"), (0.25, 0.75, "#225588"))
_LEAST_PATHS: Final = 20
_LONGEST_PATH: Final = 128
"""Steps of 64 rounds."""
_TAIL: Final = 0.001
_POINTS: Final = 400
_LINE_COLOR: Final = "#cc3311"


NAMES: Final = ("distribution", "bankroll", "convergence")


def refuse_too_few(rounds: int) -> None:
    """Refuse rounds that are too few for pictures."""
    if rounds < 2 * SLICE_ROUNDS:
        raise SimulationError(message("pictures need at least {rounds} rounds", rounds=2 * SLICE_ROUNDS))


def pictures(simulation: Simulation, estimates: Estimates) -> dict[str, Chart]:
    """Return the charts by name: `distribution`, `bankroll`, `convergence`."""
    refuse_too_few(simulation.tally.rounds)
    charts = (distribution(simulation, estimates), bankroll(simulation), convergence(simulation, estimates))
    return dict(zip(NAMES, charts, strict=True))


def distribution(simulation: Simulation, estimates: Estimates) -> Chart:
    """Return the chart of the house's result per round, in antes; the farthest tails of a thousandth are left out."""
    bins = simulation.tally.bins
    width, start = round_bins(simulation.plan)
    rounds = int(bins.sum())
    reached = np.cumsum(bins)
    low, high = int(np.searchsorted(reached, _TAIL * rounds)), int(np.flatnonzero(bins)[-1])
    first = start // width
    bars = [
        (float(first + place), float(first + place + 1), int(bins[place]) / rounds) for place in range(low, high + 1)
    ]
    mean, ante = estimates.round.mean, simulation.plan.ante
    top = max(height for _, _, height in bars)
    lines = [Line(f"mean {mean.value / ante:+.4f}", [(mean.value / ante, 0), (mean.value / ante, top)], _LINE_COLOR)]
    return Chart(
        title="House's result per round",
        description=f"Share of {rounds:,} rounds by the house's result in antes; {_seed_text(simulation)}.",
        x_label="result in antes",
        y_label="share of rounds",
        bars=bars,
        lines=lines,
    )


def bankroll(simulation: Simulation) -> Chart:
    """Return the chart of the house's bankroll over a stretch of rounds: between which values so many of 100 ran."""
    tally = simulation.tally
    whole = {block: tally.blocks[block][0] // SLICE_ROUNDS for block in sorted(tally.slices)}
    steps = np.concatenate([-tally.slices[block][:count].sum(axis=1) for block, count in whole.items()])
    length = max(1, min(_LONGEST_PATH, len(steps) // _LEAST_PATHS))
    count = len(steps) // length
    paths = np.cumsum(steps[: count * length].reshape(count, length), axis=1) / simulation.plan.ante
    rounds = [SLICE_ROUNDS * step for step in range(length + 1)]

    def quantile(level: float) -> list[float]:
        return [0.0, *np.quantile(paths, level, axis=0).tolist()]

    bands = [
        Band(f"{high - low:.0%}", list(zip(rounds, quantile(low), quantile(high), strict=True)), color)
        for low, high, color in _FAN_BANDS
    ]
    median = Line("median", list(zip(rounds, quantile(0.5), strict=True)), _LINE_COLOR)
    return Chart(
        title=f"House's bankroll, {count:,} stretches of {rounds[-1]:,} rounds",
        description=f"Bands in which so many stretches ran, in antes; {_seed_text(simulation)}.",
        x_label="rounds",
        y_label="won by the house, in antes",
        bands=bands,
        lines=[median],
    )


def convergence(simulation: Simulation, estimates: Estimates) -> Chart:
    """Return the chart of the house's mean result per round as rounds add up, with its 95% interval, and the exact."""
    ante = simulation.plan.ante
    points = _running_means(simulation)
    z = 1.959964
    sd = estimates.round.sd / ante
    band = [(rounds, mean - z * sd / sqrt(rounds), mean + z * sd / sqrt(rounds)) for rounds, mean in points]
    lines = [Line("estimate", points, "#225588")]
    exact = estimates.round.mean.exact
    if exact is not None:
        ends = [(points[0][0], exact / ante), (points[-1][0], exact / ante)]
        lines.append(Line("exact", ends, _LINE_COLOR, is_dashed=True))
    return Chart(
        title="House's mean result per round",
        description=f"The estimate after so many rounds with its 95% interval, in antes; {_seed_text(simulation)}.",
        x_label="rounds",
        y_label="antes per round",
        bands=[Band("95%", band, "#88ccee")],
        lines=lines,
    )


def _running_means(simulation: Simulation) -> list[tuple[float, float]]:
    """Return rounds played and the house's mean result in antes, block by block, from a twentieth on."""
    tally, plan = simulation.tally, simulation.plan
    counts: list[int] = []
    results: list[int] = []
    for block in sorted(tally.blocks):
        rounds, *parts = tally.blocks[block]
        if block in tally.slices and len(tally.blocks) < _POINTS // 4:
            slices = (-tally.slices[block].sum(axis=1)).tolist()
            results += slices
            sizes = [SLICE_ROUNDS] * len(slices)
            sizes[-1] = rounds - SLICE_ROUNDS * (len(slices) - 1)
            counts += sizes
        else:
            counts.append(rounds)
            results.append(-sum(parts))
    running = list(zip(accumulate(counts), accumulate(results), strict=True))
    running = [point for point in running if point[0] * 20 >= running[-1][0]]
    step = max(1, len(running) // _POINTS)
    chosen = running[::step] + ([running[-1]] if (len(running) - 1) % step else [])
    return [(float(rounds), result / rounds / plan.ante) for rounds, result in chosen]


def _seed_text(simulation: Simulation) -> str:
    plan = simulation.plan
    return f"{plan.paytable.name or 'paytable'}, {plan.boxes} boxes, {plan.open_boxes} open, seed {plan.seed}"
