"""Linear regression of pairs of numbers, with a confidence band."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.scoring.paired import LEVEL

_FEWEST = 3  #: minimum pairs for a band


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedLine:
    """A least-squares line ``y = intercept + slope * x``."""

    slope: float
    intercept: float
    band: tuple[tuple[float, float, float], ...]  #: x, low and high of the 95 % band for mean y; may be empty

    def at(self, x: float) -> float:
        """Return the line's y at ``x``."""
        return self.intercept + self.slope * x


def fit_line(xs: Sequence[float], ys: Sequence[float], points: Sequence[float]) -> FittedLine:
    """Fit a line by least squares (with scipy), with its band at ``points`` if there are at least 3 pairs.

    Args:
        xs: x values, at least two and not all equal.
        ys: y values, in the same order.
        points: x values at which to compute the band.
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
