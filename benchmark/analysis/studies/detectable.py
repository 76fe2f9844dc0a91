"""Which differences between scores a data set can detect, for `sightbench analyse power`."""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np
from pydantic import Field

from benchmark.analysis.ranks.metric_table import measure
from benchmark.core.counts import Counts
from benchmark.core.task import Task
from benchmark.files.edge import Record
from benchmark.scoring.detection import POWER, power, visible_difference
from benchmark.scoring.metrics import pass_metric
from benchmark.scoring.paired import LEVEL
from benchmark.scoring.power import Spread, assumed_precision, assumed_spreads, draws_needed, tasks_needed
from benchmark.scoring.signflip import Floats

_DECIMALS = 6


class Assumptions(Record):
    """The assumptions behind the computed power."""

    score: float = Field(description="score of the compared models")
    alike: float = Field(description="correlation of two samples of a task")
    related: float = Field(description="correlation between two models' pass probabilities over tasks")
    stem_share: float = Field(description="correlation of two models' differences within a stem")
    rows: int = Field(description="number of rows they were measured from; 0 if they are only assumed")


class DetectableDifference(Record):
    """Which difference can be detected with a number of draws per task."""

    question: Literal["the same model again", "another model"] = Field(
        description="what a model is compared with"
    )
    draws: int = Field(description="draws per task")
    error: float = Field(description="standard error of the difference")
    visible: float | None = Field(
        description="smallest difference that is seen 4 times in 5; null if the stems are too few for any"
    )
    power: float = Field(description="probability of seeing the drop")
    draws_needed: int | None = Field(
        description="draws per task needed to see the drop 4 times in 5; null if 1,000 are not enough"
    )
    tasks_needed: int | None = Field(
        description="tasks needed to see the drop 4 times in 5 with these draws and stems of this size; null"
        " if a million are not enough"
    )


class PowerReport(Record):
    """The differences that a data set can detect."""

    suite: str
    dataset: str
    tasks: int
    stems: int
    drop: float = Field(description="true difference of scores that should be seen")
    level: float = Field(description="confidence level of the test")
    target: float = Field(description="power at which a difference counts as visible")
    assumptions: Assumptions
    questions: list[DetectableDifference]


def power_report(
    named: tuple[str, str], tasks: Sequence[Task], draws: Sequence[int], drop: float, assumptions: Assumptions
) -> PowerReport:
    """Return which differences the tasks can detect.

    Args:
        named: suite and data set.
        tasks: tasks of the data set.
        draws: numbers of draws per task; each gives two entries of the report.
        drop: a true difference of scores, in (0, 1).
        assumptions: score and correlations of the compared models.
    """
    stems = list(Counter(task.family for task in tasks).values())
    same, other = assumed_spreads(
        assumptions.score, assumptions.alike, assumptions.related, assumptions.stem_share
    )
    return PowerReport(
        suite=named[0],
        dataset=named[1],
        tasks=len(tasks),
        stems=len(stems),
        drop=drop,
        level=LEVEL,
        target=POWER,
        assumptions=assumptions,
        questions=[
            *(_detectable("the same model again", same, stems, number, drop) for number in draws),
            *(_detectable("another model", other, stems, number, drop) for number in draws),
        ],
    )


def _detectable(
    question: Literal["the same model again", "another model"],
    spread: Spread,
    stems: Sequence[int],
    draws: int,
    drop: float,
) -> DetectableDifference:
    known = assumed_precision(spread, stems, draws)
    visible = visible_difference(known, 1)
    return DetectableDifference(
        question=question,
        draws=draws,
        error=round(float(known.noise[0]), _DECIMALS),
        visible=None if visible is None else round(visible, _DECIMALS),
        power=round(float(power(known, drop, 1)[0]), _DECIMALS),
        draws_needed=draws_needed(spread, stems, drop),
        tasks_needed=tasks_needed(spread, stems, draws, drop),
    )


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
    return given.model_copy(
        update={**{name: round(value, 3) for name, value in found.items()}, "rows": len(counts)}
    )


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
