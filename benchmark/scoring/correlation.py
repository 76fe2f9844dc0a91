"""Correlation coefficients of two columns of numbers, with intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from statistics import NormalDist

import numpy as np

from benchmark.scoring.paired import LEVEL
from benchmark.scoring.signflip import Floats

_FEWEST = 4  #: minimum pairs for an interval
_ENUMERATED = 9  #: all orders of at most this many pairs are tried, 362,880 for nine
_CLOSE = 1e-9  #: numbers that differ by less than this are equal up to rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """A correlation coefficient; interval and p-value are None if there are too few pairs.

    There is no interval either if the coefficient is 1 or -1: the formulas would give one without width.
    """

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
    low, high = None, None
    if abs(found.statistic) < 1 - _CLOSE:
        low, high = map(float, found.confidence_interval(LEVEL))
    return Correlation(value=float(found.statistic), low=low, high=high, p=float(found.pvalue))


def spearman(a: Sequence[float], b: Sequence[float], stems: Sequence[str] | None = None) -> Correlation:
    """Return Spearman's rank correlation (by scipy) with an interval.

    The interval uses Fisher's transformation with the variance ``(1 + r²/2) / (n - 3)`` (Bonett and Wright
    2000, Psychometrika 65:23), because scipy has none. The p-value is exact up to nine pairs, from all orders
    of the second column; above, it comes from the t distribution. Pairs of one stem are not independent: with
    stems, the variance is multiplied by the design effect, which is at least 1, the quantile is that of the t
    distribution for their number, and there is no p-value.

    Args:
        a: first column; at least two values, not all equal.
        b: second column, in the same order; not all equal.
        stems: stem of each pair; None if all pairs are independent.
    """
    from scipy import stats

    found = stats.spearmanr(a, b)
    value = float(found.statistic)
    if len(a) < _FEWEST:
        return Correlation(value=value, low=None, high=None, p=None)
    low, high = None, None
    if abs(value) < 1 - _CLOSE:
        effect, quantile = 1.0, NormalDist().inv_cdf(0.5 + LEVEL / 2)
        if stems is not None:
            effect = _design_effect(stats.rankdata(a), stats.rankdata(b), stems)
            quantile = float(stats.t.ppf(0.5 + LEVEL / 2, max(len(set(stems)) - 1, 1)))
        half = quantile * math.sqrt(effect * (1 + value**2 / 2) / (len(a) - 3))
        low, high = math.tanh(math.atanh(value) - half), math.tanh(math.atanh(value) + half)
    if stems is not None:
        return Correlation(value=value, low=low, high=high, p=None)
    p = _exact_p(stats.rankdata(a), stats.rankdata(b)) if len(a) <= _ENUMERATED else float(found.pvalue)
    return Correlation(value=value, low=low, high=high, p=p)


def _design_effect(a: Floats, b: Floats, stems: Sequence[str]) -> float:
    """Return how much stems increase the variance of a correlation of ranks, from each pair's influence."""
    x, y = ((ranks - ranks.mean()) / ranks.std() for ranks in (a, b))
    # Influence function of a correlation: Devlin, Gnanadesikan and Kettenring 1975, Biometrika 62:531.
    influence = x * y - (x * y).mean() * (x**2 + y**2) / 2
    _, places = np.unique(np.array(stems), return_inverse=True)
    sums = np.bincount(places, weights=influence)
    alone = float((influence**2).sum())
    return max(1.0, float((sums**2).sum()) / alone) if alone else 1.0


def _exact_p(a: Floats, b: Floats) -> float:
    """Return the share of orders of ``b`` that are correlated with ``a`` at least as strongly."""
    a, b = a - a.mean(), b - b.mean()
    sums = b[_orders(len(b))] @ a
    return float(np.mean(abs(sums) >= abs(a @ b) - _CLOSE))


# A table of correlations asks for one number of pairs again and again; the orders of nine take 3 MB.
@lru_cache(maxsize=1)
def _orders(size: int) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    return np.array(list(permutations(range(size))), dtype=np.int8)
