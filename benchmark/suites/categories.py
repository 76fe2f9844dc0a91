"""The categories of tasks that scores are computed for."""

from collections.abc import Sequence

from benchmark.core.task import Task
from benchmark.suites import suite_of

_ASKS = "asks:"  #: beginning of categories that say what a task asks for


def categories_of(tasks: Sequence[Task]) -> dict[str, list[str]]:
    """Group the ids of tasks by the category names that scores use: subsets, then levels, then categories.

    Names look like ``subset:math``, ``subset:math/level:easy`` (``level:easy`` without subsets) and
    ``category:tree``. Where the suite's paper reports such pairs, there are ``subset:deletion/category:bar``
    and ``subset:annotation/category:function/asks:x``, too. The latter is made of the type of figure, that is
    the first category, and of the category ``asks:x``. Within each kind they are in the order of the tasks.
    """
    subsets: dict[str, list[str]] = {}
    levels: dict[str, list[str]] = {}
    crossed: dict[str, list[str]] = {}
    categories: dict[str, list[str]] = {}
    has_pairs = {
        suite: suite_of(suite).judged.crossed_categories is not None
        for suite in {task.suite for task in tasks}
    }
    for task in tasks:
        if task.subset:
            subsets.setdefault(f"subset:{task.subset}", []).append(task.id)
        if task.level:
            within = f"subset:{task.subset}/" if task.subset else ""
            levels.setdefault(f"{within}level:{task.level}", []).append(task.id)
        # A category that a task names twice counts once.
        for name in dict.fromkeys(task.categories):
            if has_pairs[task.suite] and name.startswith(_ASKS):
                kind = f"subset:{task.subset}/category:{task.categories[0]}/{name}"
                crossed.setdefault(kind, []).append(task.id)
                continue
            if has_pairs[task.suite] and ":" not in name:
                crossed.setdefault(f"subset:{task.subset}/category:{name}", []).append(task.id)
            categories.setdefault(f"category:{name}", []).append(task.id)
    return subsets | levels | crossed | categories
