"""How a row's samples came out: by status, and task by task with the first check that failed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

from benchmark.analysis.catalog import status_title
from benchmark.analysis.wording import clean, count, percent, task_name
from benchmark.core.counts import Counts
from benchmark.core.order import places_in_order
from benchmark.core.verdict import Status
from benchmark.leaderboard.rows.answers import AnswerShards
from benchmark.leaderboard.rows.failed_check import FailedCheck, failed_check
from benchmark.leaderboard.rows.stored_samples import stored_verdicts
from benchmark.leaderboard.shared.table_totals import TableTotals

#: Tasks that are listed on one page: some 30 bytes each, as they are sent.
LINES_PER_PAGE = 3_200
CHECK_CHARACTERS = 110

State = Literal["passed", "failed", "missing"]

#: In which order a list shows its tasks: failures are why people come.
_STATES: tuple[State, ...] = ("failed", "missing", "passed")

_task_name = lru_cache(8192)(task_name)  # rows of a table have the same tasks

#: Source path of a task's page; empty where it has none.
TaskPage = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusCount:
    """One status and how often it came."""

    status: str
    title: str
    count: str
    share: str


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """What a row made of a task, all samples together."""

    title: str  #: ``Wrong answer``, or ``3 of 20 passed``
    state: State  #: passed, where every judged sample did
    solved: bool  #: at least one sample passed

    @property
    def mark(self) -> str:
        """Class of its dot."""
        return {"passed": "", "failed": "x", "missing": "m"}[self.state]


MISSING = TaskOutcome(status_title("missing"), "missing", solved=False)


class TaskLineView(NamedTuple):  # made for each task of each row: a dataclass takes three times as long
    """One task of a model's list."""

    task: str
    state: State  #: what the segments above the list select
    result: str
    solved_by: int  #: models of the table with at least one passed sample
    place: int  #: in natural order of ids, from 0: finds the answer in its shard
    check: str = ""  #: the first check that failed, on one line
    page: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskList:
    """All tasks of a row. Its lines are made when they are asked for: a site has many thousands."""

    counts: Counts
    field: TableTotals
    verdicts: Path | None  #: the file beside the row, where it is here
    shards: AnswerShards | None  #: whole answers, where they are here
    page: TaskPage
    kept_back: bool = False  #: answers and checks are not shown: they would give tasks away
    first: int = 0  #: of its lines, from 0, failures first
    lines: int = LINES_PER_PAGE  #: that are shown, at most

    @property
    def parts(self) -> tuple["TaskList", ...]:
        """The whole list, cut where a page would be too heavy."""
        return tuple(replace(self, first=first) for first in range(0, self.size, self.lines))

    @property
    def last(self) -> int:
        """Behind its last line."""
        return min(self.first + self.lines, self.size)

    @property
    def size(self) -> int:
        """Number of tasks."""
        return len(self.counts.tasks)

    @property
    def passed(self) -> int:
        """Tasks of which every judged sample passed."""
        return self._states["passed"]

    @property
    def failed(self) -> int:
        """Tasks of which a sample failed."""
        return self._states["failed"]

    @property
    def missing(self) -> int:
        """Tasks without verdict."""
        return self._states["missing"]

    @property
    def models(self) -> int:
        """Models of the table."""
        return len(self.field.group.models)

    @property
    def tasks(self) -> Iterator[TaskLineView]:
        """Its lines: failures first, each state in order of id, digits by value."""
        yield from islice(self._all, self.first, self.last)

    @property
    def _states(self) -> Counter[State]:
        return Counter(one.state for one in outcomes_by_task(self.counts).values())

    @property
    def _all(self) -> Iterator[TaskLineView]:
        outcomes = tuple(outcomes_by_task(self.counts).values())
        checks = {} if self.verdicts is None else first_checks(self.verdicts)
        ids, solved = self.counts.tasks, self.field.solved
        order = places_in_order(ids)
        for state in _STATES:
            for number, place in enumerate(order):
                if outcomes[place].state == state:
                    task = ids[place]
                    yield TaskLineView(
                        task=_task_name(task),
                        state=state,
                        result=outcomes[place].title,
                        solved_by=solved.get(task, 0),
                        place=number,
                        check=checks.get(task, ""),
                        page=self.page(task),
                    )


def status_counts(counts: Counts) -> tuple[StatusCount, ...]:
    """Statuses by how often they came, passed first."""
    came = {str(status): sum(column) for status, column in counts.statuses.items()}
    if lost := sum(counts.missing):
        came["missing"] = lost
    total = sum(came.values())
    ordered = sorted(came.items(), key=lambda item: (item[0] != Status.PASSED, -item[1], item[0]))
    return tuple(
        StatusCount(
            status=status, title=status_title(status), count=count(number), share=percent(number / total)
        )
        for status, number in ordered
    )


def first_checks(verdicts: Path) -> Mapping[str, str]:
    """By task: what the first sample that failed says of its first failed check.

    Raises:
        BadInput: for a file that cannot be read.
    """
    found: dict[str, str] = {}
    for one in stored_verdicts(verdicts, passed=False):
        if one.status != Status.PASSED and one.task not in found:
            found[one.task] = one_line(failed_check(one.status, one.detail, one.exception))
    return found


def one_line(failed: FailedCheck) -> str:
    """``circular_shift(97, 8) gave '97', expected '79'``."""
    if failed.call and failed.got:
        due = f", expected {failed.expected}" if failed.expected else ""
        said = f"{failed.call} gave {failed.got}{due}"
    else:
        said = ": ".join(part for part in (failed.call, failed.message or failed.check) if part)
    return clean(said, CHECK_CHARACTERS)


def outcomes_by_task(counts: Counts) -> dict[str, TaskOutcome]:
    """What one row made of each task."""
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
    """Of a task; ``status`` is one that came, the only one where there is one sample."""
    if not judged:
        return MISSING
    title = status_title(status) if judged + lost == 1 else f"{passed} of {judged + lost} passed"
    return TaskOutcome(title, "passed" if passed == judged else "failed", solved=passed > 0)
