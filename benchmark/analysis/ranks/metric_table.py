"""The values by which models are compared: one per model and task."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.core.counts import Counts
from benchmark.scoring.metrics import Metric
from benchmark.scoring.signflip import Floats


@dataclass(frozen=True, slots=True)
class MetricTable:
    """One metric of several models, over all tasks that at least one of them has."""

    values: Floats  #: (model, task) in [0, 1]; nan if the model has no value for the task
    tasks: tuple[str, ...]
    stems: tuple[str, ...]  #: the stem of each task
    draws: tuple[int, ...]  #: each model's draws per task; 0 if they differ, or if the metric is not a rate


def measure(counts: Sequence[Counts], metric: Metric) -> MetricTable:
    """Return the values of all models; if models disagree on a task's stem, that of the first model is used.

    Raises:
        ValueError: for a pass@k if a task has fewer than ``k`` samples.
    """
    stems: dict[str, str] = {}
    for model in counts:
        for task, stem in zip(model.tasks, model.stems, strict=True):
            stems.setdefault(task, stem)
    place = {task: number for number, task in enumerate(stems)}
    lowest, highest = metric.span
    values, draws = np.full((len(counts), len(stems)), np.nan), []
    for row, model in zip(values, counts, strict=True):
        found = metric.values(model)
        known = np.array(found.values, dtype=float)  # None becomes nan
        row[[place[task] for task in model.tasks]] = (known - lowest) / (highest - lowest)
        samples = {number for number in found.samples if number}
        draws.append(samples.pop() if metric.is_rate and len(samples) == 1 else 0)
    return MetricTable(values, tuple(stems), tuple(stems.values()), tuple(draws))
