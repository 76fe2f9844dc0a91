"""The levels of our own tasks, from the categories that rows record."""

from benchmark.core.counts import Counts
from benchmark.results.row import Row
from benchmark.suites import suite_of


def levels_of(row: Row, counts: Counts) -> list[int]:
    """Return the level of each task of a row, from 1 to 5; 0 for tasks that are not our own."""
    known, dataset = suite_of(row.result.suite), row.result.dataset
    levels = [known.level_number(dataset, "")] * len(counts.tasks)
    for category, places in counts.categories.items():
        _, named, name = category.rpartition("level:")
        for place in places if named else ():
            levels[place] = known.level_number(dataset, name)
    return levels
