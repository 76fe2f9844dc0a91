"""How many tasks of a data set have each label, and what the label means."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.studies.dataset_report import TaskShare
from benchmark.analysis.wording import count
from benchmark.core.suite import suite_of
from benchmark.leaderboard.dataset.stem_items import KnownTask
from benchmark.suites import SUITES


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelLine:
    """A label: a level, a type of tasks, or an aspect in which tasks need an ability."""

    name: str
    tasks: str
    meaning: str  #: empty if the suite does not know the name


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelTable:
    """The labels of one group."""

    title: str  #: ``Task types``
    note: str  #: which tasks count in a label; empty if a task has one of them
    lines: tuple[LabelLine, ...]


def label_tables(suite: str, known: Sequence[KnownTask]) -> Iterator[LabelTable]:
    """Yield the tables of a suite's groups of labels that have meanings; none without such labels.

    Args:
        suite: id of the suite.
        known: tasks of the data set.
    """
    for group in suite_of(suite).category_groups:
        tasks = Counter(name for task in known for name in task.labels.get(group.kind, ()))
        if not group.names or not tasks:
            continue
        names = [*(name for name in group.names if name in tasks), *sorted(set(tasks) - set(group.names))]
        yield LabelTable(
            title=group.plural.capitalize(),
            note=group.note,
            lines=tuple(
                LabelLine(name=name, tasks=count(tasks[name]), meaning=group.names.get(name, ""))
                for name in names
            ),
        )


def label_orders(suite: str) -> Mapping[str, Sequence[str]]:
    """Return the names of a suite's labels in their order, by kind of label."""
    orders: dict[str, Sequence[str]] = {"level": SUITES[suite].levels} if suite in SUITES else {}
    groups = suite_of(suite).category_groups
    return orders | {group.kind: tuple(group.names) for group in groups if group.names}


def without_labels(suite: str, categories: Sequence[TaskShare]) -> list[TaskShare]:
    """Return the categories that :func:`label_tables` does not list."""
    keys = {group.kind for group in suite_of(suite).category_groups if group.names}
    return [(name, tasks) for name, tasks in categories if name.partition(":")[0] not in keys]
