"""The values by which models are compared, one per model and task, and what missing samples could change."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmark.core.counts import Counts
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import PairedDifferences
from benchmark.scoring.ranks import Places, compare_pairs
from benchmark.scoring.signflip import Flags, Floats


@dataclass(frozen=True, slots=True)
class MetricTable:
    """One metric of several models, over all tasks that at least one of them has."""

    values: Floats  #: (model, task) in [0, 1]; nan if the model has no value for the task
    tasks: tuple[str, ...]
    stems: tuple[str, ...]  #: the stem of each task
    draws: tuple[int, ...]  #: each model's draws per task; 0 if they differ, or if the metric is not a rate
    lacks: tuple[bool, ...]  #: whether each model lacks a sample


def measure(counts: Sequence[Counts], metric: Metric) -> MetricTable:
    """Return the values of all models; if models disagree on a task's stem, that of the first model is used.

    Raises:
        ValueError: for a pass@k if a task has fewer than ``k`` samples.
    """
    stems: dict[str, str] = {}
    known = dict.fromkeys((model.tasks, model.stems) for model in counts)  # most models have the same
    for tasks, families in known:
        for task, stem in zip(tasks, families, strict=True):
            stems.setdefault(task, stem)
    place = {task: number for number, task in enumerate(stems)}
    places = {tasks: np.array([place[task] for task in tasks], dtype=np.intp) for tasks, _ in known}
    lowest, highest = metric.span
    values, draws, lacks = np.full((len(counts), len(stems)), np.nan), [], []
    for row, model in zip(values, counts, strict=True):
        found = metric.values(model)
        of_tasks = np.array(found.values, dtype=float)  # None becomes nan
        row[places[model.tasks]] = (of_tasks - lowest) / (highest - lowest)
        samples = set(found.samples) - {0}
        draws.append(samples.pop() if metric.is_rate and len(samples) == 1 else 0)
        lacks.append(any(found.missing))
    return MetricTable(values, tuple(stems), tuple(stems.values()), tuple(draws), tuple(lacks))


def cautious_p(
    counts: Sequence[Counts],
    metric: Metric,
    measured: MetricTable,
    found: PairedDifferences,
    pairs: tuple[Places, Places],
    *,
    real: Flags,
    rerun: bool = False,
) -> Floats:
    """Return the largest p-value that missing samples could give each pair; 1 if they could turn its sign.

    The p-values of pairs that are not ``real`` are returned as they are.
    """
    lacks = np.array(measured.lacks, dtype=bool)
    first, second = pairs
    places = np.flatnonzero(real & (lacks[first] | lacks[second])) if len(first) else first
    if not len(places):
        return found.p
    bounds, draws = value_bounds(counts, metric, measured)
    a, b, models = first[places], second[places], len(counts)
    p = found.p.copy()
    for one, other in ((a + models, b), (a, b + models)):
        extreme = compare_pairs(bounds, measured.stems, (*draws, *draws), one, other, rerun=rerun)
        turned = np.sign(extreme.difference) != np.sign(found.difference[places])
        p[places] = np.maximum(p[places], np.where(turned, 1.0, extreme.p))
    return p


def value_bounds(
    counts: Sequence[Counts], metric: Metric, measured: MetricTable
) -> tuple[Floats, tuple[int, ...]]:
    """Return the lowest possible values of all models, then the highest, and each model's draws per task.

    The values are those of ``measured`` wherever no sample is missing.
    """
    place = {task: number for number, task in enumerate(measured.tasks)}
    lowest, highest = metric.span
    bounds = np.concatenate([measured.values, measured.values])
    draws = []
    for number, model in enumerate(counts):
        found = metric.values(model)
        tasks = np.array([place[task] for task in model.tasks], dtype=np.intp)
        lacks = np.flatnonzero(found.missing)
        for row, ends in ((number, found.worst), (number + len(counts), found.best)):
            bounds[row, tasks[lacks]] = (np.array(ends)[lacks] - lowest) / (highest - lowest)
        whole = {judged + missing for judged, missing in zip(found.samples, found.missing, strict=True)} - {0}
        draws.append(whole.pop() if metric.is_rate and len(whole) == 1 else 0)
    return bounds, tuple(draws)
