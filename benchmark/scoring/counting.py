"""Counts verdicts one at a time, in any order."""

from collections.abc import Iterable, Sequence

from benchmark.core.counts import Counts, categories_of
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome, Status


class Counter:
    """Counts verdicts without storing them, so that files larger than the memory can be counted."""

    def __init__(self, tasks: Sequence[Task] | None) -> None:
        """Create a counter without any samples.

        Args:
            tasks: the tasks to count; None accepts all tasks, each as its own stem.
        """
        self._grows = tasks is None
        self._place = {task.id: place for place, task in enumerate(tasks or ())}
        self._stems = [task.family for task in tasks or ()]
        self._categories = {
            name: tuple(self._place[task] for task in members)
            for name, members in categories_of(tasks or ()).items()
        }
        self._statuses: dict[Status, list[int]] = {status: self._zeros() for status in Status}
        self._missing, self._graded, self._linted, self._parsing = (self._zeros() for _ in range(4))
        self._points = [0.0] * len(self._place)

    def knows(self, task_id: str) -> bool:
        """Whether a sample of the task can be counted."""
        return self._grows or task_id in self._place

    def add(
        self, task_id: str, status: Status | None, points: float | None = None, parses: bool | None = None
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

    def counts(self) -> Counts:
        """Return the counts so far."""
        graded, linted = any(self._graded), any(self._linted)
        return Counts(
            tasks=tuple(self._place),
            stems=tuple(self._stems),
            statuses={status: tuple(column) for status, column in self._statuses.items() if any(column)},
            missing=tuple(self._missing),
            categories=self._categories,
            graded=tuple(self._graded) if graded else (),
            points=tuple(self._points) if graded else (),
            linted=tuple(self._linted) if linted else (),
            parsing=tuple(self._parsing) if linted else (),
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


def count(tasks: Sequence[Task], outcomes: Iterable[Outcome]) -> Counts:
    """Count outcomes; those of other tasks are ignored."""
    counter = Counter(tasks)
    for outcome in outcomes:
        if not counter.knows(outcome.task_id):
            continue
        if isinstance(outcome, MissingSample):
            counter.add(outcome.task_id, None)
        else:
            counter.add(outcome.task_id, outcome.status, outcome.points, outcome.parses)
    return counter.counts()
