"""How a row's samples came out: by status, and task by task."""

from collections import Counter
from dataclasses import dataclass

from benchmark.core.counts import Counts
from benchmark.core.order import natural
from benchmark.core.verdict import Status
from benchmark.leaderboard.catalog import status_title
from benchmark.leaderboard.together import Together
from benchmark.leaderboard.wording import clean, count, percent

TASK_CHARACTERS = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeView:
    """One status and how often it came."""

    status: str
    title: str
    count: str
    share: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskView:
    """One task of a model's list."""

    task: str
    state: str  #: ``passed``, ``failed`` or ``missing``: what the segments above the list select
    result: str
    solved_by: int  #: models of the table with at least one passed sample


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskList:
    """All tasks of a row, with the counts that stand in the segments."""

    tasks: tuple[TaskView, ...]
    passed: int
    failed: int
    missing: int
    models: int


def outcomes(counts: Counts) -> tuple[OutcomeView, ...]:
    """Statuses by how often they came, passed first."""
    came = {str(status): sum(column) for status, column in counts.statuses.items()}
    if lost := sum(counts.missing):
        came["missing"] = lost
    total = sum(came.values())
    ordered = sorted(came.items(), key=lambda item: (item[0] != Status.PASSED, -item[1], item[0]))
    return tuple(
        OutcomeView(
            status=status, title=status_title(status), count=count(number), share=percent(number / total)
        )
        for status, number in ordered
    )


def task_list(counts: Counts, field: Together) -> TaskList:
    """The row's tasks in order of id, digits by value."""
    tasks = tuple(
        TaskView(
            task=clean(counts.tasks[place], TASK_CHARACTERS) or "(unnamed)",
            state=_state(counts, place),
            result=_result(counts, place),
            solved_by=field.solved.get(counts.tasks[place], 0),
        )
        for place in sorted(range(len(counts.tasks)), key=lambda place: natural(counts.tasks[place]))
    )
    states = Counter(task.state for task in tasks)
    return TaskList(
        tasks=tasks,
        passed=states["passed"],
        failed=states["failed"],
        missing=states["missing"],
        models=len(field.group.models),
    )


def _state(counts: Counts, place: int) -> str:
    came = _came(counts, place)
    if not came:
        return "missing"
    return "passed" if set(came) == {Status.PASSED} else "failed"


def _result(counts: Counts, place: int) -> str:
    came = _came(counts, place)
    draws = sum(came.values()) + counts.missing[place]
    if draws == 1:
        return status_title(next(iter(came), "missing"))
    return f"{came.get(Status.PASSED, 0)} of {draws} passed"


def _came(counts: Counts, place: int) -> dict[Status, int]:
    """Samples of a task by status."""
    return {status: column[place] for status, column in counts.statuses.items() if column[place]}
