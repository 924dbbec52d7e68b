"""Small plots as inline SVG: crisp at any size, coloured by the page's style sheet in light and dark.

Every plot is 400 units wide, so that its text is readable on a phone. Every plot has a title and a description that say
what it shows: the text alternative.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

import numpy as np

from whistlestop.arena.estimates import Estimate, Floats, Ints
from whistlestop.arena.report.elements import COLOURS
from whistlestop.arena.report.wording import plain

WIDTH = 400.0
LEFT, RIGHT = 1.0, 399.0
ROW = 40.0


class Axis:
    """A scale from left to right, or from bottom to top, with round numbers on it."""

    def __init__(self, low: float, high: float, start: float, end: float, ticks: int = 5) -> None:
        high = high if high > low else low + 1
        step = _round_step((high - low) / ticks)
        self.low, self.high = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
        self.start, self.end = start, end
        self.ticks = [self.low + i * step for i in range(round((self.high - self.low) / step) + 1)]

    def __call__(self, value: float) -> float:
        """Where on the page a value lies; one outside the axis at its end."""
        inside = min(max(value, self.low), self.high)
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)


def _round_step(step: float) -> float:
    """The nearest of 1, 2, 5, 10, 20, … that is not smaller."""
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)


def picture(title: str, description: str, height: float, parts: Sequence[str]) -> str:
    """A plot with its text alternative."""
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH:g} {height:g}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(parts)}</svg>"
    )


def bars(
    title: str,
    names: Sequence[str],
    values: Sequence[Estimate],
    *,
    high: float,
    unit: str = "",
    expected: float,
    colours: Sequence[int],
) -> str:
    """A bar for each name with its 95 % interval, and a line where all would be if they were equal."""
    axis = Axis(0, high, LEFT, RIGHT)
    bottom = ROW * len(names) + 8
    parts = _across(axis, 0, bottom, unit)
    for i, (name, value) in enumerate(zip(names, values, strict=True)):
        top = ROW * i
        parts.append(
            f'<text x="{LEFT}" y="{top + 15:.0f}">{escape(name)}</text>'
            f'<text x="{RIGHT}" y="{top + 15:.0f}" class="end strong">{plain(value.value)}{unit}</text>'
            f'<rect class="c{colours[i] % COLOURS}" x="{LEFT}" y="{top + 20:.0f}" height="14" rx="3"'
            f' width="{axis(value.value) - LEFT:.1f}"/>'
        )
        if value.is_known:
            parts.append(_whisker(axis(value.low), axis(value.high), top + 27))
    parts.append(f'<path class="mark" d="M{axis(expected):.1f} 0V{bottom:.0f}"/>')
    description = "; ".join(
        f"{name} {plain(value.value)}{unit}"
        + (f" ({plain(value.low)} to {plain(value.high)})" if value.is_known else "")
        for name, value in zip(names, values, strict=True)
    )
    return picture(title, description, bottom + 18, parts)


def _across(axis: Axis, top: float, bottom: float, unit: str = "") -> list[str]:
    """Grid lines and numbers of an axis that runs from left to right."""
    lines = "".join(f"M{axis(tick):.1f} {top:g}V{bottom:g}" for tick in axis.ticks)
    parts = [f'<path class="grid" d="{lines}"/>']
    for i, tick in enumerate(axis.ticks):
        anchor = "start" if i == 0 else "end" if i == len(axis.ticks) - 1 else "middle"
        parts.append(
            f'<text class="tick" text-anchor="{anchor}" x="{axis(tick):.1f}" y="{bottom + 13:g}">'
            f"{plain(tick, 0)}{unit if i == len(axis.ticks) - 1 else ''}</text>"
        )
    return parts


def _whisker(low: float, high: float, y: float) -> str:
    return (
        f'<path class="whisker" d="M{low:.1f} {y:g}H{high:.1f}M{low:.1f} {y - 4:g}V{y + 4:g}M{high:.1f} {y - 4:g}'
        f'V{y + 4:g}"/>'
    )


def stacks(title: str, names: Sequence[str], parts_of: Sequence[Sequence[float]], labels: Sequence[str]) -> str:
    """A bar for each name, made of parts side by side; what is negative lies left of zero."""
    sums = [(sum(p for p in parts if p < 0), sum(p for p in parts if p > 0)) for parts in parts_of]
    axis = Axis(min(0, *(low for low, _ in sums)), max(1, *(high for _, high in sums)), LEFT, RIGHT)
    bottom = ROW * len(names) + 8
    drawn = _across(axis, 0, bottom)
    for i, (name, parts) in enumerate(zip(names, parts_of, strict=True)):
        drawn.append(f'<text x="{LEFT}" y="{ROW * i + 15:g}">{escape(name)}</text>')
        drawn.append(f'<text x="{RIGHT}" y="{ROW * i + 15:g}" class="end strong">{plain(sum(parts))}</text>')
        ends = {True: 0.0, False: 0.0}
        for colour, part in enumerate(parts):
            start, end = ends[part > 0], ends[part > 0] + part
            ends[part > 0] = end
            left, right = sorted((axis(start), axis(end)))
            if right - left > 0.05:
                drawn.append(
                    f'<rect class="p{colour}" x="{left:.1f}" y="{ROW * i + 20:g}" width="{right - left:.1f}"'
                    f' height="14"><title>{escape(labels[colour])}: {plain(part)}</title></rect>'
                )
    drawn.append(f'<path class="zero" d="M{axis(0):.1f} 0V{bottom:g}"/>')
    description = "; ".join(
        f"{name}: " + ", ".join(f"{label} {plain(part)}" for label, part in zip(labels, parts, strict=True))
        for name, parts in zip(names, parts_of, strict=True)
    )
    return picture(title, description, bottom + 18, drawn)


def distributions(title: str, names: Sequence[str], counts: Ints, lowest: int, colours: Sequence[int]) -> str:
    """How often each total came, as a hill for each name, with its middle half and its median below."""
    quartiles = [_quantiles(row, lowest) for row in counts]
    axis = Axis(min(q[0] for q in quartiles), max(q[4] for q in quartiles), LEFT, RIGHT, ticks=6)
    height = 74.0
    bottom = height * len(names) + 8
    drawn = _across(axis, 0, bottom)
    for i, (name, row, (_, low, median, high, _)) in enumerate(zip(names, counts, quartiles, strict=True)):
        base = height * i + 62
        drawn.append(f'<text x="{LEFT}" y="{height * i + 15:g}">{escape(name)}</text>')
        drawn.append(f'<text x="{RIGHT}" y="{height * i + 15:g}" class="end strong">median {plain(median, 0)}</text>')
        drawn.append(f'<path class="c{colours[i] % COLOURS} hill" d="{_hill(row, lowest, axis, base, 42)}"/>')
        drawn.append(
            f'<path class="box" d="M{axis(low):.1f} {base + 5:g}H{axis(high):.1f}"/>'
            f'<circle class="median" cx="{axis(median):.1f}" cy="{base + 5:g}" r="4"/>'
        )
    description = "; ".join(
        f"{name}: 95% of totals from {plain(q[0], 0)} to {plain(q[4], 0)}, half of them from {plain(q[1], 0)} to "
        f"{plain(q[3], 0)}, median {plain(q[2], 0)}"
        for name, q in zip(names, quartiles, strict=True)
    )
    return picture(title, description, bottom + 18, drawn)


def _quantiles(counts: Ints, lowest: int) -> list[float]:
    """The totals below which 2.5, 25, 50, 75 and 97.5 % of the cases lie."""
    rising = np.cumsum(counts) / max(int(counts.sum()), 1)
    return [float(lowest + np.searchsorted(rising, share)) for share in (0.025, 0.25, 0.5, 0.75, 0.975)]


def _hill(counts: Ints, lowest: int, axis: Axis, base: float, height: float) -> str:
    """The outline of a histogram with forty bins."""
    step = max(1, round((axis.high - axis.low) / 40))
    edges = np.arange(axis.low, axis.high + step, step)
    totals = lowest + np.arange(len(counts))
    heights, _ = np.histogram(totals, edges, weights=counts)
    scale = height / max(float(heights.max()), 1)
    steps = "".join(
        f"V{base - bin_height * scale:.1f}H{axis(edge):.1f}"
        for bin_height, edge in zip(heights, edges[1:], strict=True)
    )
    return f"M{axis(float(edges[0])):.1f} {base:g}{steps}V{base:g}Z"


def lines(title: str, names: Sequence[str], curves: Floats, x_label: str) -> str:
    """A line for each name over 1, 2, 3, …"""
    height = 240.0
    down = Axis(0, max(float(curves.max()), 1), height - 8, 14)
    across = Axis(0, curves.shape[1], 34, RIGHT)
    grid = "".join(f"M34 {down(tick):.1f}H{RIGHT}" for tick in down.ticks)
    drawn = [f'<path class="grid" d="{grid}"/>']
    drawn += [f'<text class="tick end" x="28" y="{down(tick) + 4:.1f}">{plain(tick, 0)}</text>' for tick in down.ticks]
    drawn += [
        f'<text class="tick" text-anchor="middle" x="{min(across(tick), RIGHT - 8):.1f}" y="{height + 8:g}">'
        f"{plain(tick, 0)}</text>"
        for tick in across.ticks
    ]
    drawn.append(f'<text class="tick" text-anchor="middle" x="214" y="{height + 23:g}">{escape(x_label)}</text>')
    for i, curve in enumerate(curves):
        points = [(0.0, 0.0), *((turn + 1.0, float(value)) for turn, value in enumerate(curve))]
        path = "L".join(f"{across(x):.1f} {down(y):.1f}" for x, y in points)
        drawn.append(f'<path class="c{i % COLOURS} line d{i % COLOURS}" d="M{path}"/>')
    description = "; ".join(
        f"{name}: " + ", ".join(f"{plain(float(curve[t]), 0)} after {t + 1}" for t in _sample_turns(curves.shape[1]))
        for name, curve in zip(names, curves, strict=True)
    )
    return picture(title, description, height + 28, drawn)


def _sample_turns(turns: int) -> list[int]:
    """A few turns that show the shape of a curve."""
    return sorted({round((turns - 1) * part / 4) for part in range(1, 5)})
