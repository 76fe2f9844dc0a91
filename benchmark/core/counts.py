"""Verdicts of one model, counted per task: the input of all scores and comparisons."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from operator import add
from typing import TypeVar

from benchmark.core.score import Score
from benchmark.core.verdict import Status

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
            return tuple(map(column.__getitem__, places)) if column else ()

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
