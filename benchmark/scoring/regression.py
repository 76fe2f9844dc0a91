"""The straight line through pairs of numbers, and where the true one may lie."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.scoring.paired import LEVEL

_FEWEST = 3  #: pairs for a band


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedLine:
    """Least squares: ``y = intercept + slope * x``."""

    slope: float
    intercept: float
    band: tuple[tuple[float, float, float], ...]  #: x, low, high: 95 % for the mean of y at x; may be empty

    def at(self, x: float) -> float:
        """The line's y."""
        return self.intercept + self.slope * x


def line(xs: Sequence[float], ys: Sequence[float], points: Sequence[float]) -> FittedLine:
    """The line of least squares (scipy), with its band at ``points`` where there are three pairs or more.

    Args:
        xs: two at least, not all equal.
        ys: in the same order.
        points: places on the axis of x.
    """
    from scipy import stats

    found = stats.linregress(xs, ys)
    slope, intercept = float(found.slope), float(found.intercept)
    count, mean = len(xs), math.fsum(xs) / len(xs)
    if count < _FEWEST:
        return FittedLine(slope=slope, intercept=intercept, band=())
    spread = math.fsum((x - mean) ** 2 for x in xs)
    left = math.fsum((y - intercept - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    error = math.sqrt(left / (count - 2))
    quantile = float(stats.t.ppf(0.5 + LEVEL / 2, count - 2))
    band = []
    for x in points:
        half = quantile * error * math.sqrt(1 / count + (x - mean) ** 2 / spread)
        band.append((x, intercept + slope * x - half, intercept + slope * x + half))
    return FittedLine(slope=slope, intercept=intercept, band=tuple(band))
