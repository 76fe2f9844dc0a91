"""How a row's samples came out: by status, and task by task."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.core.order import natural
from benchmark.core.verdict import Status
from benchmark.leaderboard.catalog import status_title
from benchmark.leaderboard.together import Together
from benchmark.leaderboard.wording import clean, count, percent
from benchmark.results.row import Row

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


def outcomes(row: Row) -> tuple[OutcomeView, ...]:
    """Statuses by how often they came, passed first."""
    counts = Counter(status for statuses in row.result.statuses.values() for status in statuses)
    total = counts.total()
    ordered = sorted(counts.items(), key=lambda item: (item[0] != Status.PASSED, -item[1], item[0]))
    return tuple(
        OutcomeView(
            status=str(status), title=status_title(status), count=count(number), share=percent(number / total)
        )
        for status, number in ordered
    )


def task_list(row: Row, field: Together) -> TaskList:
    """The row's tasks in order of id, digits by value."""
    tasks = tuple(
        TaskView(
            task=clean(task, TASK_CHARACTERS) or "(unnamed)",
            state=_state(statuses),
            result=_result(statuses),
            solved_by=field.solved.get(task, 0),
        )
        for task, statuses in sorted(row.result.statuses.items(), key=lambda item: natural(item[0]))
    )
    states = Counter(task.state for task in tasks)
    return TaskList(
        tasks=tasks,
        passed=states["passed"],
        failed=states["failed"],
        missing=states["missing"],
        models=len(field.group.models),
    )


def _state(statuses: Sequence[str]) -> str:
    judged = [status for status in statuses if status != "missing"]
    if not judged:
        return "missing"
    return "passed" if all(status == Status.PASSED for status in judged) else "failed"


def _result(statuses: Sequence[str]) -> str:
    if len(statuses) == 1:
        return status_title(statuses[0])
    passed = sum(status == Status.PASSED for status in statuses)
    return f"{passed} of {len(statuses)} passed"
