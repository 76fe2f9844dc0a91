"""All scores of one evaluation."""

import math
from collections.abc import Iterator, Sequence

from benchmark.core.counts import Counts
from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.scoring.counting import count
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.metrics import EXECUTION, POINTS, Metric, TaskValues, passing, share

_PASS_AT = (1, 3, 10, 100, 1000)
_DECIMALS = 6


def summarise(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> tuple[Score, ...]:
    """The scores of a row: over all tasks, then by subset, by level (of its subset, if any) and category.

    ``pass@1``, execution success and points everywhere; over all tasks also the other pass@k that every task
    has samples for, and the share of each status that occurs.
    """
    counts = count(tasks, outcomes)
    found = list(_scores(counts, every_metric(counts), ""))
    for category in counts.categories:
        found += _scores(counts.within(category), (passing(1), EXECUTION, POINTS), category)
    return tuple(found)


def everywhere(counts: Counts, metrics: Sequence[Metric]) -> tuple[Score, ...]:
    """These metrics over all tasks and in every category; a metric without a sample is left out.

    Raises:
        ValueError: for a pass@k with a task that has fewer than ``k`` samples.
    """
    found = list(_scores(counts, metrics, ""))
    for category in counts.categories:
        found += _scores(counts.within(category), metrics, category)
    return tuple(found)


def every_metric(counts: Counts, pass_at: Sequence[int] = _PASS_AT) -> tuple[Metric, ...]:
    """Metrics that the verdicts allow: pass@k as far as every task has samples, shares that occur."""
    draws = min((samples for samples in counts.judged if samples), default=0)
    shares = [share(f"share:{status}", {status}) for status in counts.statuses]
    return (*(passing(k) for k in pass_at if k <= draws), EXECUTION, POINTS, *shares)


def score(counts: Counts, metric: Metric, category: str = "") -> Score | None:
    """The mean over the tasks that have a sample, with its interval; None when there is no such task.

    ``counts`` are those of the category already.

    Raises:
        ValueError: for a pass@k with a task that has fewer than ``k`` samples.
    """
    found = metric.values(counts)
    pairs = [
        (value, stem) for value, stem in zip(found.values, counts.stems, strict=True) if value is not None
    ]
    if not pairs:
        return None
    lowest, highest = metric.span
    span = highest - lowest
    scaled = [(value - lowest) / span for value, _ in pairs]
    low, high = clustered_wilson(scaled, [stem for _, stem in pairs], sum(found.samples))
    worst, best = _bounds(found)
    return Score(
        metric=metric.name,
        scale=metric.scale,
        value=round(math.fsum(value for value, _ in pairs) / len(pairs), _DECIMALS),
        low=round(lowest + span * low, _DECIMALS),
        high=round(lowest + span * high, _DECIMALS),
        tasks=len(pairs),
        samples=sum(found.samples),
        missing=sum(found.missing),
        worst=worst,
        best=best,
        category=category,
    )


def counts(outcomes: Sequence[Outcome]) -> dict[Status, int]:
    """How many samples ended in each status, in the order of :class:`Status`."""
    seen = [outcome.status for outcome in outcomes if isinstance(outcome, Verdict)]
    return {status: seen.count(status) for status in Status if status in seen}


def _scores(counts: Counts, metrics: Sequence[Metric], category: str) -> Iterator[Score]:
    for metric in metrics:
        found = score(counts, metric, category)
        if found is not None:
            yield found


def _bounds(found: TaskValues) -> tuple[float | None, float | None]:
    """Means over all tasks if every missing sample were a failure, and a success; None without any."""
    if not any(found.missing):
        return None, None
    counted = [
        (worst, best)
        for worst, best, n, m in zip(found.worst, found.best, found.samples, found.missing, strict=True)
        if n + m
    ]
    worst, best = (
        round(math.fsum(column) / len(counted), _DECIMALS) for column in zip(*counted, strict=True)
    )
    return worst, best
