"""Computes all scores of one evaluation."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from benchmark.core.counts import Counts
from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import ERROR_TYPES, ErrorType, Outcome, Status, Verdict
from benchmark.scoring.counting import Categories, count
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.metrics import (
    EXECUTION,
    FAILS_ONLY,
    PARSING,
    PASSES,
    POINTS,
    Metric,
    TaskValues,
    kind_metric,
    pass_metric,
    share_metric,
)

_PASS_AT = (1, 3, 10, 100, 1000)
_DECIMALS = 6


def summarise(
    tasks: Sequence[Task], outcomes: Sequence[Outcome], categories: Categories
) -> tuple[Score, ...]:
    """Return all scores of a row: over all tasks, then per subset, level and category.

    Each group has ``pass@1``, execution success and points. All tasks together also have further pass@k, if
    every task has enough samples, the share of each status that occurs, and the shares by kind of tests.
    Parsing success comes last, in both kinds of groups, if the linter read any sample.
    """
    counts = count(tasks, outcomes, categories)
    found = list(_scores(counts, available_metrics(counts), ""))
    for category in counts.categories:
        found += _scores(counts.within(category), (pass_metric(1), EXECUTION, POINTS), category)
    return (*found, *scores_by_category(counts, (PARSING,)))


def scores_by_category(counts: Counts, metrics: Sequence[Metric]) -> tuple[Score, ...]:
    """Return the scores of these metrics, over all tasks and per category; without samples there is no score.

    Raises:
        ValueError: for pass@k, if a task has fewer than ``k`` samples.
    """
    found = list(_scores(counts, metrics, ""))
    for category in counts.categories:
        found += _scores(counts.within(category), metrics, category)
    return tuple(found)


def available_metrics(counts: Counts) -> tuple[Metric, ...]:
    """Return the metrics that can be computed: pass@k up to the draws per task, and shares that occur."""
    # A task whose samples are all missing must not take pass@1 from the other tasks.
    draws = min((samples for samples in counts.judged if samples), default=0)
    shares = [share_metric(f"share:{status}", {status}) for status in counts.statuses]
    kinds = [kind_metric(prefix, kind) for kind in counts.kinds for prefix in (PASSES, FAILS_ONLY)]
    return (*(pass_metric(k) for k in _PASS_AT if k <= draws), EXECUTION, POINTS, *shares, *kinds)


def score(counts: Counts, metric: Metric, category: str = "") -> Score | None:
    """Return a metric's mean over the tasks with samples, with its interval; None if there is no such task.

    ``counts`` must already be those of the category; they keep the score, which each past day asks for.

    Raises:
        ValueError: for pass@k, if a task has fewer than ``k`` samples.

    Example:
        >>> from benchmark.scoring.counting import Counter
        >>> counter = Counter(None)
        >>> for task, status in (("one", Status.PASSED), ("one", Status.TIMEOUT), ("two", Status.PASSED)):
        ...     counter.add(task, status)
        >>> found = score(counter.counts(), pass_metric(1))
        >>> found and (found.value, found.tasks, found.samples)
        (0.75, 2, 3)

    Raise: ``JUDGE_VERSION``, if a score of a row can change.
    """
    known = counts.scores
    if (metric.name, category) not in known:
        known[metric.name, category] = _score(counts, metric, category)
    return known[metric.name, category]


def _score(counts: Counts, metric: Metric, category: str) -> Score | None:
    found = metric.values(counts)
    pairs = [
        (value, stem) for value, stem in zip(found.values, counts.stems, strict=True) if value is not None
    ]
    if not pairs:
        return None
    lowest, highest = metric.span
    span = highest - lowest
    scaled = [(value - lowest) / span for value, _ in pairs]
    low, high = clustered_wilson(scaled, [stem for _, stem in pairs], metric.most_samples(sum(found.samples)))
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


def count_statuses(outcomes: Sequence[Outcome]) -> dict[Status, int]:
    """Return the number of samples per status, in the order of :class:`Status`."""
    seen = [outcome.status for outcome in outcomes if isinstance(outcome, Verdict)]
    return {status: seen.count(status) for status in Status if status in seen}


def count_error_types(outcomes: Sequence[Outcome]) -> dict[ErrorType, int]:
    """Return the number of failed samples per error type, in the order of the rule; empty if none has one."""
    seen = Counter(outcome.error_type for outcome in outcomes if isinstance(outcome, Verdict))
    return {kind: seen[kind] for kind in ERROR_TYPES if kind in seen}


def _scores(counts: Counts, metrics: Sequence[Metric], category: str) -> Iterator[Score]:
    for metric in metrics:
        found = score(counts, metric, category)
        if found is not None:
            yield found


def _bounds(found: TaskValues) -> tuple[float | None, float | None]:
    """Return the lowest and highest score that the missing samples allow; None if no sample is missing."""
    if not any(found.missing):
        return None, None
    counted = [
        (worst, best)
        for worst, best, n, m in zip(found.worst, found.best, found.samples, found.missing, strict=True)
        # A task with missing samples only has no value, but belongs to the bounds: it could have had one.
        if n + m
    ]
    worst, best = (
        round(math.fsum(column) / len(counted), _DECIMALS) for column in zip(*counted, strict=True)
    )
    return worst, best
