"""The groups of tasks that have scores of their own."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from benchmark.core.task import Task


def groups(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    """Tasks by group, as :attr:`benchmark.core.score.Score.category` names it.

    In the order of the tasks: subsets, then levels (of their subset, where they have one), then categories.
    """
    found: dict[str, list[Task]] = defaultdict(list)
    for names in (_subset, _level, _categories):
        for task in tasks:
            for name in names(task):
                found[name].append(task)
    return dict(found)


def _subset(task: Task) -> Iterator[str]:
    if task.subset:
        yield f"subset:{task.subset}"


def _level(task: Task) -> Iterator[str]:
    if task.level:
        yield f"subset:{task.subset}/level:{task.level}" if task.subset else f"level:{task.level}"


def _categories(task: Task) -> Iterator[str]:
    for name in dict.fromkeys(task.categories):
        yield f"category:{name}"
