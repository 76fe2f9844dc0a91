"""Verdicts of one model, counted per task: the input of all scores and comparisons."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from operator import add
from types import MappingProxyType
from typing import TypeVar

from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome, Status

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True, kw_only=True)
class KindCounts:
    """Numbers of samples per task by their status in one kind of tests; one entry per task."""

    judged: tuple[int, ...]  #: samples with a status in the kind; 0 for a task without tests of it
    passed: tuple[int, ...]  #: samples that passed the tests of the kind
    only: tuple[int, ...]  #: samples that failed these tests and passed those of all other kinds
    missing: tuple[int, ...]  #: samples without a status in the kind, of tasks with tests of it


@dataclass(frozen=True, kw_only=True)  # without slots, because a cached_property needs a __dict__
class Counts:
    """Numbers of samples per task, by outcome. Every sequence has one entry per task, or is empty."""

    tasks: tuple[str, ...]  #: ids of the tasks
    stems: tuple[str, ...]  #: problem family of each task, never an empty text
    statuses: Mapping[Status, tuple[int, ...]]  #: number of samples by status; unused statuses are left out
    missing: tuple[int, ...]  #: number of samples without a verdict because of a failure of ours
    categories: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  #: indices of a category's tasks
    graded: tuple[int, ...] = ()  #: number of samples with points; empty if no sample has points
    points: tuple[float, ...] = ()  #: sum of the samples' points, each from 1 to 10
    linted: tuple[int, ...] = ()  #: number of samples that the linter read; empty if it read none
    parsing: tuple[int, ...] = ()  #: number of samples in which the linter found no error
    kinds: Mapping[str, KindCounts] = field(default_factory=dict)  #: by kind of tests; empty if unknown

    @cached_property
    def judged(self) -> tuple[int, ...]:
        """The number of samples with a verdict, per task."""
        return self.of(frozenset(Status))

    @cached_property
    def scores(self) -> dict[tuple[str, str], Score | None]:
        """Scores that were computed from these counts, by metric and category."""
        return {}

    def of(self, wanted: Set[Status]) -> tuple[int, ...]:
        """Return the number of samples whose status is in ``wanted``, per task."""
        columns = [column for status, column in self.statuses.items() if status in wanted]
        if len(columns) == 1:
            return columns[0]
        return tuple(reduce(partial(map, add), columns)) if columns else (0,) * len(self.tasks)

    def within(self, category: str) -> "Counts":
        """Return the counts of a category's tasks, without categories; ``self`` if the name is empty.

        Raises:
            KeyError: if no task has this category.
        """
        return self if not category else self.at(self.categories[category])

    def at(self, places: Sequence[int]) -> "Counts":
        """Return the counts of the tasks at these indices, in this order, without categories."""

        def pick(column: tuple[Entry, ...]) -> tuple[Entry, ...]:
            return tuple([column[place] for place in places]) if column else ()

        return Counts(
            tasks=pick(self.tasks),
            stems=pick(self.stems),
            statuses={
                status: picked for status, column in self.statuses.items() if any(picked := pick(column))
            },
            missing=pick(self.missing),
            graded=pick(self.graded),
            points=pick(self.points),
            linted=pick(self.linted),
            parsing=pick(self.parsing),
            kinds={
                kind: KindCounts(
                    judged=pick(found.judged),
                    passed=pick(found.passed),
                    only=pick(found.only),
                    missing=pick(found.missing),
                )
                for kind, found in self.kinds.items()
            },
        )


#: Name of a category → the ids of its tasks, see :func:`benchmark.suites.categories_of`.
Categories = Mapping[str, Sequence[str]]
_NO_KINDS: Mapping[str, Status] = MappingProxyType({})
_NO_CATEGORIES: Categories = MappingProxyType({})


@dataclass(slots=True)
class _KindTally:
    """The samples of one task by their status in one kind of tests; see :class:`KindCounts`."""

    judged: int = 0
    passed: int = 0
    only: int = 0


class Counter:
    """Counts verdicts without storing them, so that files larger than the memory can be counted."""

    def __init__(self, tasks: Sequence[Task] | None, categories: Categories = _NO_CATEGORIES) -> None:
        """Create a counter without any samples.

        Args:
            tasks: the tasks to count; None accepts all tasks, each as its own stem.
            categories: the ids of their tasks.
        """
        self._grows = tasks is None
        self._place = {task.id: place for place, task in enumerate(tasks or ())}
        self._stems = [task.family for task in tasks or ()]
        self._categories = {
            name: tuple(self._place[task] for task in members) for name, members in categories.items()
        }
        self._statuses: dict[Status, list[int]] = {status: self._zeros() for status in Status}
        self._missing, self._graded, self._linted, self._parsing = (self._zeros() for _ in range(4))
        self._points = [0.0] * len(self._place)
        self._kinds: dict[str, dict[int, _KindTally]] = {}  # by kind, then by place of the task
        for task in tasks or ():
            for kind in task.kinds:
                # Each task of the kind has a tally: one whose samples are all missing counts as missing.
                self._kinds.setdefault(kind, {})[self._place[task.id]] = _KindTally()

    def knows(self, task_id: str) -> bool:
        """Whether a sample of the task can be counted."""
        return self._grows or task_id in self._place

    def add(
        self,
        task_id: str,
        status: Status | None,
        points: float | None = None,
        parses: bool | None = None,
        kinds: Mapping[str, Status] = _NO_KINDS,
    ) -> None:
        """Count one sample; ``status=None`` means a missing sample.

        Raises:
            KeyError: if the task is not one of the tasks to count.
        """
        place = self._place.get(task_id, -1)
        if place < 0:
            place = self._add_task(task_id)
        if status is None:
            self._missing[place] += 1
            return
        self._statuses[status][place] += 1
        if points is not None:
            self._graded[place] += 1
            self._points[place] += points
        if parses is not None:
            self._linted[place] += 1
            self._parsing[place] += parses
        if kinds:
            self._add_kinds(place, kinds)

    def counts(self) -> Counts:
        """Return the counts so far."""
        graded, linted = any(self._graded), any(self._linted)
        return Counts(
            tasks=tuple(self._place),
            stems=tuple(self._stems),
            # Each status that is here gets a score of its own, so one that never occurred is left out.
            statuses={status: tuple(column) for status, column in self._statuses.items() if any(column)},
            missing=tuple(self._missing),
            categories=self._categories,
            graded=tuple(self._graded) if graded else (),
            points=tuple(self._points) if graded else (),
            linted=tuple(self._linted) if linted else (),
            parsing=tuple(self._parsing) if linted else (),
            kinds={kind: self._kind_counts(tallies) for kind, tallies in self._kinds.items()},
        )

    def _add_kinds(self, place: int, kinds: Mapping[str, Status]) -> None:
        # "Fails only this kind" is a fact about one sample; sums over samples could not tell it later.
        failed = [kind for kind, status in kinds.items() if status is not Status.PASSED]
        for kind, status in kinds.items():
            tally = self._kinds.setdefault(kind, {}).setdefault(place, _KindTally())
            tally.judged += 1
            tally.passed += status is Status.PASSED
            tally.only += failed == [kind]

    def _kind_counts(self, tallies: Mapping[int, "_KindTally"]) -> KindCounts:
        judged, passed, only, missing = (self._zeros() for _ in range(4))
        for place, tally in tallies.items():
            judged[place], passed[place], only[place] = tally.judged, tally.passed, tally.only
            samples = self._missing[place] + sum(column[place] for column in self._statuses.values())
            # Verdict files may lack kinds, so a sample can have a verdict and still be missing here.
            missing[place] = samples - tally.judged
        return KindCounts(
            judged=tuple(judged), passed=tuple(passed), only=tuple(only), missing=tuple(missing)
        )

    def _add_task(self, task_id: str) -> int:
        if not self._grows:
            raise KeyError(task_id)
        self._place[task_id] = len(self._place)
        self._stems.append(task_id)
        self._points.append(0.0)
        for column in (*self._statuses.values(), self._missing, self._graded, self._linted, self._parsing):
            column.append(0)
        return self._place[task_id]

    def _zeros(self) -> list[int]:
        return [0] * len(self._place)


def count(
    tasks: Sequence[Task], outcomes: Iterable[Outcome], categories: Categories = _NO_CATEGORIES
) -> Counts:
    """Count outcomes; those of other tasks are ignored.

    Example:
        >>> from benchmark.core.task import ChoiceCheck
        >>> from benchmark.core.verdict import Verdict
        >>> tasks = [Task(id=name, check=ChoiceCheck(answer="A")) for name in ("one", "two")]
        >>> passed = [Verdict(task_id="one", draw=draw, status=Status.PASSED) for draw in (0, 1)]
        >>> count(tasks, [*passed, MissingSample(task_id="two", draw=0, reason="outage")]).missing
        (0, 1)

    Raise: ``JUDGE_VERSION``, if a score of a row can change.
    """
    counter = Counter(tasks, categories)
    for outcome in outcomes:
        if not counter.knows(outcome.task_id):
            continue
        if isinstance(outcome, MissingSample):
            counter.add(outcome.task_id, None)
        else:
            counter.add(outcome.task_id, outcome.status, outcome.points, outcome.parses, outcome.kinds)
    return counter.counts()
