"""Two groups of models on the same tasks, such as reasoning models and others: mean scores and difference.

Intervals are about tasks: they say how the same models would do on other tasks of the same kind, and nothing
about other models.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmark.core.counts import Counts
from benchmark.scoring.metrics import Metric, clustered_wilson
from benchmark.scoring.paired import StemSums, compare_models
from benchmark.scoring.signflip import Floats

_Span = tuple[float, float, float]  #: a value, and its 95 % interval


class GroupDifference(NamedTuple):
    """The mean scores of two groups, and the first minus the second."""

    tasks: int  #: number of tasks that every model has a score of
    first: _Span
    second: _Span
    difference: _Span


def compare_groups(
    first: Sequence[Counts], second: Sequence[Counts], metric: Metric, category: str = ""
) -> GroupDifference | None:
    """Compare two groups of models on the tasks of a category; None if there is no task with all scores.

    Both have at least one model, of the same tasks; the empty category has all tasks.
    """
    if any(category and category not in counts.categories for counts in (*first, *second)):
        return None
    lowest, highest = metric.span
    span = highest - lowest

    def task_means(group: Sequence[Counts]) -> Floats:
        """Return the mean over models per task, from 0 to 1; nan where a model has no score."""
        values = [metric.values(each.within(category)).values for each in group]
        means: Floats = (np.array(values, dtype=np.float64).mean(axis=0) - lowest) / span
        return means

    one, other = task_means(first), task_means(second)
    known = ~np.isnan(one + other)
    if not known.any():
        return None
    one, other = one[known], other[known]
    kept = [stem for stem, has in zip(first[0].within(category).stems, known, strict=True) if has]
    found = compare_models(one, other[None, :], StemSums(kept), 0.0)
    ends = (span * float(end[0]) for end in (found.difference, found.low, found.high))

    def mean(values: Floats, models: int) -> _Span:
        low, high = clustered_wilson(values.tolist(), kept, models * len(kept))
        value, low, high = (lowest + span * end for end in (float(values.mean()), low, high))
        return value, low, high

    difference, low, high = ends
    means = mean(one, len(first)), mean(other, len(second))
    return GroupDifference(len(kept), *means, (difference, low, high))
