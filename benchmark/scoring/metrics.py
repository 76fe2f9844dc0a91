"""Metrics: functions that give each task a value; the mean over tasks is a score."""

import math
import re
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from string import ascii_uppercase

from benchmark.core.counts import Counts, KindCounts
from benchmark.core.slug import is_slug
from benchmark.core.verdict import EXECUTED, HIGHEST_POINTS, LOWEST_POINTS, Status


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
        found: list[float | None]
        if k == 1:  # the same as pass_at_k, but faster: every ranking uses pass@1
            found = [c / n if n else None for n, c in zip(judged, passed, strict=True)]
        else:
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
    rows = list(zip(wanted, judged, missing, strict=True))
    return TaskValues(
        [c / n if n else None for c, n, _ in rows],
        judged,
        missing,
        [c / (n + m) if n + m else 0.0 for c, n, m in rows],
        [(c + m) / (n + m) if n + m else 1.0 for c, n, m in rows],
    )
