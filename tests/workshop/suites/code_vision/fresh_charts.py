"""Fresh tasks of chart families, with what their worked examples show and what their tests ask."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from workshop.authoring.chart_families.form import CHARTS
from workshop.suites.code_vision import OPEN


class FreshTask(NamedTuple):
    """A task of a fresh instance."""

    task: Any
    space: Any  #: the rules that its worked examples settle
    shown: list[tuple[Any, Any]]  #: worked examples with their results
    asked: list[tuple[Any, Any]]  #: calls of the tests with their results


def fresh_tasks(name: str) -> Iterator[FreshTask]:
    """Yield the tasks of the first instance of a seed that no public task has."""
    for task in next(CHARTS.search(CHARTS.family(OPEN, name), "few").twins()):
        assert task.marked
        asked = list(zip(task.calls, task.results, strict=True))
        yield FreshTask(task, task.marked.space, task.marked.shown, asked)
