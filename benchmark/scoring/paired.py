"""Compares two models on the same tasks: difference, interval and p-value, clustered by stem."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchmark.scoring import metrics
from benchmark.scoring.signflip import Flags, Floats, p_values

LEVEL = metrics.LEVEL
#: Version of this module and ``signflip``; it increases with every change that can change their numbers.
PAIRED_VERSION = 4
_STEP = 1e-6  #: minimum distance from 0 of an end that excludes 0, so that rounding in reports keeps it


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifferences:
    """The compared differences of many pairs of models; every array has one entry per pair."""

    tasks: NDArray[np.int64]  #: number of tasks that both models have
    stems: NDArray[np.int64]  #: number of stems of these tasks
    difference: Floats  #: mean difference over tasks, in [-1, 1]
    error: Floats  #: standard error of ``difference`` without a true difference; includes the added tasks
    low: Floats  #: lower end of the interval
    high: Floats  #: upper end of the interval
    p: Floats  #: two-sided p-value
    exact: Flags  #: whether the p-value is exact
    products: Floats  #: sum over stems of difference times tasks; intervals at another level need it
    tasks_squared: Floats  #: sum over stems of squared tasks, with added tasks; such intervals need it
    added: Floats  #: number of tasks added in each direction
    unseen: Floats  #: difference of each of two stems that the p-value adds, see :func:`unseen_difference`
    unit: Floats  #: half the step between two possible sums; 0 if unknown


def compare(
    sums: Floats,
    sizes: Floats,
    unit: Floats | float = 0.0,
    level: float = LEVEL,
    added: Floats | float = 1.0,
    *,
    unseen: Floats | float = 0.0,
) -> PairedDifferences:
    """Compare pairs of models.

    The interval contains every difference that the score statistic does not reject. This is the
    cluster-robust statistic of :func:`benchmark.scoring.signflip.p_values` with the difference subtracted,
    after adding one task that only the first model solves and one that only the second solves (as Bonett and
    Price 2012 do for single tasks). If needed, the quantile is then changed until the interval excludes 0
    exactly when ``p <= 1 - level``, so that interval and p-value never disagree. The docs have the simulated
    coverage (``./noxw -s simulate``).

    Args:
        sums: (pair, stem), first model minus second, summed over the tasks of the stem that both have; task
            values are in [0, 1].
        sizes: (pair, stem), number of these tasks.
        unit: half the step between two possible sums, see ``p_values``.
        level: confidence level of the interval.
        added: (pair), number of tasks to add that only the first model solves, as one stem; the same number
            is added for the second model.
        unseen: (pair), difference of each of two stems that also the p-value counts, see
            :func:`unseen_difference`; at least as many tasks are added for the interval.
    """
    tasks = sizes.sum(axis=1)
    total, squares = sums.sum(axis=1), (sums**2).sum(axis=1)
    p, exact = p_values(sums, unit, unseen)
    added = np.broadcast_to(np.maximum(added, unseen), p.shape)
    more = 2 * np.square(added)
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = np.where(tasks > 0, total / tasks, 0.0)
        error = np.where(tasks > 0, np.sqrt(squares + more) / tasks, 0.0)
    found = PairedDifferences(
        tasks=tasks.astype(np.int64),
        stems=(sizes > 0).sum(axis=1),
        difference=difference,
        error=error,
        low=difference,
        high=difference,
        p=p,
        exact=exact,
        products=(sums * sizes).sum(axis=1),
        tasks_squared=(sizes**2).sum(axis=1) + more,
        added=added,
        unseen=np.broadcast_to(np.asarray(unseen, dtype=float), p.shape),
        unit=np.broadcast_to(np.asarray(unit, dtype=float), p.shape),
    )
    low, high = interval(found, p <= 1 - level, level)
    return replace(found, low=low, high=high)


def interval(found: PairedDifferences, real: Flags, level: float) -> tuple[Floats, Floats]:
    """Return the ends of intervals that exclude 0 exactly for the pairs that are marked as different.

    An interval contains all d with ``(S - dM)² <= t² sum of (s - dm)²``. Its ends are the roots of a
    quadratic equation; t is the quantile of the level, changed if 0 would be on the wrong side.

    Args:
        found: compared pairs.
        real: (pair), whether the two models are considered different, by any rule.
        level: confidence level of each interval.
    """
    tasks = found.tasks.astype(np.float64)
    total = found.difference * tasks
    squares = np.where(tasks > 0, (found.error * tasks) ** 2, 1.0)
    seen = abs(total) / np.sqrt(squares)
    usual = NormalDist().inv_cdf(0.5 + level / 2)
    # If the quantile is `seen`, an end is 0: so stay a hair away from it, on the side of the decision.
    quantile = np.where(real, np.minimum(usual, seen * (1 - 1e-9)), np.maximum(usual, seen * (1 + 1e-9)))
    a = tasks**2 - quantile**2 * found.tasks_squared
    b = total * tasks - quantile**2 * found.products
    c = total**2 - quantile**2 * squares
    root = np.sqrt(np.maximum(b**2 - a * c, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (b - root) / a, (b + root) / a
    lower, upper = np.minimum(first, second), np.maximum(first, second)
    # With too few tasks for two finite ends, the interval is only bounded towards 0.
    open_ended = a <= 0
    low = np.where(open_ended, np.where(real & (total > 0), upper, -1.0), lower)
    high = np.where(open_ended, np.where(real & (total < 0), lower, 1.0), upper)
    low, high = np.clip(np.nan_to_num(low, nan=-1.0), -1, 1), np.clip(np.nan_to_num(high, nan=1.0), -1, 1)
    low = np.where(real & (total > 0), np.maximum(low, _STEP), np.where(real, low, np.minimum(low, 0.0)))
    high = np.where(real & (total < 0), np.minimum(high, -_STEP), np.where(real, high, np.maximum(high, 0.0)))
    return np.minimum(low, found.difference), np.maximum(high, found.difference)


def common_unit(draws: int, others: int) -> float:
    """Return the ``unit`` of differences between two models' rates, from their numbers of draws per task.

    It is 0 (unknown) if a number of draws is 0, which means that it differs between tasks.
    """
    # Rates of 4 and of 6 draws are quarters and sixths, so their differences are twelfths.
    return 1 / math.lcm(draws, others) if draws and others else 0.0


class StemSums:
    """Sums task values per stem."""

    def __init__(self, stems: Sequence[str]) -> None:
        places = {stem: place for place, stem in enumerate(dict.fromkeys(stems))}
        of_task = np.array([places[stem] for stem in stems], dtype=np.intp)
        # Stable: other sorts may order a stem's tasks by CPU, and their sum would differ in its last bit.
        self._order = np.argsort(of_task, kind="stable")
        self._starts = np.searchsorted(of_task[self._order], np.arange(len(places)))

    def sums(self, values: Floats) -> Floats:
        """Sum an array (row, task) to an array (row, stem)."""
        # The memory layout is always the same, so that a sum has the same last bit with any number of rows.
        ordered = np.ascontiguousarray(values[:, self._order])
        found: Floats = np.add.reduceat(ordered, self._starts, axis=1)
        return np.ascontiguousarray(found)


def compare_models(
    one: Floats,
    others: Floats,
    stems: StemSums,
    unit: Floats | float,
    level: float = LEVEL,
    *,
    rerun: bool = False,
) -> PairedDifferences:
    """Compare one model with others on the tasks that both have.

    Args:
        one: (task), values of the model, in [0, 1]; nan if it has none.
        others: (model, task), values of the others; nan if a model has none.
        stems: stems of the tasks.
        unit: half the step between two possible sums, see :func:`compare`; one for each of the others.
        level: confidence level of the intervals.
        rerun: whether all are runs of one model in the same way. If it has not changed, such runs could be
            exchanged, so their p-values count no stems that nobody has seen.

    Example:
        >>> one, other = np.array([1.0] * 8 + [0] * 2), np.array([0.0] * 6 + [1] * 2 + [0] * 2)
        >>> found = compare_models(one, other[None, :], StemSums([*"abcdefghij"]), unit=1.0)
        >>> round(found.difference.item(), 2), round(found.low.item(), 3), round(found.p.item(), 5)
        (0.6, 0.075, 0.03125)

    Raise: ``PAIRED_VERSION``, if a p-value or an interval can change.
    """
    sums, sizes, share = stem_differences(one, others, stems)
    unseen = 0.0 if rerun else unseen_difference(sizes, share, unit)
    return compare(sums, sizes, unit, level, unseen=unseen)


def stem_differences(one: Floats, others: Floats, stems: StemSums) -> tuple[Floats, Floats, Floats]:
    """Return the differences between one model and others, as sums and sizes for :func:`compare`.

    The third array has the largest difference of a task, as a share, that speaks for the model behind: it
    knows the task by heart, and the model ahead solves it as often as its tasks on average; or the model
    ahead cannot solve it at all, and the other one solves it as often as its tasks on average.

    Args:
        one: (task), values of the model; nan if it has none.
        others: (model, task), values of the others; nan if a model has none.
        stems: stems of the tasks.
    """
    difference = one[None, :] - others
    both = ~np.isnan(difference)
    tasks = np.maximum(both.sum(axis=1), 1)
    rates = np.stack([np.where(both, values, 0.0).sum(axis=1) / tasks for values in (one[None, :], others)])
    share = np.maximum(1 - rates.max(axis=0), rates.min(axis=0))
    return stems.sums(np.where(both, difference, 0.0)), stems.sums(both.astype(float)), share


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeSums:
    """The values of all models if each is 0 or 1: their sums are exact, so each model's are made once."""

    sums: Floats  #: (model, stem)
    sizes: Floats  #: (stem), number of tasks
    rates: Floats  #: (model), mean over tasks

    def differences(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> tuple[Floats, Floats, Floats]:
        """Return what :func:`stem_differences` does for pairs of models."""
        rates = np.stack([self.rates[first], self.rates[second]])
        share = np.maximum(1 - rates.max(axis=0), rates.min(axis=0))
        sums = self.sums[first] - self.sums[second]
        return sums, np.broadcast_to(self.sizes, sums.shape), share


def whole_sums(values: Floats, stems: StemSums) -> WholeSums | None:
    """Return the sums of the values (model, task); None if a value is missing or not a whole number."""
    if not values.size or not np.array_equal(values, np.rint(values)):  # nan is not equal to itself
        return None
    return WholeSums(
        sums=stems.sums(values),
        sizes=stems.sums(np.ones((1, values.shape[1])))[0],
        rates=values.sum(axis=1) / values.shape[1],
    )


def unseen_difference(sizes: Floats, share: Floats, unit: Floats | float) -> Floats:
    """Return the difference of each of two stems that a p-value counts although nobody has seen them.

    Equally good models can differ in a lopsided way: one knows a few stems by heart, the other is a little
    better everywhere else. If none of these few is in the data set, every stem speaks for the other model. So
    a p-value counts two such stems with opposite signs, of the usual number of tasks (weighted by size, as
    Kish 1965). They are as large as a stem can be that speaks for the model behind, since only such stems
    could turn the result. Single tasks with one draw need none: their differences are -1, 0 or 1, so for
    equally good models both directions are equally likely.

    Args:
        sizes: (pair, stem), number of tasks that both models have.
        share: (pair), largest difference of a task for the model behind, see :func:`stem_differences`.
        unit: (pair), 1 with one draw per task, see :func:`compare`.
    """
    tasks = np.maximum(sizes.sum(axis=1), 1.0)
    alone = (np.broadcast_to(unit, tasks.shape) >= 1) & (sizes.max(axis=1, initial=0.0) <= 1)
    found: Floats = np.where(alone, 0.0, share * (sizes**2).sum(axis=1) / tasks)
    return found
