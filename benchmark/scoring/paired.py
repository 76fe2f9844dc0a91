"""Two models on the same tasks: their difference, its interval and its p-value, with stems kept whole."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchmark.scoring.signflip import Flags, Floats, p_values

LEVEL = 0.95
#: Goes up with every change that can move a number of this module or of ``signflip``.
PAIRED_VERSION = 2
_STEP = 1e-6  #: what reports keep of an end: one beside 0 stays beside it when it is rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifferences:
    """Differences of many pairs; every array has one entry a pair."""

    tasks: NDArray[np.int64]  #: that both have
    stems: NDArray[np.int64]
    difference: Floats  #: mean over tasks, in [-1, 1]
    error: Floats  #: its standard error if there were no difference, with the tasks that are added
    low: Floats
    high: Floats
    p: Floats
    exact: Flags
    #: Sums over stems that an interval at another level is made from: of difference times tasks,
    products: Floats
    tasks_squared: Floats  #: and of the square of tasks, with those that are added


def compare(
    sums: Floats,
    sizes: Floats,
    unit: Floats | float = 0.0,
    level: float = LEVEL,
    added: Floats | float = 1.0,
) -> PairedDifferences:
    """Compare pairs of models.

    The interval holds every difference that the score statistic does not rule out (the cluster-robust one
    of :func:`benchmark.scoring.signflip.p_values`, with the difference subtracted), after adding a task
    that only the first model solves and one that only the second does (Bonett and Price 2012 do so for
    single tasks). Its quantile is then moved, where needed, until 0 lies outside exactly when ``p <= 1 -
    level``, so that interval and p-value never disagree. Its coverage is in the docs (``./noxw -s
    simulate``).

    Args:
        sums: (pair, stem), first model minus second, summed over the tasks of the stem that both have; task
            values in [0, 1].
        sizes: (pair, stem), how many tasks these are.
        unit: as in ``p_values``.
        level: of the interval.
        added: (pair), so many tasks that only the one model solves are added, and as many that only the other
            does, each lot a stem of its own.
    """
    tasks = sizes.sum(axis=1)
    total, squares = sums.sum(axis=1), (sums**2).sum(axis=1)
    p, exact = p_values(sums, unit)
    more = 2 * np.broadcast_to(np.square(added), p.shape)
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
    )
    low, high = interval(found, p <= 1 - level, level)
    return replace(found, low=low, high=high)


def interval(found: PairedDifferences, real: Flags, level: float) -> tuple[Floats, Floats]:
    """Ends of intervals that leave 0 out exactly where a difference is real, whatever rule says which are.

    All d with ``(S - dM)² <= t² sum of (s - dm)²``, between the roots of a square, where t is the quantile of
    the level, moved where needed.

    Args:
        found: compared pairs.
        real: (pair), whether it was decided that they differ.
        level: of each interval.
    """
    tasks = found.tasks.astype(np.float64)
    total = found.difference * tasks
    squares = np.where(tasks > 0, (found.error * tasks) ** 2, 1.0)
    seen = abs(total) / np.sqrt(squares)
    usual = NormalDist().inv_cdf(0.5 + level / 2)
    quantile = np.where(real, np.minimum(usual, seen * (1 - 1e-9)), np.maximum(usual, seen * (1 + 1e-9)))
    a = tasks**2 - quantile**2 * found.tasks_squared
    b = total * tasks - quantile**2 * found.products
    c = total**2 - quantile**2 * squares
    root = np.sqrt(np.maximum(b**2 - a * c, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        first, second = (b - root) / a, (b + root) / a
    lower, upper = np.minimum(first, second), np.maximum(first, second)
    # With too few tasks for a bound on both sides, what is left is the side of the difference.
    open_ended = a <= 0
    low = np.where(open_ended, np.where(real & (total > 0), upper, -1.0), lower)
    high = np.where(open_ended, np.where(real & (total < 0), lower, 1.0), upper)
    low, high = np.clip(np.nan_to_num(low, nan=-1.0), -1, 1), np.clip(np.nan_to_num(high, nan=1.0), -1, 1)
    low = np.where(real & (total > 0), np.maximum(low, _STEP), np.where(real, low, np.minimum(low, 0.0)))
    high = np.where(real & (total < 0), np.minimum(high, -_STEP), np.where(real, high, np.maximum(high, 0.0)))
    return np.minimum(low, found.difference), np.maximum(high, found.difference)


def common_unit(draws: int, others: int) -> float:
    """The ``unit`` of differences of two models' rates, each with that many draws of every task.

    0 where either is 0, which stands for draws that differ from task to task.
    """
    return 1 / math.lcm(draws, others) if draws and others else 0.0


class StemSums:
    """Sums task values over stems."""

    def __init__(self, stems: Sequence[str]) -> None:
        places = {stem: place for place, stem in enumerate(dict.fromkeys(stems))}
        of_task = np.array([places[stem] for stem in stems], dtype=np.intp)
        self._order = np.argsort(of_task, kind="stable")
        self._starts = np.searchsorted(of_task[self._order], np.arange(len(places)))

    def sums(self, values: Floats) -> Floats:
        """(row, task) to (row, stem)."""
        # In one layout whatever the number of rows: a sum is the same to its last bit alone and among others.
        ordered = np.ascontiguousarray(values[:, self._order])
        found: Floats = np.add.reduceat(ordered, self._starts, axis=1)
        return np.ascontiguousarray(found)


def against(one: Floats, others: Floats, stems: StemSums) -> tuple[Floats, Floats]:
    """Differences of one model to others: sums and sizes for :func:`compare`.

    Args:
        one: (task), nan where it has no value.
        others: (model, task), likewise.
        stems: of the tasks.
    """
    difference = one[None, :] - others
    both = ~np.isnan(difference)
    return stems.sums(np.where(both, difference, 0.0)), stems.sums(both.astype(float))
