"""95 % intervals for a mean of task values in [0, 1] that respects stems."""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def clustered_wilson(values: Sequence[float], stems: Sequence[str]) -> tuple[float, float]:
    """The 95 % interval of the mean of ``values``, where values of one stem are not independent.

    Wilson's score interval (Wilson 1927) on the effective sample size ``p(1-p) / v``, with ``v`` the
    cluster-robust variance of the mean over stems (Korn and Graubard 1998, Survey Methodology 24:193). The
    effective size is never taken to be larger than the number of values, nor smaller than 1.

    Args:
        values: one value a task, each in [0, 1].
        stems: the family of each task, in the same order.

    Returns:
        Lower and upper end, ``0 <= low <= mean <= high <= 1``.

    Raises:
        ValueError: without values, or with lengths that differ.
    """
    if not values or len(values) != len(stems):
        raise ValueError(f"{len(values)} values and {len(stems)} stems")
    size = len(values)
    mean = math.fsum(values) / size
    return _wilson(mean, _effective_size(values, stems, mean))


def _effective_size(values: Sequence[float], stems: Sequence[str], mean: float) -> float:
    residuals: dict[str, float] = defaultdict(float)
    for value, stem in zip(values, stems, strict=True):
        residuals[stem] += value - mean
    clusters, size = len(residuals), len(values)
    if clusters == 1:
        return 1.0
    # With every stem alone the two corrections for small samples cancel: plain Wilson.
    correction = clusters / (clusters - 1) * (size - 1) / size
    variance = correction * math.fsum(total * total for total in residuals.values()) / size**2
    if variance <= 0 or mean in (0.0, 1.0):
        return float(clusters)  # all alike: each stem may count once
    return min(float(size), max(1.0, mean * (1 - mean) / variance))


def _wilson(mean: float, size: float) -> tuple[float, float]:
    square = _Z * _Z / size
    centre = (mean + square / 2) / (1 + square)
    half = _Z * math.sqrt(mean * (1 - mean) / size + square / (4 * size)) / (1 + square)
    # With a mean of 0 or 1 the end touches it; rounding must not put it on the wrong side.
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))
