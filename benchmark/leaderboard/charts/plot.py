"""Geometry of a chart of price against score: positions of points and grid, and the points that none beats.

Horizontal positions are percentages, so that a chart fits any width; vertical positions are pixels. A price
is a number of dollars or of parameters; this module does not need to know which.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

HEIGHT = 320  #: pixels
_LEFT, _RIGHT = 12.0, 97.0  #: range of positions of positive prices, percent
_ZERO_PRICE = 4.0  #: position of the price 0, percent; a logarithmic axis has no natural one
_DECADES = 2.5  #: axes of up to this many decades have ticks at 1, 2 and 5, longer ones only at 1
STEP = 0.1  #: step of the score axis
_MIN_STEPS = 4  #: minimum number of steps of the score axis


@dataclass(frozen=True, slots=True)
class Point:
    """The price and the score of a model."""

    price: float  #: 0 or more; less is better
    score: float  #: place on its scale, in [0, 1]; more is better
    low: float  #: lower end of the score's range
    high: float  #: upper end of the score's range


@dataclass(frozen=True, slots=True)
class Dot:
    """The position of a point and of its range in the chart."""

    x: str  #: ``37.5%``
    y: float
    top: float  #: upper end of the range
    bottom: float  #: lower end of the range


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid."""

    value: float
    x: str = ""
    y: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """The geometry of a chart."""

    dots: tuple[Dot, ...]  #: in the order of the points
    front: tuple[int, ...]  #: numbers of the points that none beats, the cheapest first
    across: tuple[Tick, ...]  #: ticks of the price axis
    down: tuple[Tick, ...]  #: ticks of the score axis


def plot(points: Sequence[Point], step: float = STEP) -> Plot:
    """Return the geometry of a chart.

    Args:
        points: at least one point.
        step: step of the score axis, as a part of the scale.
    """
    prices = [point.price for point in points if point.price > 0] or [1.0]
    low, high = math.log10(min(prices)), math.log10(max(prices))
    if high - low < 1:  # show at least one decade, with the points in its middle
        low, high = (low + high - 1) / 2, (low + high + 1) / 2
    bottom = math.floor(min(point.low for point in points) / step + 1e-9)
    top = math.ceil(max(point.high for point in points) / step - 1e-9)
    while top - bottom < _MIN_STEPS:
        bottom, top = max(bottom - 1, 0), min(top + 1, round(1 / step))

    def x(price: float) -> str:
        if price <= 0:
            return f"{_ZERO_PRICE:g}%"
        share = (math.log10(price) - low) / (high - low)
        return f"{_LEFT + (_RIGHT - _LEFT) * share:.2f}%"

    def y(score: float) -> float:
        return round(HEIGHT * (1 - (score / step - bottom) / (top - bottom)), 1)

    free = [Tick(0.0, x(0))] if any(point.price <= 0 for point in points) else []
    return Plot(
        dots=tuple(Dot(x(point.price), y(point.score), y(point.high), y(point.low)) for point in points),
        front=front(points),
        across=(*free, *(Tick(value, x(value)) for value in _ticks(low, high))),
        down=tuple(
            Tick(value * step, y=y(value * step))
            for value in range(bottom, top + 1, 1 if top - bottom <= _MIN_STEPS + 1 else 2)
        ),
    )


def front(points: Sequence[Point]) -> tuple[int, ...]:
    """Return the numbers of the points that no other point beats, the cheapest first.

    A point beats another if it is cheaper and not worse, or better and not more expensive.
    """
    order = sorted(range(len(points)), key=lambda number: (points[number].price, -points[number].score))
    found: list[int] = []
    for number in order:
        point, last = points[number], points[found[-1]] if found else None
        if last is None or point.score > last.score or (point.price, point.score) == (last.price, last.score):
            found.append(number)
    return tuple(found)


def _ticks(low: float, high: float) -> Iterator[float]:
    steps = (1, 2, 5) if high - low <= _DECADES else (1,)
    for decade in range(math.floor(low), math.ceil(high) + 1):
        for step in steps:
            value = step * 10.0**decade
            if low - 1e-9 <= math.log10(value) <= high + 1e-9:
                yield value
