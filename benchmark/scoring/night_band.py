"""The band in which the score of a night falls if nothing has changed, from the draws of a baseline.

The band is for readers of a chart. It decides nothing: a decision compares task by task, which sees smaller
changes (:mod:`benchmark.scoring.drift`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

LEVEL = 0.95  #: share of the nights that fall into the band if nothing has changed
_LARGEST_VARIANCE = 0.25  #: of one draw; used for a task with a single draw, whose variance is unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class NightBand:
    """The scores that a night has if nothing has changed, in [0, 1]."""

    middle: float  #: mean of the tasks' rates in the baseline
    low: float
    high: float


def night_band(draws: Sequence[tuple[int, int]]) -> NightBand | None:
    """Return the band for a night with one draw of each task; None without draws.

    A task with the chance c adds c (1 - c) to the variance of the night's number of passes, so a model that
    always gives the same answers has a narrow band. With k draws in the baseline, r (1 - r) k / (k - 1) is an
    unbiased estimate of c (1 - c), where r is the share that passed. The mean of these draws varies, too, by
    1 / k of that. The band is the mean of the rates plus and minus the normal quantile times the standard
    deviation, widened by half a task on each side, because passes are counted in whole tasks. With 4 or 8
    nights of 12 to 253 tasks it held 95 to 99 of 100 simulated nights (``tests/scoring/test_night_band.py``).

    Args:
        draws: for each task, the numbers of draws that passed, and of draws with a verdict; tasks without one
            are left out.

    Raises:
        ValueError: if a number of passes is not between 0 and the number of draws.
    """
    if any(not 0 <= passed <= drawn for passed, drawn in draws):
        raise ValueError("the number of passes of a task must be between 0 and its number of draws")
    known = [(passed, drawn) for passed, drawn in draws if drawn]
    if not known:
        return None
    middle = sum(passed / drawn for passed, drawn in known) / len(known)
    variance = sum(_variance(passed, drawn) * (1 + 1 / drawn) for passed, drawn in known) / len(known) ** 2
    half = NormalDist().inv_cdf((1 + LEVEL) / 2) * sqrt(variance) + 0.5 / len(known)
    return NightBand(middle=middle, low=max(0.0, middle - half), high=min(1.0, middle + half))


def _variance(passed: int, drawn: int) -> float:
    """Return an estimate of the variance of one draw of a task."""
    if drawn == 1:
        return _LARGEST_VARIANCE
    rate = passed / drawn
    return rate * (1 - rate) * drawn / (drawn - 1)
