"""Correlation coefficients of two columns of numbers, with intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from benchmark.scoring.paired import LEVEL

_FEWEST = 4  #: minimum pairs for an interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """A correlation coefficient; interval and p-value are None if there are too few pairs."""

    value: float
    low: float | None
    high: float | None
    p: float | None  #: two-sided p-value of no correlation


def pearson(a: Sequence[float], b: Sequence[float]) -> Correlation:
    """Return Pearson's correlation with Fisher's interval (both by scipy).

    Args:
        a: first column; at least two values, not all equal.
        b: second column, in the same order; not all equal.
    """
    from scipy import stats

    found = stats.pearsonr(a, b)
    if len(a) < _FEWEST:
        return Correlation(value=float(found.statistic), low=None, high=None, p=None)
    interval = found.confidence_interval(LEVEL)
    return Correlation(
        value=float(found.statistic),
        low=float(interval.low),
        high=float(interval.high),
        p=float(found.pvalue),
    )


def spearman(a: Sequence[float], b: Sequence[float]) -> Correlation:
    """Return Spearman's rank correlation (by scipy) with an interval.

    The interval uses Fisher's transformation with the variance ``(1 + r²/2) / (n - 3)`` (Bonett and Wright
    2000, Psychometrika 65:23), because scipy has none.

    Args:
        a: first column; at least two values, not all equal.
        b: second column, in the same order; not all equal.
    """
    from scipy import stats

    found = stats.spearmanr(a, b)
    value = float(found.statistic)
    if len(a) < _FEWEST:
        return Correlation(value=value, low=None, high=None, p=None)
    low, high = value, value
    if abs(value) < 1:
        half = NormalDist().inv_cdf(0.5 + LEVEL / 2) * math.sqrt((1 + value**2 / 2) / (len(a) - 3))
        low, high = math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)
    return Correlation(value=value, low=low, high=high, p=float(found.pvalue))
