"""Metrics: a number for each task, whose mean over tasks is a score."""

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from benchmark.core.counts import Counts
from benchmark.core.verdict import EXECUTED, Status
from benchmark.scoring.passk import pass_at_k

LOWEST_POINTS, HIGHEST_POINTS = 1.0, 10.0
_PASS = re.compile(r"pass@([1-9][0-9]{0,5})")

#: What may be asked for, as a message names it.
KNOWN = "pass@K, execution_success, parsing_success, points, share:STATUS"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskValues:
    """A metric, task by task; all sequences have one entry a task."""

    values: tuple[float | None, ...]  #: None for a task without a judged sample
    samples: tuple[int, ...]  #: that the value is made from
    missing: tuple[int, ...]  #: that it lacks
    worst: tuple[float, ...]  #: the least that the missing samples could make it
    best: tuple[float, ...]  #: and the most


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric by the name that rows record."""

    name: str
    values: Callable[[Counts], TaskValues]
    scale: str = "fraction"

    @property
    def is_rate(self) -> bool:
        """Whether a task's value is a number of samples by the number of samples."""
        return self.scale == "fraction" and (self.name == "pass@1" or not self.name.startswith("pass@"))

    @property
    def span(self) -> tuple[float, float]:
        """The lowest and the highest value there is."""
        return (LOWEST_POINTS, HIGHEST_POINTS) if self.scale == "points" else (0.0, 1.0)


def metric(name: str) -> Metric:
    """The metric of that name.

    Raises:
        KeyError: when there is none.
    """
    found = _PASS.fullmatch(name)
    if found:
        return passing(int(found[1]))
    if name.startswith("share:") and name[6:] in list(Status):
        return share(name, {Status(name[6:])})
    return {"execution_success": EXECUTION, "parsing_success": PARSING, "points": POINTS}[name]


def passing(k: int) -> Metric:
    """pass@k: for each task the chance that one of ``k`` samples passes.

    Its ``values`` raise ``ValueError`` for a task that has a sample, but fewer than ``k``.
    """

    def values(counts: Counts) -> TaskValues:
        judged, passed = counts.judged, counts.of({Status.PASSED})
        found: list[float | None]
        if k == 1:  # what pass_at_k returns, for the metric of every ranking
            found = [c / n if n else None for n, c in zip(judged, passed, strict=True)]
        else:
            found = [pass_at_k(n, c, k) if n else None for n, c in zip(judged, passed, strict=True)]
        worst = [0.0 if value is None else value for value in found]
        best = [1.0 if value is None else value for value in found]
        for place, m in enumerate(counts.missing) if any(counts.missing) else ():
            n, c = judged[place], passed[place]
            if m and n + m >= k:
                worst[place], best[place] = pass_at_k(n + m, c, k), pass_at_k(n + m, c + m, k)
        return _task_values(found, judged, counts.missing, worst, best)

    return Metric(f"pass@{k}", values)


def share(name: str, wanted: Set[Status]) -> Metric:
    """The share of a task's samples whose status is among ``wanted``."""

    def values(counts: Counts) -> TaskValues:
        return _shares(counts.of(wanted), counts.judged, counts.missing)

    return Metric(name, values)


EXECUTION = share("execution_success", EXECUTED)


def _parsing(counts: Counts) -> TaskValues:
    linted = counts.linted or (0,) * len(counts.tasks)
    missing = _others(counts, linted)
    return _shares(counts.parsing or linted, linted, missing)


#: The share of a task's samples in which a linter finds no error; one that it did not read is missing.
PARSING = Metric("parsing_success", _parsing)


def _points(counts: Counts) -> TaskValues:
    graded = counts.graded or (0,) * len(counts.tasks)
    points = counts.points or (0.0,) * len(counts.tasks)
    missing = _others(counts, graded)

    def means(each: float) -> list[float]:
        return [
            (total + each * m) / (n + m) if n + m else LOWEST_POINTS
            for total, n, m in zip(points, graded, missing, strict=True)
        ]

    found = [total / n if n else None for total, n in zip(points, graded, strict=True)]
    return _task_values(found, graded, missing, means(LOWEST_POINTS), means(HIGHEST_POINTS))


#: The mean of a task's points, 1 to 10; a sample without points is missing.
POINTS = Metric("points", _points, "points")


def _others(counts: Counts, known: Sequence[int]) -> tuple[int, ...]:
    """Samples that are not among ``known``: without verdict, or without what the metric is made from."""
    every = map(sum, zip(counts.judged, counts.missing, strict=True))
    return tuple(total - some for total, some in zip(every, known, strict=True))


def _shares(wanted: Sequence[int], judged: Sequence[int], missing: Sequence[int]) -> TaskValues:
    rows = list(zip(wanted, judged, missing, strict=True))
    return _task_values(
        [c / n if n else None for c, n, _ in rows],
        judged,
        missing,
        [c / (n + m) if n + m else 0.0 for c, n, m in rows],
        [(c + m) / (n + m) if n + m else 1.0 for c, n, m in rows],
    )


def _task_values(
    values: Sequence[float | None],
    samples: Sequence[int],
    missing: Sequence[int],
    worst: Sequence[float],
    best: Sequence[float],
) -> TaskValues:
    return TaskValues(
        values=tuple(values),
        samples=tuple(samples),
        missing=tuple(missing),
        worst=tuple(worst),
        best=tuple(best),
    )
