"""The values that models are compared by: one for each model and task."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.core.counts import Counts
from benchmark.scoring.metrics import Metric
from benchmark.scoring.signflip import Floats


@dataclass(frozen=True, slots=True)
class MetricTable:
    """A metric of several models over the tasks that any of them has."""

    values: Floats  #: (model, task) in [0, 1], nan where there is none
    tasks: tuple[str, ...]
    stems: tuple[str, ...]
    draws: tuple[int, ...]  #: of each model for every task; 0 where they differ, or values are no rates


def measure(counts: Sequence[Counts], metric: Metric) -> MetricTable:
    """The values of all models; a task's stem is the one that the first model gives it.

    Raises:
        ValueError: for a pass@k with a task that has fewer than ``k`` samples.
    """
    stems: dict[str, str] = {}
    for one in counts:
        for task, stem in zip(one.tasks, one.stems, strict=True):
            stems.setdefault(task, stem)
    place = {task: number for number, task in enumerate(stems)}
    lowest, highest = metric.span
    values, draws = np.full((len(counts), len(stems)), np.nan), []
    for row, one in zip(values, counts, strict=True):
        found = metric.values(one)
        known = np.array(found.values, dtype=float)  # None becomes nan
        row[[place[task] for task in one.tasks]] = (known - lowest) / (highest - lowest)
        samples = {number for number in found.samples if number}
        draws.append(samples.pop() if metric.is_rate and len(samples) == 1 else 0)
    return MetricTable(values, tuple(stems), tuple(stems.values()), tuple(draws))
