"""Metrics: functions that give each task a value; the mean over tasks is a score, with a 95 % interval.

:func:`summarise` computes all scores of one evaluation.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from statistics import NormalDist
from string import ascii_uppercase
from typing import cast

from benchmark.core.counts import Categories, Counts, KindCounts, count
from benchmark.core.names import is_slug
from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import (
    ERROR_TYPES,
    EXECUTED,
    HIGHEST_POINTS,
    LOWEST_POINTS,
    ErrorType,
    Outcome,
    Status,
    Verdict,
)

LEVEL = 0.95  #: confidence of a single interval
# Not from scipy: commands that only judge need this, and its `stats` takes half a second of CPU to load.
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


def clustered_wilson(
    values: Sequence[float], stems: Sequence[str], samples: float | None = None
) -> tuple[float, float]:
    """Return the 95 % interval of the mean of ``values``; values of the same stem may be dependent.

    This is Wilson's score interval (Wilson 1927) on the effective sample size ``p(1-p) / v``, where ``v`` is
    the cluster-robust variance of the mean over stems (Korn and Graubard 1998, Survey Methodology 24:193).
    There are two changes for few stems. ``v`` is computed with two more stems, one that passes completely and
    one that fails completely (the idea of Agresti and Coull 1998, applied to stems), so that it is not near 0
    by luck. And the size is multiplied by ``(G-1)/(G+1)``, which is about the squared ratio of a normal and a
    t quantile, as Korn and Graubard do. G is the number of stems; if their sizes m differ, the equivalent
    number ``(sum of m)² / sum of m²`` of stems of equal size (Kish 1965), so that one large stem does not
    count as many.

    The coverage was simulated (``./noxw -s simulate``); the docs have the table. If every stem has one task,
    this is Wilson's interval on ``(G-1)/(G+1)`` of the tasks.

    Args:
        values: one value per task, in [0, 1].
        stems: the stem of each task, in the same order.
        samples: number of samples behind the values, at least one per value; the effective size is at most
            this. By default the number of values. Infinite for values between 0 and 1, such as points, which
            vary less than values of 0 and 1 with the same mean.

    Returns:
        Lower and upper end, ``0 <= low <= mean <= high <= 1``. For a single stem this is (0, 1), because one
        stem says nothing about others.

    Raises:
        ValueError: if there are no values, or the lengths differ.

    Example:
        Of eight tasks six pass; in the second line, stems of two pass or fail together.

        >>> values = [1, 1, 1, 1, 1, 1, 0, 0]
        >>> [round(end, 2) for end in clustered_wilson(values, [*"abcdefgh"])]
        [0.37, 0.94]
        >>> [round(end, 2) for end in clustered_wilson(values, [*"aabbccdd"])]
        [0.21, 0.97]

    Raise: ``JUDGE_VERSION``, if a score of a row can change.
    """
    if not values or len(values) != len(stems):
        raise ValueError(f"{len(values)} values and {len(stems)} stems")
    # fsum rounds once, so the order of tasks cannot change a score, which is part of a row's id.
    mean = math.fsum(values) / len(values)
    families: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for value, stem in zip(values, stems, strict=True):
        total, tasks = families[stem]
        families[stem] = (total + value, tasks + 1)
    if len(families) == 1:
        return 0.0, 1.0
    return wilson(mean, effective_size(list(families.values()), samples or len(values)))


#: The stems of all simulated ranges are as many, and as even, as these numbers say.
FEWEST_STEMS, FEWEST_DOMINANT = 20, 12
FEW_STEMS = "ranges of so few, or so uneven, stems may be too narrow"


def are_few(stems: Iterable[str]) -> bool:
    """Whether stems are fewer or less even than those for which ranges were simulated.

    The spread of a score is that of the largest stems, if all tasks of a stem are solved or failed together:
    stems of m tasks vary as much as ``(sum of m²)² / sum of m⁴`` equal ones.
    """
    squares = [size**2 for size in Counter(stems).values()]
    fourths = sum(square**2 for square in squares)
    return len(squares) < FEWEST_STEMS or sum(squares) ** 2 < FEWEST_DOMINANT * fourths


def standard_error(values: Sequence[float], stems: Sequence[str]) -> float | None:
    """Return the standard error of the mean, clustered by stem; None for a single stem.

    It is the root of ``G / (G - 1)`` times the sum over the G stems of their squared sums of residuals,
    divided by the number of values (Miller 2024, arXiv:2411.00640), as Inspect prints it with ``cluster``.
    If every stem has one task, it is that of single samples, as Inspect and lm-evaluation-harness print it.

    Example:
        >>> round(standard_error([1, 1, 1, 1, 1, 1, 0, 0], [*"abcdefgh"]) or 0, 3)
        0.164
        >>> round(standard_error([1, 1, 1, 1, 1, 1, 0, 0], [*"aabbccdd"]) or 0, 3)
        0.25
    """
    mean, residuals = math.fsum(values) / len(values), defaultdict[str, float](float)
    for value, stem in zip(values, stems, strict=True):
        residuals[stem] += value - mean
    if len(residuals) == 1:
        return None
    squares = math.fsum(found**2 for found in residuals.values())
    return math.sqrt(squares * len(residuals) / (len(residuals) - 1)) / len(values)


def effective_size(families: Sequence[tuple[float, int]], samples: float) -> float:
    """Return the number of independent samples that would give the same precision as the families.

    Args:
        families: sum of values and number of tasks of each stem; at least two stems.
        samples: upper limit of the result.
    """
    tasks = sum(size for _, size in families)
    stems = tasks**2 / sum(size**2 for _, size in families)
    added = tasks / stems  # tasks of each of the two added stems
    whole = tasks + 2 * added
    mean = (math.fsum(total for total, _ in families) + added) / whole
    squares = math.fsum((total - mean * size) ** 2 for total, size in families)
    squares += (added - mean * added) ** 2 + (mean * added) ** 2
    # If every stem has one task, the small-sample corrections cancel, and the size is the number of tasks.
    variance = squares / whole**2 * (stems + 2) / (stems + 1) * (whole - 1) / whole
    size = mean * (1 - mean) / variance * tasks / whole
    return max(1.0, min(size, float(samples))) * (stems - 1) / (stems + 1)


def wilson(mean: float, size: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of ``size`` independent samples."""
    square = _Z * _Z / size
    centre = (mean + square / 2) / (1 + square)
    half = _Z * math.sqrt(mean * (1 - mean) / size + square / (4 * size)) / (1 + square)
    # With a mean of 0 or 1, the end equals it; rounding must not move it to the wrong side.
    return max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half))


@cache
def pass_at_k(n: int, c: int, k: int) -> float:
    """Estimate the probability that at least one of ``k`` samples passes.

    This is the unbiased estimator ``1 - C(n-c, k) / C(n, k)`` of Chen et al. 2021, eq. 1 (arXiv:2107.03374).
    The ratio is computed as a product of ``min(c, k)`` factors below 1, without overflow or cancellation. For
    ``k = 1`` the result is exactly ``c / n``.

    Args:
        n: number of samples of the task.
        c: number of samples that passed, ``0 <= c <= n``.
        k: number of samples allowed, ``1 <= k <= n``.

    Returns:
        A fraction in [0, 1]; only pages show percentages.

    Raises:
        ValueError: if a number is out of range; for ``k > n`` there is no unbiased estimate.

    Example:
        >>> pass_at_k(20, 5, 1), round(pass_at_k(20, 5, 10), 3)
        (0.25, 0.984)

    Raise: ``JUDGE_VERSION``, if a score of a row can change.
    """
    if not 0 <= c <= n or not 1 <= k <= n:
        raise ValueError(f"pass@{k} of {c} passed among {n} samples: needs 0 <= c <= n and 1 <= k <= n")
    if n - c < k:
        return 1.0
    if k == 1:
        return c / n
    # C(n-c, k) / C(n, k) is C(n-k, c) / C(n, c), so c and k can change places.
    fewer, more = sorted((c, k))
    miss = 1.0
    for i in range(fewer):
        miss *= 1.0 - more / (n - i)
    return 1.0 - miss


#: Prefixes of metrics by kind of tests; the kind follows.
PASSES, FAILS_ONLY = "passes:", "fails_only:"
# At most six digits: names come from users, and int() raises ValueError for over 4,300 digits.
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class TaskValues:
    """The values of a metric per task; all sequences have one entry per task."""

    values: Sequence[float | None]  #: None for a task without a judged sample
    samples: Sequence[int]  #: number of samples behind the value
    missing: Sequence[int]  #: number of samples that are missing
    worst: Sequence[float]  #: lowest possible value, had the missing samples been judged
    best: Sequence[float]  #: highest possible value, had the missing samples been judged


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric, with the name that rows record."""

    name: str
    values: Callable[[Counts], TaskValues]
    scale: str = "fraction"

    @property
    def is_rate(self) -> bool:
        """Whether a task's value is the share of its samples that meet a condition."""
        # One more pass moves a share by 1/n, but pass@10 by uneven steps, for which p-values are not exact.
        return self.scale == "fraction" and (self.name == "pass@1" or not self.name.startswith("pass@"))

    def most_samples(self, samples: int) -> float:
        """Return how many samples of 0 or 1 could at most be as precise as this number of samples."""
        return math.inf if self.scale == "points" else samples

    @property
    def span(self) -> tuple[float, float]:
        """The lowest and highest possible value."""
        return (LOWEST_POINTS, HIGHEST_POINTS) if self.scale == "points" else (0.0, 1.0)


def pass_metric(k: int) -> Metric:
    """Return the metric pass@k: per task, the probability that at least one of ``k`` samples passes.

    Its ``values`` raise ``ValueError`` if a task has samples, but fewer than ``k``.
    """

    def values(counts: Counts) -> TaskValues:
        judged, passed = counts.judged, counts.of({Status.PASSED})
        if k == 1:  # the same as pass_at_k, but faster: every ranking uses pass@1
            return _shares(passed, judged, counts.missing)
        found = [pass_at_k(n, c, k) if n else None for n, c in zip(judged, passed, strict=True)]
        worst = [0.0 if value is None else value for value in found]
        best = [1.0 if value is None else value for value in found]
        for place, m in enumerate(counts.missing) if any(counts.missing) else ():
            n, c = judged[place], passed[place]
            if m and n + m >= k:
                worst[place], best[place] = pass_at_k(n + m, c, k), pass_at_k(n + m, c + m, k)
        return TaskValues(found, judged, counts.missing, worst, best)

    return Metric(f"pass@{k}", values)


def share_metric(name: str, wanted: Set[Status]) -> Metric:
    """Return the metric ``name``: per task, the share of samples whose status is in ``wanted``."""

    def values(counts: Counts) -> TaskValues:
        return _shares(counts.of(wanted), counts.judged, counts.missing)

    return Metric(name, values)


def kind_metric(prefix: str, kind: str) -> Metric:
    """Return a metric of a kind of tests; tasks without tests of the kind have no value.

    Args:
        prefix: ``PASSES`` for the share of samples that pass the tests of the kind, ``FAILS_ONLY`` for the
            share of samples that fail them and pass the tests of all other kinds.
        kind: the kind.

    Raises:
        ValueError: if that is not the name of a kind.
    """
    if not is_slug(kind):
        raise ValueError(kind)

    def values(counts: Counts) -> TaskValues:
        zeros = (0,) * len(counts.tasks)
        none = KindCounts(judged=zeros, passed=zeros, only=zeros, missing=zeros)
        found = counts.kinds.get(kind, none)
        return _shares(found.passed if prefix == PASSES else found.only, found.judged, found.missing)

    return Metric(f"{prefix}{kind}", values)


EXECUTION = share_metric("execution_success", EXECUTED)


def _parsing(counts: Counts) -> TaskValues:
    linted = counts.linted or (0,) * len(counts.tasks)
    missing = _missing_samples(counts, linted)
    return _shares(counts.parsing or linted, linted, missing)


#: Per task, the share of samples without a lint error; samples that were not linted count as missing.
PARSING = Metric("parsing_success", _parsing)


def _points(counts: Counts) -> TaskValues:
    graded = counts.graded or (0,) * len(counts.tasks)
    points = counts.points or (0.0,) * len(counts.tasks)
    missing = _missing_samples(counts, graded)

    def means(each: float) -> list[float]:
        return [
            (total + each * m) / (n + m) if n + m else LOWEST_POINTS
            for total, n, m in zip(points, graded, missing, strict=True)
        ]

    found = [total / n if n else None for total, n in zip(points, graded, strict=True)]
    return TaskValues(found, graded, missing, means(LOWEST_POINTS), means(HIGHEST_POINTS))


#: Per task, the mean of points from 1 to 10; samples without points count as missing.
POINTS = Metric("points", _points, "points")


@dataclass(frozen=True, slots=True)
class MetricKind:
    """All that a new metric is; a test says which help text, page and entry of the glossary lack it."""

    key: str  #: name in rows; a part in capitals varies: ``share:STATUS``
    title: str  #: entry of the glossary that explains it
    make: Callable[[str], Metric | None]  #: takes the part that varies; None or ValueError if it is wrong


METRICS = (
    MetricKind("pass@K", "pass@k", lambda k: pass_metric(int(k)) if _NUMBER.fullmatch(k) else None),
    MetricKind("execution_success", "ran", lambda _: EXECUTION),
    MetricKind("parsing_success", "parsed", lambda _: PARSING),
    MetricKind("points", "point", lambda _: POINTS),
    MetricKind("share:STATUS", "status", lambda name: share_metric(f"share:{name}", {Status(name)})),
    MetricKind(f"{PASSES}KIND", "kind of tests", partial(kind_metric, PASSES)),
    MetricKind(f"{FAILS_ONLY}KIND", "kind of tests", partial(kind_metric, FAILS_ONLY)),
)
#: The names of all metrics, for messages.
KNOWN_METRICS = ", ".join(map(attrgetter("key"), METRICS))


@cache
def metric(name: str) -> Metric:
    """Return the metric of that name.

    Raises:
        KeyError: if there is no such metric.

    Example:
        >>> metric("pass@10").name, metric("points").span
        ('pass@10', (1.0, 10.0))

    Raise: ``JUDGE_VERSION``, if a score of a row can change.
    """
    for kind in METRICS:
        prefix = kind.key.rstrip(ascii_uppercase)
        if name.startswith(prefix) and (name == kind.key or prefix != kind.key):
            with suppress(ValueError):
                if found := kind.make(name.removeprefix(prefix)):
                    return found
    raise KeyError(name)


def _missing_samples(counts: Counts, known: Sequence[int]) -> tuple[int, ...]:
    """Return the number of samples per task that have no verdict, or no value of this metric."""
    every = map(sum, zip(counts.judged, counts.missing, strict=True))
    return tuple(total - some for total, some in zip(every, known, strict=True))


def _shares(wanted: Sequence[int], judged: Sequence[int], missing: Sequence[int]) -> TaskValues:
    if all(judged) and not any(missing):  # most rows: each value is also its lowest and its highest
        shares = [c / n for c, n in zip(wanted, judged, strict=True)]
        return TaskValues(shares, judged, missing, shares, shares)
    rows = list(zip(wanted, judged, missing, strict=True))
    return TaskValues(
        [c / n if n else None for c, n, _ in rows],
        judged,
        missing,
        [c / (n + m) if n + m else 0.0 for c, n, m in rows],
        [(c + m) / (n + m) if n + m else 1.0 for c, n, m in rows],
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
        >>> from benchmark.core.counts import Counter
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
    values, stems = _known(found.values, counts.stems)
    if not values:
        return None
    lowest, highest = metric.span
    span = highest - lowest
    scaled = [(value - lowest) / span for value in values]
    low, high = clustered_wilson(scaled, stems, metric.most_samples(sum(found.samples)))
    worst, best = _bounds(found)
    return Score(
        metric=metric.name,
        scale=metric.scale,
        value=round(math.fsum(values) / len(values), _DECIMALS),
        low=round(lowest + span * low, _DECIMALS),
        high=round(lowest + span * high, _DECIMALS),
        stderr=_rounded_error(values, stems),
        tasks=len(values),
        samples=sum(found.samples),
        missing=sum(found.missing),
        worst=worst,
        best=best,
        category=category,
    )


def error_of(counts: Counts, metric: Metric) -> float | None:
    """Return the standard error of a score alone; None without samples, or for a single stem."""
    if (known := counts.scores.get((metric.name, ""))) is not None:
        return known.stderr
    values, stems = _known(metric.values(counts).values, counts.stems)
    return _rounded_error(values, stems) if values else None


def _rounded_error(values: Sequence[float], stems: Sequence[str]) -> float | None:
    error = standard_error(values, stems)
    return None if error is None else round(error, _DECIMALS)


def _known(values: Sequence[float | None], stems: Sequence[str]) -> tuple[Sequence[float], Sequence[str]]:
    """Return the values of the tasks that have one, and their stems."""
    if None not in values:
        return cast(Sequence[float], values), stems
    pairs = [(value, stem) for value, stem in zip(values, stems, strict=True) if value is not None]
    return [value for value, _ in pairs], [stem for _, stem in pairs]


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
