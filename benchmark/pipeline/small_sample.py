"""Draws a small sample of tasks, the same for everybody, for a first look at a model."""

from collections.abc import Iterable
from itertools import chain, islice, zip_longest

from benchmark.core.digest import sha256_hex
from benchmark.core.suite import FRONTIER
from benchmark.core.task import Task
from benchmark.suites import level_of


def draw_sample(tasks: Iterable[Task], number: int) -> tuple[Task, ...]:
    """Return tasks of the levels that boards lead with, one of each family before a second one of any.

    Families, and tasks within a family, come in the order of the SHA-256 of their ids, so that a larger
    sample has all tasks of a smaller one.

    Args:
        tasks: the tasks of one data set.
        number: tasks to draw, at least 1; if the levels have fewer, all of them are drawn.
    """
    families: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=lambda task: sha256_hex(task.id.encode())):
        if level_of(task) in FRONTIER:
            families.setdefault(task.family, []).append(task)
    ordered = sorted(families, key=lambda family: sha256_hex(family.encode()))
    rounds = zip_longest(*(families[family] for family in ordered))
    return tuple(islice((task for task in chain.from_iterable(rounds) if task is not None), number))
