"""Charts as SVG, written by hand: axes with round numbers, bars, lines and bands; or as PNG through matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final

from casino_table.odds.simulation.plan import SimulationError
from casino_table.text import message

WIDTH: Final = 800
HEIGHT: Final = 480
_LEFT, _RIGHT, _TOP, _BOTTOM = 96, 24, 56, 64
_TICKS: Final = 6
_INK, _GRID = "#222222", "#dddddd"

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Band:
    """Hold an area between two lines over the same x values: (x, low, high)."""

    name: str
    points: Sequence[tuple[float, float, float]]
    color: str


@dataclass(frozen=True, slots=True)
class Line:
    """Hold a line of points; dashed for what is exact."""

    name: str
    points: Points
    color: str
    is_dashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Hold what a chart shows; `bars` are (start, end, height)."""

    title: str
    description: str
    x_label: str
    y_label: str
    bars: Sequence[tuple[float, float, float]] = ()
    bands: Sequence[Band] = ()
    lines: Sequence[Line] = ()

    @property
    def parts(self) -> tuple[Band | Line, ...]:
        """Return bands and lines."""
        return (*self.bands, *self.lines)

    @property
    def x_range(self) -> tuple[float, float]:
        """Return the least and largest x."""
        values = [x for start, end, _ in self.bars for x in (start, end)]
        values += [point[0] for part in self.parts for point in part.points]
        return min(values), max(values)

    @property
    def y_range(self) -> tuple[float, float]:
        """Return the least and largest y; bars stand on zero."""
        values = [height for _, _, height in self.bars] + ([0.0] if self.bars else [])
        values += [y for part in self.parts for point in part.points for y in point[1:]]
        return min(values), max(values)


def ticks(low: float, high: float) -> list[float]:
    """Return a few round numbers from `low` to `high`.

    >>> ticks(0, 9.7), ticks(-0.031, 0.052)
    ([0.0, 2.0, 4.0, 6.0, 8.0], [-0.02, 0.0, 0.02, 0.04])
    """
    if high <= low:
        return [low]
    rough = (high - low) / _TICKS
    size = 10.0 ** floor(log10(rough))
    step = size * next(factor for factor in (1, 2, 5, 10) if factor * size >= rough * 0.999)
    return [round(number * step, 12) for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


class _Scale:
    """Turn values into places on the picture."""

    def __init__(self, chart: Chart) -> None:
        self.x_low, self.x_high = _spread(*chart.x_range)
        self.y_low, self.y_high = _spread(*chart.y_range)

    def x(self, value: float) -> float:
        return _LEFT + (value - self.x_low) / (self.x_high - self.x_low) * (WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - _BOTTOM - (value - self.y_low) / (self.y_high - self.y_low) * (HEIGHT - _TOP - _BOTTOM)

    def point(self, x: float, y: float) -> str:
        return f"{self.x(x):.1f},{self.y(y):.1f}"


def _spread(low: float, high: float) -> tuple[float, float]:
    return (low, high) if high > low else (low - 1, high + 1)


def to_svg(chart: Chart) -> str:
    """Return a chart as an SVG document that needs nothing from elsewhere."""
    scale = _Scale(chart)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"',
        f'role="img" font-family="sans-serif" font-size="12" fill="{_INK}">',
        f"<title>{escape(chart.title)}</title>",
        f"<desc>{escape(chart.description)}</desc>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="24" font-size="16" font-weight="bold">{escape(chart.title)}</text>',
        *_axes(chart, scale),
    ]
    for start, end, height in chart.bars:
        x, y = scale.x(start), scale.y(height)
        width = max(scale.x(end) - x - 0.5, 0.5)
        parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{scale.y(0) - y:.1f}" fill="#4477aa"/>'
        )
    for band in chart.bands:
        there = [scale.point(x, high) for x, _, high in band.points]
        back = [scale.point(x, low) for x, low, _ in reversed(band.points)]
        parts.append(f'<polygon points="{" ".join(there + back)}" fill="{band.color}" fill-opacity="0.35"/>')
    for line in chart.lines:
        dash = ' stroke-dasharray="6 4"' if line.is_dashed else ""
        points = " ".join(scale.point(x, y) for x, y in line.points)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{line.color}" stroke-width="1.5"{dash}/>')
    parts += _legend(chart)
    return "\n".join([*parts, "</svg>", ""])


def _axes(chart: Chart, scale: _Scale) -> list[str]:
    parts = []
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    for value in ticks(scale.x_low, scale.x_high):
        x = scale.x(value)
        parts.append(f'<line x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{bottom}" stroke="{_GRID}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{_number(value)}</text>')
    for value in ticks(scale.y_low, scale.y_high):
        y = scale.y(value)
        parts.append(f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="{_GRID}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}</text>')
    parts.append(
        f'<text x="{(_LEFT + right) / 2}" y="{HEIGHT - 20}" text-anchor="middle">{escape(chart.x_label)}</text>'
    )
    middle = (_TOP + bottom) / 2
    turned = f'transform="rotate(-90 18 {middle})"'
    parts.append(f'<text x="18" y="{middle}" text-anchor="middle" {turned}>{escape(chart.y_label)}</text>')
    return parts


def _number(value: float) -> str:
    """Return a number as short as it can be read: 1,500,000 or 0.0309."""
    return f"{value:,.0f}" if value == int(value) else f"{value:.6g}"


def _legend(chart: Chart) -> list[str]:
    parts, x = [], float(_LEFT)
    for part in chart.parts:
        opacity = "0.35" if isinstance(part, Band) else "1"
        parts.append(f'<rect x="{x:.0f}" y="36" width="14" height="8" fill="{part.color}" fill-opacity="{opacity}"/>')
        parts.append(f'<text x="{x + 18:.0f}" y="44">{escape(part.name)}</text>')
        x += 34 + 6.6 * len(part.name)
    return parts


def write_chart(chart: Chart, path: Path) -> None:
    """Write a chart as SVG, or as PNG where the name ends so."""
    try:
        if path.suffix.lower() == ".png":
            _write_png(chart, path)
        else:
            path.write_text(to_svg(chart), encoding="utf-8")
    except OSError as error:
        raise SimulationError(
            message("{file} cannot be written: {reason}", file=path, reason=error.strerror or str(error))
        ) from None


def load_matplotlib() -> tuple[Any, Any]:
    """Return the classes of matplotlib that draw a figure without a screen, or say how it is installed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415 - an extra that need not be there
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError:
        raise SimulationError(
            message("PNG needs matplotlib, which is not installed: pip install 'casino-table[plots]', or take SVG")
        ) from None
    return Figure, FigureCanvasAgg


def _write_png(chart: Chart, path: Path) -> None:
    new_figure, new_canvas = load_matplotlib()
    figure: Any = new_figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=200, layout="constrained")
    new_canvas(figure)
    axes = figure.add_subplot(title=chart.title, xlabel=chart.x_label, ylabel=chart.y_label)
    if chart.bars:
        starts, ends, heights = zip(*chart.bars, strict=True)
        axes.bar(starts, heights, [end - start for start, end in zip(starts, ends, strict=True)], align="edge")
    for band in chart.bands:
        axes.fill_between(*zip(*band.points, strict=True), color=band.color, alpha=0.35, label=band.name)
    for line in chart.lines:
        style = "--" if line.is_dashed else "-"
        axes.plot(*zip(*line.points, strict=True), color=line.color, linestyle=style, label=line.name)
    if chart.bands or chart.lines:
        axes.legend()
    axes.grid(visible=True, color=_GRID)
    figure.savefig(path, format="png")
