"""All scores of one evaluation."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import EXECUTED, Missing, Outcome, Status, Verdict
from benchmark.scoring.groups import groups
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.passk import pass_at_k

_PASS_AT = (1, 3, 10, 100)
_DECIMALS = 6

#: From the statuses of a task's judged samples to its value in [0, 1].
_TaskValue = Callable[[Sequence[Status]], float]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A task with the statuses of its judged samples."""

    task: Task
    statuses: tuple[Status, ...]
    missing: int


def summarise(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> tuple[Score, ...]:
    """Scores over all tasks, then by subset, by level (of its subset, where it has one) and category.

    ``pass@1`` and execution success everywhere; over all tasks also the other pass@k that every task has
    samples for, and the share of each status that occurs.
    """
    judged = _judged(tasks, outcomes)
    scores = list(_rates(judged, "", every_metric=True))
    for category, members in groups(tasks).items():
        ids = {task.id for task in members}
        scores += _rates([one for one in judged if one.task.id in ids], category, every_metric=False)
    return tuple(scores)


def _judged(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> list[_Judged]:
    statuses: dict[str, list[Status]] = defaultdict(list)
    missing: dict[str, int] = defaultdict(int)
    for outcome in outcomes:
        if isinstance(outcome, Missing):
            missing[outcome.task_id] += 1
        else:
            statuses[outcome.task_id].append(outcome.status)
    return [
        _Judged(task, tuple(statuses[task.id]), missing[task.id])
        for task in tasks
        if task.id in statuses or task.id in missing
    ]


def _rates(judged: Sequence[_Judged], category: str, *, every_metric: bool) -> Iterator[Score]:
    counted = [one for one in judged if one.statuses]
    if not counted:
        return
    draws = min(len(one.statuses) for one in counted)

    def score(metric: str, value_of: _TaskValue) -> Score:
        values = [value_of(one.statuses) for one in counted]
        low, high = clustered_wilson(values, [one.task.family for one in counted])
        return Score(
            metric=metric,
            value=round(math.fsum(values) / len(values), _DECIMALS),
            low=round(low, _DECIMALS),
            high=round(high, _DECIMALS),
            tasks=len(counted),
            samples=sum(len(one.statuses) for one in counted),
            missing=sum(one.missing for one in judged),
            category=category,
        )

    for k in _PASS_AT if every_metric else (1,):
        if k <= draws:
            yield score(f"pass@{k}", _solved(k))
    yield score("execution_success", _share(EXECUTED))
    if every_metric:
        seen = {status for one in counted for status in one.statuses}
        for status in Status:
            if status in seen:
                yield score(f"share:{status}", _share({status}))


def _solved(k: int) -> _TaskValue:
    return lambda statuses: pass_at_k(len(statuses), statuses.count(Status.PASSED), k)


def _share(wanted: Set[Status]) -> _TaskValue:
    return lambda statuses: sum(status in wanted for status in statuses) / len(statuses)


def counts(outcomes: Sequence[Outcome]) -> dict[Status, int]:
    """How many samples ended in each status, in the order of :class:`Status`."""
    seen = [outcome.status for outcome in outcomes if isinstance(outcome, Verdict)]
    return {status: seen.count(status) for status in Status if status in seen}
