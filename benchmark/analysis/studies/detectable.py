"""Which differences between scores a data set can detect, for `sightbench analyse power`."""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from benchmark.analysis.ranks.metric_table import measure
from benchmark.core.counts import Counts
from benchmark.core.task import Task
from benchmark.scoring.detection import power, visible_difference
from benchmark.scoring.metrics import pass_metric
from benchmark.scoring.power import assumed_precision, assumed_spreads, draws_needed, tasks_needed
from benchmark.scoring.signflip import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumptions:
    """The assumptions behind the computed power."""

    score: float  #: score of the compared models
    alike: float  #: correlation of two samples of a task
    related: float  #: correlation between two models' pass probabilities over tasks
    stem_share: float  #: correlation of two models' differences within a stem
    rows: int  #: number of rows they were measured from; 0 if they are only assumed


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectableDifference:
    """Which difference can be detected with a number of draws per task."""

    question: str  #: what a model is compared with: ``the same model again`` or ``another model``
    draws: int  #: draws per task
    #: Smallest difference that is seen 4 times in 5; None if the stems are too few for any.
    visible: float | None
    power: float  #: probability of seeing the drop
    #: Draws per task needed to see the drop 4 times in 5; None if 1,000 are not enough.
    draws_needed: int | None
    #: Tasks needed to see the drop 4 times in 5 with these draws and stems of this size; None if a million
    #: are not enough.
    tasks_needed: int | None


def detectable_differences(
    tasks: Sequence[Task], draws: Sequence[int], drop: float, assumptions: Assumptions
) -> list[DetectableDifference]:
    """Return which differences, and whether a ``drop`` in (0, 1), the tasks can detect.

    There is an entry per question and number of draws per task.
    """
    stems = list(Counter(task.family for task in tasks).values())
    spreads = assumed_spreads(
        assumptions.score, assumptions.alike, assumptions.related, assumptions.stem_share
    )
    found = []
    for question, spread in zip(("the same model again", "another model"), spreads, strict=True):
        for number in draws:
            known = assumed_precision(spread, stems, number)
            found.append(
                DetectableDifference(
                    question=question,
                    draws=number,
                    visible=visible_difference(known, 1),
                    power=float(power(known, drop, 1)[0]),
                    draws_needed=draws_needed(spread, stems, drop),
                    tasks_needed=tasks_needed(spread, stems, number, drop),
                )
            )
    return found


def measured_assumptions(counts: Sequence[Counts], given: Assumptions) -> Assumptions:
    """Measure the assumptions from the rows of one table, one row per model.

    ``alike`` can only be measured from two or more draws per task: only then can the sampling noise be
    separated from the variance of the rates. ``related`` needs no such correction, because two models' rates
    on the same tasks share no noise: their covariance is that of the pass probabilities. The results are
    medians over models, and over neighbours in score. An assumption that cannot be measured keeps its value
    from ``given``.
    """
    if not counts:
        return given
    measured = measure(counts, pass_metric(1))
    means = np.nanmean(measured.values, axis=1)
    found = {"score": float(np.median(means)), "alike": given.alike, "related": given.related}
    if min(measured.draws) > 1:
        alike = [
            _sample_correlation(row[~np.isnan(row)], draws)
            for row, draws in zip(measured.values, measured.draws, strict=True)
        ]
        found["alike"] = _median(alike, given.alike)
    order = np.argsort(means, kind="stable")
    together = [
        _model_correlation(measured.values[a], measured.values[b])
        for a, b in itertools.pairwise(order.tolist())
    ]
    common = _median(together, math.nan)
    if found["alike"] > 0 and not math.isnan(common):
        found["related"] = min(1.0, max(0.0, common / found["alike"]))
    return replace(given, rows=len(counts), **{name: round(value, 3) for name, value in found.items()})


def _sample_correlation(rates: Floats, draws: int) -> float:
    """Return the correlation of two samples of a task; nan for a model that passes all samples or none."""
    whole = float(rates.mean() * (1 - rates.mean()))
    if whole <= 0:
        return math.nan
    sampling = float((rates * (1 - rates)).mean()) * draws / (draws - 1)
    return min(1.0, max(0.0, 1 - sampling / whole))


def _model_correlation(a: Floats, b: Floats) -> float:
    """Return the correlation between a sample of one model and a sample of the other on the same task."""
    both = ~np.isnan(a - b)
    one, other = a[both], b[both]
    whole = math.sqrt(one.mean() * (1 - one.mean()) * other.mean() * (1 - other.mean())) if both.any() else 0
    return float(((one - one.mean()) * (other - other.mean())).mean() / whole) if whole > 0 else math.nan


def _median(values: Sequence[float], otherwise: float) -> float:
    known = [value for value in values if not math.isnan(value)]
    return float(np.median(known)) if known else otherwise
