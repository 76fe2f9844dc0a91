"""What plots of an axis draw: lines, areas and marks, written values, widths of bars, and ticks."""

import math
from collections.abc import Iterable

from benchmark.judging.scenes.values import Area, Axes, Bar, Mark, Place, Points, Stroke
from benchmark.judging.tikz.canvas import Note
from benchmark.judging.tikz.plots import Plot

_MOST_TICKS = 8
_ALIKE = 0.01  #: share by which widths of bars may differ


def bar_width(like: Axes, *, flat: bool) -> float | None:
    """Return the width that all bars of the reference have; None if they differ or there are none."""
    sides = [mark.y if flat else mark.x for mark in like.marks if isinstance(mark, Bar)]
    widths = [abs(high - low) for low, high in sides]
    return max(widths) if widths and max(widths) - min(widths) <= _ALIKE * max(widths) else None


def line_marks(plot: Plot, label: str) -> Iterable[Mark]:
    """Yield what a plot draws that is not of bars."""
    points = tuple(Place(x, y) for x, y in plot.points)
    if plot.closed:
        points = (Place(points[0].x, 0.0), *points, Place(points[-1].x, 0.0)) if points else ()
    if plot.style.fill and len(points) > 1:
        yield Area(points, "", plot.style.face, label)
    if plot.joined and plot.style.draw and len(points) > 1:
        yield Stroke(points, plot.style.dash, plot.style.ink, label)
    if plot.mark:
        yield Points(points, plot.mark, plot.style.ink, label)


def values_of(plot: Plot, kind: str) -> list[Note]:
    """Return the values that ``nodes near coords`` writes."""
    flat = kind.startswith("xbar")
    way = (1, 0) if flat else (0, 1)
    return [Note(f"{x if flat else y:g}", Place(x, y), way, plot.style.words) for x, y in plot.points]


def round_numbers(low: float, high: float) -> list[float]:
    """Return the ticks of an axis that states none."""
    step = 10.0 ** math.floor(math.log10(high - low))
    factors = (0.1, 0.2, 0.5, 1, 2, 5)
    step = next((step * factor for factor in factors if (high - low) / (step * factor) <= _MOST_TICKS), step)
    return [i * step for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def within(value: float, limits: tuple[float, float]) -> bool:
    """Whether a value is in the limits of an axis."""
    margin = 1e-9 * (limits[1] - limits[0])
    return limits[0] - margin <= value <= limits[1] + margin
