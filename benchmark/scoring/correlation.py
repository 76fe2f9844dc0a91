"""How two columns of numbers go together, with intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from benchmark.scoring.paired import LEVEL

_FEWEST = 4  #: pairs for an interval; with fewer every correlation is possible


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """One coefficient; its interval is None where there are too few pairs for one."""

    value: float
    low: float | None
    high: float | None
    p: float | None  #: two-sided, of no correlation


def pearson(a: Sequence[float], b: Sequence[float]) -> Correlation:
    """Pearson's correlation with Fisher's interval, both from scipy.

    Args:
        a: one column.
        b: the other, in the same order; two pairs at least, and neither constant.
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
    """Spearman's rank correlation; scipy has no interval for it.

    Fisher's transformation with the variance ``(1 + r²/2) / (n - 3)``: Bonett and Wright 2000, Psychometrika
    65:23.

    Args:
        a: one column.
        b: the other, in the same order; two pairs at least, and neither constant.
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
