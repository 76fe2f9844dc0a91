"""Which true differences between two models a comparison detects, and how often."""

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from statistics import NormalDist

import numpy as np
from scipy.special import ndtr

from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.signflip import Flags, Floats

POWER = 0.8  #: probability of detection from which on a difference counts as visible
#: Standard deviation over stems of a small true difference, as a share of its mean: a better model is not
#: better by the same amount everywhere, since stems that both models always or never solve show none.
_UNEVENNESS = 0.9
#: Weak models solve few stems, so the squared unevenness is at least this, divided by the sum of both scores.
#: The same for models that miss few.
_WEAK = 0.5
_SMALLEST = 1e-9
_HALVINGS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Precision:
    """How precisely differences are known; arrays of one shape, one entry per pair of models."""

    noise: Floats  #: standard error of a small difference
    #: Effective number of stems: ``(sum of tasks)² / sum of tasks²``, as of stems of equal size.
    stems: Floats
    families: Floats  #: number of stems
    share: Floats  #: difference of each of two stems that p-values add, as a share of its tasks; 0 for none
    step: Floats  #: half the step between two possible differences; 0 if unknown

    def at(self, tasks: Floats) -> "Precision":
        """Return the precision with ``tasks`` times as many tasks, in stems of the same sizes."""
        return Precision(
            noise=self.noise / np.sqrt(tasks),
            stems=self.stems * tasks,
            families=self.families * tasks,
            share=self.share,
            step=self.step / tasks,
        )

    def median(self) -> "Precision":
        """Return the medians, as arrays of one entry."""
        return self.each(lambda column: np.array([np.median(column)]))

    def each(self, change: Callable[[Floats], Floats]) -> "Precision":
        """Return the precision with every array changed in the same way."""
        return Precision(**{field.name: change(getattr(self, field.name)) for field in fields(self)})


def precision(found: PairedDifferences) -> Precision:
    """Return how precisely the differences of compared pairs are known, from their spread over stems."""
    tasks = np.maximum(found.tasks, 1).astype(np.float64)
    d = found.difference
    more = 2 * found.added**2
    sizes = np.maximum(found.tasks_squared - more, 1.0)
    squares = (found.error * tasks) ** 2 - more - 2 * d * found.products + d**2 * sizes
    return Precision(
        noise=np.sqrt(np.maximum(squares, 0)) / tasks,
        stems=tasks**2 / sizes,
        families=found.stems.astype(np.float64),
        share=found.unseen * tasks / sizes,
        step=found.unit / tasks,
    )


def chosen(known: Precision, pairs: Flags | np.ndarray) -> Precision:
    """Return the precision of some of the pairs."""
    return known.each(lambda column: column[pairs])


def power(known: Precision, difference: Floats | float, comparisons: int) -> Floats:
    """Return the probability that a true difference of this size is detected at Holm's first step.

    The statistic ``S / sqrt(Q)`` of the test has the difference also in its denominator: Q, the sum of the
    squared differences of stems, is about ``R + S² / K + A`` with the sum of squares R around their mean, K
    stems, and the squares A of the added stems. So ``|S| > z sqrt(Q)`` means ``|S| > z sqrt((R + A) / (1 - z²
    / K))``. A true difference d adds ``(u d)² (1 - d) / K`` to the variance of the mean, where u is its
    unevenness over stems, which is 0 for a model that solves everything and one that solves nothing. It adds
    half of itself to the difference of an added stem, because the two scores are further apart. If two models
    solve next to nothing, or the same tasks, ``known`` has hardly any noise, but a difference brings its own:
    if only the better model solves a task in some draw, that is one step.
    ``tests/simulations/test_visible.py`` compares the result with simulated worlds.

    Args:
        known: precision of the comparison.
        difference: size of the true difference; one per entry of ``known``, or one for all.
        comparisons: number of pairs of the table; 1 for two models alone.
    """
    z = NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * max(comparisons, 1)))
    d = np.broadcast_to(np.asarray(difference, dtype=float), known.noise.shape)
    both = np.where(known.share > 0, np.maximum(2 * (1 - known.share), d), 1.0)
    unevenness = np.maximum(_UNEVENNESS**2, _WEAK / np.maximum(both, _SMALLEST))
    variance = known.noise**2 + unevenness * d**2 * (1 - d) / known.stems
    variance = np.maximum(variance, known.step * d * (1 - d))
    added = np.where(known.share > 0, np.minimum(known.share + d / 2, 1.0), 0.0) / known.stems
    with np.errstate(divide="ignore", invalid="ignore"):
        left = 1 - z**2 / known.stems
        edge = known.step + z * np.sqrt((variance + 2 * added**2) / left)
        spread = np.sqrt(variance)
        found = ndtr((d - edge) / spread) + ndtr((-d - edge) / spread)
    decides = can_decide(known.families, comparisons, symmetric=known.share == 0) & (left > 0)
    result: Floats = np.where(decides, np.nan_to_num(found, nan=0.0), 0.0)
    return result


def can_decide(families: Floats, comparisons: int, *, symmetric: Flags) -> Flags:
    """Whether this number of stems is enough to detect any difference at Holm's first step.

    If all stems of equal size differ completely in the same direction, the p-value is ``2 ** (1 - stems)``;
    with two more stems of opposite signs ``(stems + 3) / 2 ** (stems + 1)``.

    Args:
        families: numbers of stems.
        comparisons: number of pairs of the table.
        symmetric: whether p-values count no added stems, as for single tasks with one draw.
    """
    smallest = np.exp2(-families) * np.where(symmetric, 2.0, (families + 3) / 2)
    result: Flags = smallest <= (1 - LEVEL) / max(comparisons, 1)
    return result


def visible_differences(known: Precision, comparisons: int) -> Floats:
    """Return the smallest true differences that are detected with 80 % probability; inf if there is none.

    If ``share`` is known, a difference must have room: a model that solves a share of 1 - s and another one
    can differ by s, and two models that solve 1 - s on average by twice that.

    Args:
        known: precision of the comparisons.
        comparisons: number of pairs of the table; 1 for two models alone.
    """
    least = smallest(
        lambda size: power(known, size, comparisons) >= POWER,
        np.zeros_like(known.noise),
        np.ones_like(known.noise),
        _HALVINGS,
    )
    room = np.where(known.share > 0, np.maximum(known.share, 2 * (1 - known.share)), 1.0)
    result: Floats = np.where(least < room, least, np.inf)
    return result


def smallest(seen: Callable[[Floats], Flags], low: Floats, high: Floats, halvings: int) -> Floats:
    """Return the smallest values between two limits for which ``seen`` is true; inf where it never is.

    Args:
        seen: tells for values, one per entry; where it is true, it must stay so for larger values.
        low: lower limits.
        high: upper limits.
        halvings: how often the range is halved.
    """
    found = seen(high)
    for _ in range(halvings):
        middle = (low + high) / 2
        enough = seen(middle)
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    result: Floats = np.where(found, high, np.inf)
    return result


def visible_difference(known: Precision, comparisons: int) -> float | None:
    """Return the smallest visible difference of the first entry; None if there is none."""
    found = float(visible_differences(known, comparisons)[0])
    return found if math.isfinite(found) else None
