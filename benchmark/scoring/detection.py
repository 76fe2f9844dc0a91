"""Which true differences between two models a comparison detects, and how often."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from scipy.special import betaincinv, expit, logit, ndtr

from benchmark.scoring.paired import LEVEL, PairedDifferences
from benchmark.scoring.signflip import Flags, Floats

#: Probability of detection from which on a difference counts as visible. The approximation promises a little
#: too much for few or very uneven stems, so it asks for more than 4 in 5.
POWER = 0.84
#: Minimum of ``1 - z² / K``, see :func:`power`. Below it, a p-value under the limit needs nearly all signs of
#: the stems to agree: with 20 stems and 50 models, differences that seemed visible were seen in 59 to 67 %.
_LEAST_LEFT = 0.25
_HALVINGS = 40
_MOST_TIMES = 1_000  #: maximum stems to consider, relative to those at hand
#: Half the differences between the logits of two models.
_SHIFTS = np.concatenate([np.linspace(0.0, 3.0, 31), np.linspace(3.25, 12.0, 36)])
_QUANTILES = np.linspace(0.1, 0.9, 5)
_NEVER = 1e-6  #: no chance is nearer to 0 or 1


@dataclass(frozen=True, slots=True)
class OverStems:
    """How a difference is spread over stems: arrays of one shape, one entry per difference."""

    gap: Floats  #: differences between two models, in ascending order from 0
    variance: Floats  #: variance over stems of the difference
    noise: Floats  #: variance of the two models' samples, as a share of that without a difference


EVEN = OverStems(np.array([0.0, 1.0]), np.zeros(2), np.ones(2))  #: each stem has the same difference


def over_stems(passed: Floats, samples: Floats) -> OverStems:
    """Return how differences are spread over stems that models solve as often as these.

    With few samples, it is open how often a stem is solved: its chance has the beta distribution that follows
    from Jeffreys' prior.

    Args:
        passed: (stem), number of samples that passed, of all models.
        samples: (stem), number of samples, at least 1.
    """
    chances = betaincinv(passed + 0.5, samples - passed + 0.5, _QUANTILES[:, None])
    return over_chances(chances.ravel())


def over_chances(chances: Floats) -> OverStems:
    """Return how differences are spread over stems that are solved with these probabilities.

    The better model is assumed to have higher odds by the same factor in each stem. So stems that are always
    or never solved show no difference, and the others a larger one.
    """
    middle = np.clip(chances, _NEVER, 1 - _NEVER)
    better, worse = (expit(logit(middle) + sign * _SHIFTS[:, None]) for sign in (1, -1))
    difference = better - worse
    noise = (better * (1 - better) + worse * (1 - worse)).sum(axis=1)
    return OverStems(difference.mean(axis=1), difference.var(axis=1), noise / noise[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Precision:
    """How precisely differences are known; arrays of one shape, one entry per pair of models."""

    noise: Floats  #: standard error of a small difference
    #: Effective number of stems: ``(sum of tasks)² / sum of tasks²``, as of stems of equal size.
    stems: Floats
    families: Floats  #: number of stems
    #: Difference of each of two stems that p-values add, as a share of its tasks, if the two models have no
    #: true difference; 0 for none.
    share: Floats
    step: Floats  #: half the step between two possible differences; 0 if unknown
    spread: OverStems = EVEN  #: how a true difference is spread over stems

    def at(self, tasks: Floats) -> "Precision":
        """Return the precision with ``tasks`` times as many tasks, in stems of the same sizes."""
        return replace(
            self,
            noise=self.noise / np.sqrt(tasks),
            stems=self.stems * tasks,
            families=self.families * tasks,
            step=self.step / tasks,
        )

    def median(self) -> "Precision":
        """Return the medians, as arrays of one entry."""
        return self.each(lambda column: np.array([np.median(column)]))

    def each(self, change: Callable[[Floats], Floats]) -> "Precision":
        """Return the precision with every array changed in the same way."""
        return Precision(
            noise=change(self.noise),
            stems=change(self.stems),
            families=change(self.families),
            share=change(self.share),
            step=change(self.step),
            spread=self.spread,
        )


def precision(found: PairedDifferences, spread: OverStems = EVEN) -> Precision:
    """Return how precisely the differences of compared pairs are known, from their spread over stems.

    Args:
        found: compared pairs.
        spread: how a true difference is spread over stems.
    """
    tasks = np.maximum(found.tasks, 1).astype(np.float64)
    d = found.difference
    # The tasks that `compare` added are not data: they would hide how much the stems differ.
    more = 2 * found.added**2
    sizes = np.maximum(found.tasks_squared - more, 1.0)
    # The sum of (s - d m)² over stems, multiplied out, because only the sums are stored.
    squares = (found.error * tasks) ** 2 - more - 2 * d * found.products + d**2 * sizes
    return Precision(
        noise=np.sqrt(np.maximum(squares, 0)) / tasks,
        stems=tasks**2 / sizes,
        families=found.stems.astype(np.float64),
        # With no true difference, the leader would solve half the gap less: an added stem has more room.
        share=np.where(found.unseen > 0, found.unseen * tasks / sizes + abs(d) / 2, 0.0),
        step=found.unit / tasks,
        spread=spread,
    )


def chosen(known: Precision, pairs: Flags | np.ndarray) -> Precision:
    """Return the precision of some of the pairs."""
    return known.each(lambda column: column[pairs])


def power(known: Precision, difference: Floats | float, comparisons: int) -> Floats:
    """Return the probability that a true difference of this size is detected.

    The statistic ``S / sqrt(Q)`` of the test has the difference also in its denominator: Q, the sum of the
    squared differences of stems, is about ``R + S² / K + A`` with the sum of squares R around their mean, K
    stems, and the squares A of the added stems. So ``|S| > z sqrt(Q)`` means ``|S| > z sqrt((R + A) / (1 - z²
    / K))``. A true difference adds its variance over stems. It takes half of itself from the difference of an
    added stem: the model ahead leaves less to gain. If two models solve next to nothing, or the same tasks,
    ``known`` has hardly any noise, but a difference brings its own: if only the better model solves a task in
    some draw, that is one step. ``tests/lab/simulations/test_visible.py`` compares the result with simulated
    worlds.

    Args:
        known: precision of the comparison.
        difference: size of the true difference; one per entry of ``known``, or one for all.
        comparisons: number of pairs among which Holm's method looks for it; 1 for two models alone.
    """
    z = NormalDist().inv_cdf(1 - (1 - LEVEL) / (2 * max(comparisons, 1)))
    d = np.broadcast_to(np.asarray(difference, dtype=float), known.noise.shape)
    uneven = np.interp(d, known.spread.gap, known.spread.variance) / known.stems
    variance = known.noise**2 * np.interp(d, known.spread.gap, known.spread.noise) + uneven
    variance = np.maximum(variance, known.step * d * (1 - d))
    added = np.where(known.share > 0, np.maximum(known.share - d / 2, 0.0), 0.0) / known.stems
    with np.errstate(divide="ignore", invalid="ignore"):
        left = 1 - z**2 / known.stems
        edge = known.step + z * np.sqrt((variance + 2 * added**2) / left)
        spread = np.sqrt(variance)
        # Both tails count: without a difference, the power is then the probability of an error.
        found = ndtr((d - edge) / spread) + ndtr((-d - edge) / spread)
    decides = can_decide(known.families, comparisons) & (left > _LEAST_LEFT)
    result: Floats = np.where(decides, np.nan_to_num(found, nan=0.0), 0.0)
    return result


def can_decide(families: Floats, comparisons: int) -> Flags:
    """Whether this number of stems is enough to detect any difference at Holm's first step.

    If all stems differ completely in the same direction, the p-value is ``2 ** (1 - stems)``; no added stem
    could then speak for the model behind.

    Args:
        families: numbers of stems.
        comparisons: number of pairs of the table.
    """
    result: Flags = np.exp2(1 - families) <= (1 - LEVEL) / max(comparisons, 1)
    return result


def floor(families: int) -> float:
    """Return the difference of two models, as a share, below which no test at 5 % could call it real.

    If one of these stems may be known by heart, a difference d of G equal stems can be real only if it is
    above ``w / (1 - w)``, with ``w = 1 - ((1 - LEVEL) / 2) ** (1 / G)``: a share w of unseen stems that speak
    for the model behind would undo a smaller one, and is absent from G stems too often.
    """
    share = 1 - float(((1 - LEVEL) / 2) ** (1 / families))
    return min(1.0, share / (1 - share))


def visible_differences(known: Precision, comparisons: int) -> Floats:
    """Return the smallest true differences that are seen about 4 times in 5; inf if there is none.

    If ``share`` is known, a difference must have room: a model that solves a share of 1 - s and another one
    can differ by s, and two models that solve 1 - s on average by twice that.

    Args:
        known: precision of the comparisons.
        comparisons: number of pairs among which Holm's method looks for them; 1 for two models alone.
    """
    least = smallest(
        lambda size: power(known, size, comparisons) >= POWER,
        np.zeros_like(known.noise),
        np.full_like(known.noise, known.spread.gap[-1]),
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


def stems_needed(known: Precision, comparisons: int) -> int | None:
    """Return about how many stems like those of the first entry would make some difference visible.

    None if over 1,000 times as many.
    """
    one = known.each(lambda column: column[:1])
    times = smallest(
        lambda number: np.isfinite(visible_differences(one.at(number), comparisons)),
        np.ones(1),
        np.full(1, float(_MOST_TIMES)),
        _HALVINGS,
    )
    found = float(times[0] * one.families[0])
    return math.ceil(found) if math.isfinite(found) else None


def visible_difference(known: Precision, comparisons: int) -> float | None:
    """Return the smallest visible difference of the first entry; None if there is none."""
    found = float(visible_differences(known, comparisons)[0])
    return found if math.isfinite(found) else None
