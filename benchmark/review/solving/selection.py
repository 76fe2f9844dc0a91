"""Which tasks a person gets, and in which order."""

import difflib
import random
from collections import defaultdict
from collections.abc import Sequence

from benchmark.authoring.attempts import PersonAttempts
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.task import FunctionCheck, StdioCheck, Task


def choose_tasks(tasks: Sequence[Task], families: Sequence[str], level: str, seed: str) -> list[Task]:
    """Return tasks of these families and this level, in an order that depends on the seed alone.

    Every family comes once before one comes again: whoever has just solved a task knows what its twins are
    about.

    Args:
        tasks: the tasks of a data set.
        families: stems of the families, such as ``knotted-beads``; empty for all.
        level: level of the tasks; empty for all.
        seed: any text.

    Raises:
        BadInput: if a family or level does not exist, or answers to a task are not programs that can be
            judged here.
    """
    by_family: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        if not isinstance(task.check, FunctionCheck | StdioCheck):
            problem = f"task {quote_value(task.id)} is not solved with a function or a whole program"
            raise BadInput(
                "--dataset", "", problem, "use `sightbench review tasks` for questions with options"
            )
        by_family[task.family].append(task)
    wanted = [name.replace("_", "-") if name not in by_family else name for name in families]
    for name in wanted:
        if name not in by_family:
            near = difflib.get_close_matches(name, by_family, n=3)
            fix = f"use {' or '.join(near)}" if near else "use a name as in task ids, such as knotted-beads"
            raise BadInput("--family", "", f"no tasks are of the family {quote_value(name)}", fix)
    levels = sorted({task.level for task in tasks if task.level})
    if level and level not in levels:
        fix = f"use one of: {', '.join(levels)}" if levels else "leave it out: these tasks have no levels"
        raise BadInput("--level", "", f"no task has the level {quote_value(level)}", fix)
    return _in_order(
        {
            name: kept
            for name, group in by_family.items()
            if (not wanted or name in wanted) and (kept := [t for t in group if level in ("", t.level)])
        },
        seed,
    )


def tasks_left(
    attempts: PersonAttempts, tasks: Sequence[Task], chosen: Sequence[Task], today: str
) -> tuple[PersonAttempts, list[Task]]:
    """Return a person's attempts, and the tasks that this person has not finished: the one begun comes first.

    A task that has changed since it was begun, or is gone, counts as given up: the person has seen it.

    Args:
        attempts: what the person's file contains.
        tasks: all tasks of the data set.
        chosen: those that may be shown, in their order.
        today: the date, ``YYYY-MM-DD``.

    Raises:
        BadInput: if the person has begun a newer version of a task than the one here.
    """
    begun, first = attempts.begun, []
    if begun is not None:
        same = [task for task in tasks if task.id == begun.task]
        if any(task.version < begun.version for task in same):
            problem = f"{quote_value(begun.task)} was begun in version {begun.version}; the one here is older"
            raise BadInput(
                f"{attempts.by}.yaml", "begun.version", problem, "update the clone of the repository"
            )
        first = [task for task in same if task.version == begun.version]
        attempts = attempts if first else attempts.without_begun(today)
    left = [task for task in chosen if task.id not in attempts.tasks and task not in first]
    return attempts, [*first, *left]


def _in_order(families: dict[str, list[Task]], seed: str) -> list[Task]:
    queues = []
    for name in sorted(families, key=natural_key):
        group = sorted(families[name], key=lambda task: natural_key(task.id))
        random.Random(f"{seed}/{name}").shuffle(group)  # noqa: S311 - not used for security
        queues.append(group)
    order: list[Task] = []
    for turn in range(max(map(len, queues), default=0)):
        turns = [group[turn] for group in queues if turn < len(group)]
        random.Random(f"{seed}/turn {turn}").shuffle(turns)  # noqa: S311
        order += turns
    return order
