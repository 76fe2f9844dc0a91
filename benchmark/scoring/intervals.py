"""95 % intervals for a mean of task values in [0, 1], clustered by stem."""

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import NormalDist

LEVEL = 0.95  #: confidence of a single interval
# Not from scipy: commands that only judge need this, and its `stats` takes half a second of CPU to load.
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def clustered_wilson(
    values: Sequence[float], stems: Sequence[str], samples: float | None = None
) -> tuple[float, float]:
    """Return the 95 % interval of the mean of ``values``; values of the same stem may be dependent.

    This is Wilson's score interval (Wilson 1927) on the effective sample size ``p(1-p) / v``, where ``v`` is
    the cluster-robust variance of the mean over stems (Korn and Graubard 1998, Survey Methodology 24:193).
    There are two changes for few stems. ``v`` is computed with two more stems, one that passes completely and
    one that fails completely (the idea of Agresti and Coull 1998, applied to stems), so that it is not near 0
    by luck. And the size is multiplied by ``(G-1)/(G+1)``, which is about the squared ratio of a normal and a
    t quantile, as Korn and Graubard do. G is the number of stems; if their sizes m differ, the equivalent
    number ``(sum of m)² / sum of m²`` of stems of equal size (Kish 1965), so that one large stem does not
    count as many.

    The coverage was simulated (``./noxw -s simulate``); the docs have the table. If every stem has one task,
    this is Wilson's interval on ``(G-1)/(G+1)`` of the tasks.

    Args:
        values: one value per task, in [0, 1].
        stems: the stem of each task, in the same order.
        samples: number of samples behind the values, at least one per value; the effective size is at most
            this. By default the number of values. Infinite for values between 0 and 1, such as points, which
            vary less than values of 0 and 1 with the same mean.

    Returns:
        Lower and upper end, ``0 <= low <= mean <= high <= 1``. For a single stem this is (0, 1), because one
        stem says nothing about others.

    Raises:
        ValueError: if there are no values, or the lengths differ.

    Example:
        Of eight tasks six pass; in the second line, stems of two pass or fail together.

        >>> values = [1, 1, 1, 1, 1, 1, 0, 0]
        >>> [round(end, 2) for end in clustered_wilson(values, [*"abcdefgh"])]
        [0.37, 0.94]
        >>> [round(end, 2) for end in clustered_wilson(values, [*"aabbccdd"])]
        [0.21, 0.97]

    Raise: ``JUDGE_VERSION``, if a score of a row can change.
    """
    if not values or len(values) != len(stems):
        raise ValueError(f"{len(values)} values and {len(stems)} stems")
    # fsum rounds once, so the order of tasks cannot change a score, which is part of a row's id.
    mean = math.fsum(values) / len(values)
    families: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for value, stem in zip(values, stems, strict=True):
        total, tasks = families[stem]
        families[stem] = (total + value, tasks + 1)
    if len(families) == 1:
        return 0.0, 1.0
    return _wilson(mean, effective_size(list(families.values()), samples or len(values)))


def effective_size(families: Sequence[tuple[float, int]], samples: float) -> float:
    """Return the number of independent samples that would give the same precision as the families.

    Args:
        families: sum of values and number of tasks of each stem; at least two stems.
        samples: upper limit of the result.
    """
    tasks = sum(size for _, size in families)
    stems = tasks**2 / sum(size**2 for _, size in families)
    added = tasks / stems  # tasks of each of the two added stems
    whole = tasks + 2 * added
    mean = (math.fsum(total for total, _ in families) + added) / whole
    squares = math.fsum((total - mean * size) ** 2 for total, size in families)
    squares += (added - mean * added) ** 2 + (mean * added) ** 2
    # If every stem has one task, the small-sample corrections cancel, and the size is the number of tasks.
    variance = squares / whole**2 * (stems + 2) / (stems + 1) * (whole - 1) / whole
    size = mean * (1 - mean) / variance * tasks / whole
    return max(1.0, min(size, float(samples))) * (stems - 1) / (stems + 1)


def _wilson(mean: float, size: float) -> tuple[float, float]:
    square = _Z * _Z / size
    centre = (mean + square / 2) / (1 + square)
    half = _Z * math.sqrt(mean * (1 - mean) / size + square / (4 * size)) / (1 + square)
    # With a mean of 0 or 1, the end equals it; rounding must not move it to the wrong side.
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))
