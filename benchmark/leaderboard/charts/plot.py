"""Points on a plane of price and score: where they are drawn, and which of them nothing beats.

Across positions are percent, so that a drawing fits every width; down they are pixels of a fixed height.
Nothing of it knows what the price is: dollars or parameters.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

HEIGHT = 320  #: pixels
_LEFT, _RIGHT = 12.0, 97.0  #: percent, between which positive prices are drawn
_ZERO_PRICE = 4.0  #: percent, where a price of 0 is drawn: a logarithmic axis has no place for it
_DECADES = 2.5  #: up to which an axis has steps of 1, 2 and 5
_STEP = 0.1  #: of scores, to which the axis is rounded
_MIN_STEPS = 4  #: such steps


@dataclass(frozen=True, slots=True)
class Point:
    """What is known of one model."""

    price: float  #: 0 or more; less is better
    score: float  #: in [0, 1]; more is better
    low: float  #: of its range
    high: float


@dataclass(frozen=True, slots=True)
class Dot:
    """Where a point is drawn."""

    x: str  #: ``37.5%``
    y: float
    top: float  #: ends of the range
    bottom: float


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid."""

    value: float
    x: str = ""
    y: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A drawing; sequences of dots are in the order of the points."""

    dots: tuple[Dot, ...]
    front: tuple[int, ...]  #: points that none beats, the cheapest first
    across: tuple[Tick, ...]
    down: tuple[Tick, ...]


def plot(points: Sequence[Point]) -> Plot:
    """Draw at least one point."""
    prices = [point.price for point in points if point.price > 0] or [1.0]
    low, high = math.log10(min(prices)), math.log10(max(prices))
    if high - low < 1:  # at least one decade, the points in its middle
        low, high = (low + high - 1) / 2, (low + high + 1) / 2
    bottom = math.floor(min(point.low for point in points) / _STEP + 1e-9)
    top = math.ceil(max(point.high for point in points) / _STEP - 1e-9)
    while top - bottom < _MIN_STEPS:
        bottom, top = max(bottom - 1, 0), min(top + 1, round(1 / _STEP))

    def x(price: float) -> str:
        if price <= 0:
            return f"{_ZERO_PRICE:g}%"
        share = (math.log10(price) - low) / (high - low)
        return f"{_LEFT + (_RIGHT - _LEFT) * share:.2f}%"

    def y(score: float) -> float:
        return round(HEIGHT * (1 - (score / _STEP - bottom) / (top - bottom)), 1)

    free = [Tick(0.0, x(0))] if any(point.price <= 0 for point in points) else []
    return Plot(
        dots=tuple(Dot(x(point.price), y(point.score), y(point.high), y(point.low)) for point in points),
        front=front(points),
        across=(*free, *(Tick(value, x(value)) for value in _ticks(low, high))),
        down=tuple(
            Tick(value * _STEP, y=y(value * _STEP))
            for value in range(bottom, top + 1, 1 if top - bottom <= _MIN_STEPS + 1 else 2)
        ),
    )


def front(points: Sequence[Point]) -> tuple[int, ...]:
    """Points that no other beats: cheaper and no worse, or better and no dearer. The cheapest first."""
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
