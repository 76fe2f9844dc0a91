"""95 % intervals for a mean of task values in [0, 1] that respects stems."""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def clustered_wilson(
    values: Sequence[float], stems: Sequence[str], samples: int | None = None
) -> tuple[float, float]:
    """The 95 % interval of the mean of ``values``, where values of one stem are not independent.

    Wilson's score interval (Wilson 1927) on the effective sample size ``p(1-p) / v``, with ``v`` the
    cluster-robust variance of the mean over stems (Korn and Graubard 1998, Survey Methodology 24:193), and
    two changes for few stems: ``v`` is taken with one more stem that passes wholly and one that fails
    wholly (the idea of Agresti and Coull 1998, on stems), so that it cannot be near 0 by luck; and the size
    is multiplied by ``(G-1)/(G+1)``, about the square of a normal by a t quantile, as Korn and Graubard do.
    G is the number of stems; where their sizes differ, that of equal ones which are worth as much,
    ``(sum of m)² / sum of m²`` (Kish 1965), so that one large stem does not pass for many.

    Which intervals cover how often was simulated (``./noxw -s simulate``); the table is in the docs. With
    every stem alone this is Wilson's interval on ``(G-1)/(G+1)`` of the tasks.

    Args:
        values: one value a task, each in [0, 1].
        stems: the family of each task, in the same order.
        samples: that the values are made from, at least one a value; bounds the effective size. As many as
            values when not given.

    Returns:
        Lower and upper end, ``0 <= low <= mean <= high <= 1``; all of it for a single stem, which says
        nothing about others.

    Raises:
        ValueError: without values, or with lengths that differ.
    """
    if not values or len(values) != len(stems):
        raise ValueError(f"{len(values)} values and {len(stems)} stems")
    mean = math.fsum(values) / len(values)
    families: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for value, stem in zip(values, stems, strict=True):
        total, tasks = families[stem]
        families[stem] = (total + value, tasks + 1)
    if len(families) == 1:
        return 0.0, 1.0
    return _wilson(mean, effective_size(list(families.values()), samples or len(values)))


def effective_size(families: Sequence[tuple[float, int]], samples: int) -> float:
    """How many independent samples the families are worth.

    Args:
        families: sum of values and number of tasks of each stem, two stems at least.
        samples: what it cannot exceed.
    """
    tasks = sum(size for _, size in families)
    stems = tasks**2 / sum(size**2 for _, size in families)
    added = tasks / stems  # tasks of each of the two added stems
    whole = tasks + 2 * added
    mean = (math.fsum(total for total, _ in families) + added) / whole
    squares = math.fsum((total - mean * size) ** 2 for total, size in families)
    squares += (added - mean * added) ** 2 + (mean * added) ** 2
    # With every stem alone the corrections for small samples cancel, and the size is the number of tasks.
    variance = squares / whole**2 * (stems + 2) / (stems + 1) * (whole - 1) / whole
    size = mean * (1 - mean) / variance * tasks / whole
    return max(1.0, min(size, float(samples))) * (stems - 1) / (stems + 1)


def _wilson(mean: float, size: float) -> tuple[float, float]:
    square = _Z * _Z / size
    centre = (mean + square / 2) / (1 + square)
    half = _Z * math.sqrt(mean * (1 - mean) / size + square / (4 * size)) / (1 + square)
    # With a mean of 0 or 1 the end touches it; rounding must not put it on the wrong side.
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))
