"""Means of labels and points with their intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.scoring.intervals import clustered_wilson

DECIMALS = 6
GRADES = (1, 10)  #: the lowest and the highest points


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A share, or a mean of points, with its 95 % interval, clustered by stem."""

    value: float
    low: float
    high: float
    samples: int


def interval_of(values: Sequence[float], stems: Sequence[str], span: tuple[int, int] = (0, 1)) -> Interval:
    """Return the mean of values with its interval.

    Args:
        values: shares, or points; at least one.
        stems: stem of each value.
        span: lowest and highest possible value.
    """
    lowest, size = span[0], span[1] - span[0]
    low, high = clustered_wilson([(value - lowest) / size for value in values], stems)
    return Interval(
        value=round(math.fsum(values) / len(values), DECIMALS),
        low=round(lowest + size * low, DECIMALS),
        high=round(lowest + size * high, DECIMALS),
        samples=len(values),
    )


def whole_points(points: float) -> int:
    """Return points as a whole number, as people give them; halves are rounded up."""
    lowest, highest = GRADES
    return min(max(math.floor(points + 0.5), lowest), highest)
