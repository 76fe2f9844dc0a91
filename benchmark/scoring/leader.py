"""The range of a table's highest score, which is partly so high because it was chosen for being high."""

from collections.abc import Sequence

import numpy as np
from scipy.special import betaincinv, ndtr, ndtri

from benchmark.scoring.metrics import clustered_wilson, effective_size
from benchmark.scoring.paired import LEVEL, StemSums
from benchmark.scoring.signflip import Floats

_BELOW = (1 - LEVEL) / 2  #: probability that the true score may be below the range
#: Part of it for the bound that holds for all models at once: a tenth of all errors, as in the paper.
_AT_ONCE = (1 - LEVEL) / 10
_TINY = 1e-9  #: slopes and variances up to this are 0, apart from rounding


def leader_range(
    values: Floats, stems: Sequence[str], samples: Sequence[float], leader: int
) -> tuple[float, float]:
    """Return the 95 % interval of the true score of the model with the highest score.

    A row's own interval (:func:`benchmark.scoring.metrics.clustered_wilson`) holds for a row that was not
    chosen for its score. This one holds for the model that leads. Its upper end is that of the own interval:
    a score that was chosen for being high is seldom too low. Its lower end is the hybrid bound of Andrews,
    Kitagawa and McCloskey 2024 (Inference on Winners, Quarterly Journal of Economics 139:305), at 97.5 %.
    Scores are taken as jointly normal, with covariances over stems. Two bounds are combined:

    - The conditional one. If the leader's own luck had been worse by ``t = min (X - Xi) / (s (1 - bi))`` of
      its standard errors s, another model i would lead (bi: regression of that score on the leader's). So
      the leader's error is a normal variable that is known to exceed a limit. If t is large, this is the
      usual bound.
    - The simultaneous one, ``X - c s``, which holds for all m models at once (Bonferroni): no error is above
      c standard errors, with probability ``1 - 0.005 / m`` each. It limits the range if models are close.

    With true score ``X - z s``, the probability of a score of at least X is then
    ``(P(c) - P(z)) / (P(c) - P(z - t))``, where P is the normal distribution function; z is where it is
    ``(0.025 - 0.005) / (1 - 0.005)``. The lower end is the ``P(-z)`` quantile of a beta distribution
    with Jeffreys' parameters on the row's effective size: far out, Wilson's interval is too short for low
    scores. It is at most the lower end of the own interval.

    Two models that share the highest score have t = 0, and each gets the simultaneous bound, unless their
    values are the same on all stems. Everything is computed without random numbers.
    ``lab/simulations/leaders.py`` simulates how often the interval is right.

    Args:
        values: (model, task) in [0, 1]; nan if a model has no value.
        stems: the stem of each task.
        samples: number of samples behind each model's values; infinite for points.
        leader: the model with the highest mean of its values, or one of them.

    Returns:
        Lower and upper end, ``0 <= low <= mean <= high <= 1``; the own interval if there is only one model.

    Raises:
        ValueError: if the leader has no values.

    Example:
        The second model is one task behind.

        >>> values = np.array([[1.0] * 8 + [0] * 2, [1.0] * 7 + [0] * 3])
        >>> [round(end, 3) for end in leader_range(values, [*"abcdefghij"], [10, 10], leader=0)]
        [0.456, 0.95]

    Raise: ``RANKS_VERSION``: a ranking names it, and has this range.
    """
    known = ~np.isnan(values)
    own = [stem for stem, has in zip(stems, known[leader], strict=True) if has]
    low, high = clustered_wilson(values[leader, known[leader]].tolist(), own, samples[leader])
    models = int(known.any(axis=1).sum())
    if models == 1 or len(set(own)) == 1:
        return low, high
    families = StemSums(stems)
    sums = families.sums(np.where(known, values, 0.0))
    sizes = families.sums(known.astype(float))
    some = sizes[leader] > 0
    size = effective_size(list(zip(sums[leader, some], sizes[leader, some], strict=True)), samples[leader])
    z = _hybrid_quantile(_leeway(sums, sizes, size, leader), models)
    mean = float(sums[leader].sum() / sizes[leader].sum())
    # The own interval of a score of 0 begins at 0 already.
    if mean <= 0:
        return low, high
    found = float(betaincinv(mean * size + 0.5, (1 - mean) * size + 0.5, ndtr(-z)))
    return min(low, found), high


def _leeway(sums: Floats, sizes: Floats, size: float, leader: int) -> float:
    """Return by how many standard errors the leader's luck could have been worse before another model led.

    Infinity if no luck of its own would have changed the leader.

    Args:
        sums: (model, stem), sums of values.
        sizes: (model, stem), numbers of values.
        size: effective size of the leader's values.
        leader: the model with the highest score.
    """
    tasks = sizes.sum(axis=1)
    valued = tasks > 0
    sums, sizes, tasks = sums[valued], sizes[valued], tasks[valued]
    place = int(valued[:leader].sum())
    means = sums.sum(axis=1) / tasks
    residuals = (sums - means[:, None] * sizes) / tasks[:, None]
    covariances = (residuals * residuals[place]).sum(axis=1)
    variance = covariances[place]
    # A perfect score has no residuals: nothing is known about what it shares with the others.
    slopes = 1 - covariances / variance if variance > _TINY**2 else np.ones_like(means)
    number = tasks[place] ** 2 / (sizes[place] ** 2).sum()
    centre = (means[place] * number + 1) / (number + 2)  # as in the effective size, with two more stems
    error = np.sqrt(centre * (1 - centre) / size)
    others = slopes > _TINY
    others[place] = False
    leads = np.maximum(means[place] - means[others], 0.0)
    return float(np.min(leads / (slopes[others] * error), initial=np.inf))


def _hybrid_quantile(leeway: float, models: int) -> float:
    """Return how many standard errors the lower bound is below the score, by bisection."""
    most = float(ndtri(1 - _AT_ONCE / models))
    wanted = (_BELOW - _AT_ONCE) / (1 - _AT_ONCE)
    rest = ndtr(-most)
    low, high = 0.0, most
    # Halved 60 times, the range of a few standard errors is below the last digit of a float.
    for _ in range(60):
        middle = (low + high) / 2
        above, possible = ndtr(-middle) - rest, ndtr(-max(middle - leeway, -most)) - rest
        low, high = (middle, high) if above > wanted * possible else (low, middle)
    return high
