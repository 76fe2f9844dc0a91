"""Verdicts of one model, counted task by task: what all scores and comparisons are made from."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from benchmark.core.task import Task
from benchmark.core.verdict import Status

Entry = TypeVar("Entry")


@dataclass(frozen=True, kw_only=True)  # without slots: what every score asks for is added up once
class Counts:
    """How the samples of each task came out. Every sequence has one entry a task, or none at all."""

    tasks: tuple[str, ...]  #: ids
    stems: tuple[str, ...]  #: families, never empty
    statuses: Mapping[Status, tuple[int, ...]]  #: samples by status; a status that nobody got is left out
    missing: tuple[int, ...]  #: samples without verdict through a failure of ours
    categories: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  #: places of a category's tasks
    graded: tuple[int, ...] = ()  #: samples with points; empty where no sample has any
    points: tuple[float, ...] = ()  #: their sum, each from 1 to 10
    linted: tuple[int, ...] = ()  #: samples that a linter has read; empty where none was
    parsing: tuple[int, ...] = ()  #: those in which it finds no error

    @cached_property
    def judged(self) -> tuple[int, ...]:
        """Samples with a verdict."""
        return self.of(frozenset(Status))

    def of(self, wanted: Set[Status]) -> tuple[int, ...]:
        """Samples whose status is among ``wanted``."""
        columns = [column for status, column in self.statuses.items() if status in wanted]
        if len(columns) == 1:
            return columns[0]
        return tuple(map(sum, zip(*columns, strict=True))) if columns else (0,) * len(self.tasks)

    def within(self, category: str) -> "Counts":
        """The tasks of a category; all of them for the empty one. The result has no categories.

        Raises:
            KeyError: for a category without tasks.
        """
        return self if not category else self.at(self.categories[category])

    def at(self, places: Sequence[int]) -> "Counts":
        """The tasks at these places, in this order, without their categories."""

        def pick(column: tuple[Entry, ...]) -> tuple[Entry, ...]:
            return tuple(column[place] for place in places) if column else ()

        return Counts(
            tasks=pick(self.tasks),
            stems=pick(self.stems),
            statuses={
                status: pick(column)
                for status, column in self.statuses.items()
                if any(column[place] for place in places)
            },
            missing=pick(self.missing),
            graded=pick(self.graded),
            points=pick(self.points),
            linted=pick(self.linted),
            parsing=pick(self.parsing),
        )


def categories_of(tasks: Sequence[Task]) -> dict[str, list[str]]:
    """Ids of tasks by category, as scores name it: subsets, then levels, then categories.

    ``subset:math``, ``subset:math/level:easy`` (``level:easy`` without subsets) and ``category:tree``, each
    kind in the order of the tasks.
    """
    subsets: dict[str, list[str]] = {}
    levels: dict[str, list[str]] = {}
    categories: dict[str, list[str]] = {}
    for task in tasks:
        if task.subset:
            subsets.setdefault(f"subset:{task.subset}", []).append(task.id)
        if task.level:
            within = f"subset:{task.subset}/" if task.subset else ""
            levels.setdefault(f"{within}level:{task.level}", []).append(task.id)
        for name in dict.fromkeys(task.categories):
            categories.setdefault(f"category:{name}", []).append(task.id)
    return subsets | levels | categories
