"""A curve: a function of a family, changed inside and outside, drawn on some pieces of the domain."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from workshop.authoring.figures.numbers import plain
from workshop.suites.mathopeval.families.curves.families import DOMAIN, Family, Numbers, Piece, readable

Feature = Literal["x", "y", "extreme"]
Limits = tuple[float, float]

_ROUNDING = 1e-6
_STEPS = 200  # of the grid on which curves are compared
_EDGE = 0.15  # crossings and extrema are farther than this from the ends of the domain
_ENOUGH = 0.12  # share of the domain where different curves differ
_CLEAR = 0.04  # minimum difference there, as a share of the height


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """A number times a factor plus an offset; with ``absolute``, its absolute value is taken first."""

    factor: float = 1
    offset: float = 0
    absolute: bool = False

    def __call__(self, number: float) -> float:
        """Return the image of a number."""
        return self.factor * (abs(number) if self.absolute else number) + self.offset

    def code(self, variable: str) -> str:
        """Return the expression in Python."""
        text = f"np.abs({variable})" if self.absolute else variable
        if self.factor != 1:
            text = f"-{text}" if self.factor == -1 else f"{self.factor:g} * {text}"
        return f"{text} {'+' if self.offset > 0 else '-'} {abs(self.offset):g}" if self.offset else text

    def pieces(self, pieces: Sequence[Piece]) -> Iterator[Piece]:
        """Yield the intervals of numbers whose image is in one of some intervals."""
        for piece in pieces:
            low, high = sorted((end - self.offset) / self.factor for end in piece)
            if not self.absolute:
                yield low, high
            elif high > 0 >= low:
                yield -high, high
            elif high > 0:
                yield from ((-high, -low), (low, high))


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """The plot of ``y = outer(f(inner(x)))``."""

    family: Family
    numbers: Numbers
    inner: Map = Map()
    outer: Map = Map()
    kept: tuple[Piece, ...] = (DOMAIN,)  #: the parts of the domain that are not deleted

    @property
    def pieces(self) -> list[Piece]:
        """From where to where the pieces of the curve go, with two decimals, rounded inwards."""
        found = []
        for low, high in sorted(self.inner.pieces(self.family.pieces(self.numbers))):
            for start, end in self.kept:
                first = math.ceil(max(low, start) * 100 - _ROUNDING) / 100
                last = math.floor(min(high, end) * 100 + _ROUNDING) / 100
                if first < last:
                    found.append((plain(first), plain(last)))
        return found

    def y(self, x: float) -> float | None:
        """Return the value at an x; None where the curve is not drawn."""
        if not any(start <= x <= end for start, end in self.pieces):
            return None
        return self.outer(self.family.value(self.numbers, self.inner(x)))

    @property
    def is_changed(self) -> bool:
        """Whether the argument or the value of the function is changed."""
        return (self.inner, self.outer) != (Map(), Map())

    @property
    def formula(self) -> str:
        """The formula as readers write it; changes are written with ``f``."""
        if not self.is_changed:
            return f"y = {readable(self.family.code(self.numbers))}"
        value = self.outer.code("y").replace("np.abs(y)", "|y|").replace("y", f"f({self.inner.code('x')})")
        return f"y = {readable(value)}"

    def features(self, feature: Feature, ylim: Limits) -> list[tuple[float, float]]:
        """Return crossings with an axis, or local extrema, within the limits; only of an unchanged curve.

        Those close to the border of the picture are left out; see :meth:`is_clear`.
        """
        room = 0.03 * (ylim[1] - ylim[0])
        return [
            (x, y)
            for x, y in self._points(feature)
            if DOMAIN[0] + _EDGE < x < DOMAIN[1] - _EDGE and ylim[0] + room < y < ylim[1] - room
        ]

    def is_clear(self, feature: Feature, ylim: Limits) -> bool:
        """Whether the picture shows crossings or extrema of a kind, and none close to its border."""
        seen = [point for point in self._points(feature) if ylim[0] <= point[1] <= ylim[1]]
        return bool(seen) and len(seen) == len(self.features(feature, ylim))

    def _points(self, feature: Feature) -> list[tuple[float, float]]:
        if feature == "y":
            y = self.y(0)
            return [] if y is None else [(0.0, y)]
        if feature == "x":
            return [(x, 0.0) for x in self.family.zeros(self.numbers)]
        return [(x, self.family.value(self.numbers, x)) for x in self.family.extrema(self.numbers)]

    def is_top(self, x: float) -> bool:
        """Whether an extremum at an x is a maximum."""
        value = self.family.value
        return value(self.numbers, x) > value(self.numbers, x + 0.01)

    def without(self, kept: Sequence[Piece]) -> "Curve":
        """Return the curve on a part of the domain only."""
        return replace(self, kept=tuple(kept))

    def heights(self, ylim: Limits) -> tuple[float | None, ...]:
        """Return the values on a grid; None where nothing is seen."""
        return _heights(self, ylim)


@lru_cache(maxsize=64)  # each curve is looked at alone, next to others, and for each place of a text
def _heights(curve: Curve, ylim: Limits) -> tuple[float | None, ...]:
    value, numbers, inner, outer = curve.family.value, curve.numbers, curve.inner, curve.outer
    found: list[float | None] = [None] * (_STEPS + 1)
    pieces = curve.pieces
    for step in range(_STEPS + 1):
        x = DOMAIN[0] + (DOMAIN[1] - DOMAIN[0]) * step / _STEPS
        for start, end in pieces:
            if start <= x <= end:
                y = outer(value(numbers, inner(x)))
                if ylim[0] <= y <= ylim[1]:
                    found[step] = y
                break
    return tuple(found)


def visible_share(curve: Curve, ylim: Limits) -> float:
    """Return the share of the domain in which a curve is seen."""
    heights = curve.heights(ylim)
    return sum(height is not None for height in heights) / len(heights)


def are_different(curves: Sequence[Curve], ylim: Limits) -> bool:
    """Whether each two curves look different."""
    heights = [curve.heights(ylim) for curve in curves]
    least = _CLEAR * (ylim[1] - ylim[0])
    for place, first in enumerate(heights):
        for second in heights[place + 1 :]:
            parts = sum(_differ(a, b, least) for a, b in zip(first, second, strict=True))
            if parts < _ENOUGH * len(first):
                return False
    return True


def _differ(first: float | None, second: float | None, least: float) -> bool:
    if first is None or second is None:
        return (first is None) != (second is None)
    return abs(first - second) >= least
