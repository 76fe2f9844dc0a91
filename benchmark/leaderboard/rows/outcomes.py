"""The outcomes of a row's samples: how many have each status, and the first failed check of each task."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from benchmark.analysis.catalog import status_title
from benchmark.analysis.wording import count, percent, task_name
from benchmark.core.counts import Counts
from benchmark.core.order import places_in_order
from benchmark.core.verdict import Status
from benchmark.leaderboard.rows.answers import AnswerShards
from benchmark.leaderboard.rows.failures import FirstFailure
from benchmark.leaderboard.rows.task_kinds import KindSelect, kind_selects
from benchmark.leaderboard.shared.table_totals import TableTotals

#: Maximum number of tasks that one page lists; each adds about 30 bytes to the compressed page.
LINES_PER_PAGE = 3_200

State = Literal["passed", "failed", "missing"]

#: Order of the tasks in a list: failures first, because most readers look for them.
_STATES: tuple[State, ...] = ("failed", "missing", "passed")

_task_name = lru_cache(8192)(task_name)  # rows of a table have the same tasks

#: Returns the source path of a task's page; empty if the task has none.
TaskPage = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusCount:
    """A status and the number of samples that have it."""

    status: str
    title: str
    count: str
    share: str


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """The outcome of all samples of a row on one task."""

    title: str  #: ``Wrong answer``, or ``3 of 20 passed``
    state: State  #: ``passed`` if every judged sample passed
    solved: bool  #: whether at least one sample passed

    @property
    def mark(self) -> str:
        """CSS class of the outcome's dot."""
        return {"passed": "", "failed": "x", "missing": "m"}[self.state]


MISSING = TaskOutcome(status_title("missing"), "missing", solved=False)


class TaskLineView(NamedTuple):  # made for each task of each row: a dataclass takes three times as long
    """A line of a model's list of tasks."""

    task: str
    state: State  #: the buttons above the list filter by it
    result: str
    solved_by: int  #: number of models in the table with at least one passed sample
    place: int  #: number of the task in natural order of ids, from 0; finds its completions in the shards
    check: str = ""  #: the first failed check, on one line
    page: str = ""  #: source path of the task's page; empty if it has none


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskList:
    """A list of a row's tasks; its lines are created on demand, because a site has many thousands."""

    counts: Counts
    totals: TableTotals
    #: Returns the first failure of each task; None if the verdicts are kept back or not on this machine.
    failures: Callable[[], Mapping[str, FirstFailure]] | None
    shards: AnswerShards | None  #: the row's completions; None if they are not on this machine
    page: TaskPage
    kept_back: bool = False  #: completions and checks are hidden, because they would reveal the tasks
    elsewhere: tuple[tuple[str, str], ...] = ()  #: label and address of files of others with the completions
    first: int = 0  #: number of its first line among all lines of the row, from 0
    lines: int = LINES_PER_PAGE  #: maximum number of lines

    @property
    def parts(self) -> tuple["TaskList", ...]:
        """The whole list as lists of at most ``lines`` tasks, each for one page."""
        return tuple(replace(self, first=first) for first in range(0, self.size, self.lines))

    @property
    def last(self) -> int:
        """Number of the line after its last one."""
        return min(self.first + self.lines, self.size)

    @property
    def size(self) -> int:
        """Number of tasks of the row."""
        return len(self.counts.tasks)

    @property
    def states(self) -> Mapping[State, int]:
        """Number of tasks by state; it is counted anew each time."""
        return Counter(outcome.state for outcome in outcomes_by_task(self.counts).values())

    @property
    def has_checks(self) -> bool:
        """Whether the first failed check of any task is known; published verdicts often have none."""
        return self.failures is not None and any(failure.check for failure in self.failures().values())

    @property
    def models(self) -> int:
        """Number of models in the table."""
        return len(self.totals.group.models)

    @property
    def kinds(self) -> tuple[KindSelect, ...]:
        """The selects by which the list is filtered."""
        return kind_selects(self.totals.group.key.suite, self.counts)

    @property
    def tasks(self) -> Iterator[TaskLineView]:
        """The lines of this list: failures first, and within a state in natural order of ids."""
        yield from islice(self._all_lines, self.first, self.last)

    @property
    def _all_lines(self) -> Iterator[TaskLineView]:
        outcomes = tuple(outcomes_by_task(self.counts).values())
        failures = {} if self.failures is None else self.failures()
        ids, solved = self.counts.tasks, self.totals.solved
        for number, place in _failures_first(ids, outcomes):
            task = ids[place]
            yield TaskLineView(
                task=_task_name(task),
                state=outcomes[place].state,
                result=outcomes[place].title,
                solved_by=solved.get(task, 0),
                place=number,
                check=failures[task].check if task in failures else "",
                page=self.page(task),
            )


def ordered_tasks(counts: Counts) -> Iterator[str]:
    """Yield the ids of a row's tasks in the order of its list."""
    outcomes = tuple(outcomes_by_task(counts).values())
    for _, place in _failures_first(counts.tasks, outcomes):
        yield counts.tasks[place]


def _failures_first(ids: tuple[str, ...], outcomes: Sequence[TaskOutcome]) -> Iterator[tuple[int, int]]:
    """Yield each task's number in natural order of ids, and its index, in the order of a list."""
    order = places_in_order(ids)
    for state in _STATES:
        for number, place in enumerate(order):
            if outcomes[place].state == state:
                yield number, place


def status_counts(counts: Counts) -> tuple[StatusCount, ...]:
    """Return how many samples have each status: passed first, then the most frequent ones."""
    samples = {str(status): sum(column) for status, column in counts.statuses.items()}
    if lost := sum(counts.missing):
        samples["missing"] = lost
    total = sum(samples.values())
    ordered = sorted(samples.items(), key=lambda item: (item[0] != Status.PASSED, -item[1], item[0]))
    return tuple(
        StatusCount(
            status=status, title=status_title(status), count=count(number), share=percent(number / total)
        )
        for status, number in ordered
    )


def outcomes_by_task(counts: Counts) -> dict[str, TaskOutcome]:
    """Return the outcome of a row on each of its tasks."""
    passed, judged = counts.of({Status.PASSED}), counts.judged
    statuses = ["missing"] * len(judged)
    for status, column in counts.statuses.items():
        for place, number in enumerate(column):
            if number:
                statuses[place] = status
    return {
        task: _outcome(passed[place], judged[place], counts.missing[place], statuses[place])
        for place, task in enumerate(counts.tasks)
    }


@lru_cache(4096)
def _outcome(passed: int, judged: int, lost: int, status: str) -> TaskOutcome:
    """Return the outcome of one task; ``status`` is the status of one of its samples."""
    if not judged:
        return MISSING
    title = status_title(status) if judged + lost == 1 else f"{passed} of {judged + lost} passed"
    return TaskOutcome(title, "passed" if passed == judged else "failed", solved=passed > 0)
