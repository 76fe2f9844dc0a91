"""Whether a difference stays real, whatever the verdicts on missing samples would have been.

A pair is compared twice more by the same test: as if all missing samples of the first model were right and
all of the second one wrong, and the other way round. The larger p-values then go through the same adjustment
for all pairs. A difference that stays real in both cases is real without a condition.
"""

from collections.abc import Sequence

import numpy as np

from benchmark.analysis.ranks.metric_table import MetricTable
from benchmark.core.counts import Counts
from benchmark.scoring.metrics import Metric
from benchmark.scoring.paired import PairedDifferences
from benchmark.scoring.ranks import Places, compare_pairs
from benchmark.scoring.signflip import Flags, Floats


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

    Args:
        counts: the verdicts of each model.
        metric: the compared metric.
        measured: the values of the metric.
        found: the comparisons of all pairs.
        pairs: first and second model of each pair.
        real: which pairs are real; the p-values of the others are returned as they are.
        rerun: whether all are runs of one model in the same way, as in :func:`compare_pairs`.
    """
    lacks = np.array([any(metric.values(model).missing) for model in counts], dtype=bool)
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


def stays_real(
    counts: Sequence[Counts],
    metric: Metric,
    measured: MetricTable,
    found: PairedDifferences,
    level: float,
    *,
    rerun: bool = False,
) -> bool:
    """Whether two models really differ at this level, whatever the missing samples would have been."""
    first, second = np.array([0]), np.array([1])
    real = found.p <= 1 - level
    p = cautious_p(counts, metric, measured, found, (first, second), real=real, rerun=rerun)
    return bool(p[0] <= 1 - level)


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
