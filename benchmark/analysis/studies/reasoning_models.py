"""Two groups of models on the same tasks, such as reasoning models and others: mean scores and difference.

Intervals are about tasks: they say how the same models would do on other tasks of the same kind, and nothing
about other models.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.core.counts import Counts
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import StemSums, compare_models
from benchmark.scoring.signflip import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMean:
    """The mean score of several models, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDifference:
    """The mean scores of two groups, and the first minus the second with its 95 % interval."""

    category: str  #: empty for all tasks
    tasks: int  #: number of tasks that every model has a score of
    first: GroupMean
    second: GroupMean
    difference: float
    low: float
    high: float


def compare_groups(
    first: Sequence[Counts], second: Sequence[Counts], metric: Metric, category: str = ""
) -> GroupDifference | None:
    """Compare two groups of models on the tasks of a category; None if there is no task with all scores.

    Both have at least one model, of the same tasks; the empty category has all tasks.
    """
    if any(category and category not in counts.categories for counts in (*first, *second)):
        return None
    stems = first[0].within(category).stems
    means = [_task_means(group, metric, category) for group in (first, second)]
    known = ~np.isnan(means[0] + means[1])
    if not known.any():
        return None
    one, other = (each[known] for each in means)
    kept = [stem for stem, has in zip(stems, known, strict=True) if has]
    found = compare_models(one, other[None, :], StemSums(kept), 0.0)
    lowest, highest = metric.span
    span = highest - lowest
    return GroupDifference(
        category=category,
        tasks=len(kept),
        first=_mean(one, kept, len(first), metric),
        second=_mean(other, kept, len(second), metric),
        difference=span * float(found.difference[0]),
        low=span * float(found.low[0]),
        high=span * float(found.high[0]),
    )


def _task_means(group: Sequence[Counts], metric: Metric, category: str) -> Floats:
    """Return the mean over models per task, from 0 to 1; nan where a model has no score."""
    values = [metric.values(counts.within(category)).values for counts in group]
    found = np.array(values, dtype=np.float64).mean(axis=0)
    lowest, highest = metric.span
    scaled: Floats = (found - lowest) / (highest - lowest)
    return scaled


def _mean(values: Floats, stems: Sequence[str], models: int, metric: Metric) -> GroupMean:
    low, high = clustered_wilson(values.tolist(), stems, models * len(stems))
    lowest, highest = metric.span
    value, low, high = (lowest + (highest - lowest) * each for each in (float(values.mean()), low, high))
    return GroupMean(value=value, low=low, high=high)
