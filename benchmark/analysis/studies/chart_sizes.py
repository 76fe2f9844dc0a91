"""Flowcharts by size, and scores against their sizes, for `sightbench analyse charts`."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

from pydantic import Field

from benchmark.analysis.studies.dataset_report import count_test_cases
from benchmark.authoring.flowchart.mermaid import parse_mermaid
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.files.edge import Record
from benchmark.scoring.metrics import pass_metric
from benchmark.scoring.summary import score
from benchmark.suites.code_vision.published_statistics import PUBLISHED_STATISTICS
from benchmark.suites.code_vision.tasks import LEVELS, SUITE_ID

_DECIMALS = 2
#: Most ranges of sizes; they have about the same number of tasks.
RANGES = 4

Measure = Literal["nodes", "edges"]
MEASURES: tuple[Measure, ...] = ("nodes", "edges")


@dataclass(frozen=True, slots=True)
class ChartSize:
    """The size of one chart."""

    nodes: int  #: nodes of all its parts, starts and ends included
    edges: int


class SizeMeans(Record):
    """Means over tasks; null where a number is unknown."""

    problems: int
    tests: float | None = Field(description="test cases per task")
    nodes: float | None = Field(description="nodes per chart, starts and ends included")
    edges: float | None = Field(description="edges per chart")


class ChartGroup(Record):
    """The charts of a subset, or of one of its levels."""

    subset: str = Field(description="empty for tasks without a subset")
    level: str = Field(description="empty for the whole subset")
    here: SizeMeans
    published: SizeMeans | None = Field(
        description="the numbers that Code-Vision's authors published; null if they published none"
    )


class RangeScore(Record):
    """One model's pass@1 on the tasks of one range."""

    model: str
    value: float
    low: float = Field(description="lower end of the 95 % interval")
    high: float = Field(description="upper end of the 95 % interval")


class SizeRange(Record):
    """Tasks whose charts have about the same size, and the scores on them."""

    measure: Measure
    least: int = Field(description="the smallest size in the range")
    most: int = Field(description="the largest size in the range")
    tasks: int
    stems: int
    scores: list[RangeScore]


class ChartReport(Record):
    """The charts of one data set."""

    schema_: Literal["sightbench/charts/1"] = Field(default="sightbench/charts/1", alias="schema")
    suite: str
    dataset: str
    charts: int = Field(description="tasks that have a chart")
    unread: int = Field(description="charts outside the grammar, whose sizes are unknown")
    groups: list[ChartGroup]
    ranges: list[SizeRange]


def chart_sizes(tasks: Sequence[Task]) -> dict[str, ChartSize]:
    """Return the size of each task's chart, by id.

    Tasks without a chart are left out, and so are charts outside the grammar: other authors may use all of
    Mermaid.
    """
    sizes = {}
    for task in tasks:
        with contextlib.suppress(BadInput):
            if task.chart:
                chart = parse_mermaid(task.chart, task.id)
                sizes[task.id] = ChartSize(len(chart.all_nodes()), len(chart.edges))
    return sizes


def chart_report(tasks: Sequence[Task], models: Mapping[str, Counts]) -> ChartReport:
    """Return the statistics of a data set's charts, and the scores of models by size.

    Args:
        tasks: tasks of one data set, at least one.
        models: name → counts of a model's verdicts on these tasks.
    """
    sizes = chart_sizes(tasks)
    charts = sum(bool(task.chart) for task in tasks)
    return ChartReport(
        suite=tasks[0].suite,
        dataset=tasks[0].dataset,
        charts=charts,
        unread=charts - len(sizes),
        groups=chart_groups(tasks, sizes),
        ranges=[
            SizeRange(
                measure=measure,
                least=least,
                most=most,
                tasks=len(within),
                stems=len({task.family for task in within}),
                scores=list(_scores(within, models)),
            )
            for measure in MEASURES
            for least, most, within in size_ranges(tasks, sizes, measure)
        ],
    )


def chart_groups(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> list[ChartGroup]:
    """Return the means of every subset and of its levels, in the order of the tasks.

    The usual levels come first, from easy to hard.
    """
    groups: dict[tuple[str, str], list[Task]] = {}
    levels = dict.fromkeys((*LEVELS, *(task.level for task in tasks if task.level)))
    for subset in dict.fromkeys(task.subset for task in tasks):
        groups[subset, ""] = [task for task in tasks if task.subset == subset]
        for level in levels:
            groups[subset, level] = [task for task in groups[subset, ""] if task.level == level]
    return [
        ChartGroup(
            subset=subset,
            level=level,
            here=_means(found, sizes),
            published=_published(tasks[0], subset, level),
        )
        for (subset, level), found in groups.items()
        if found
    ]


def size_ranges(
    tasks: Sequence[Task], sizes: Mapping[str, ChartSize], measure: Measure
) -> Iterator[tuple[int, int, list[Task]]]:
    """Yield ranges of sizes with their tasks, smallest first: (smallest, largest, tasks).

    The ranges depend on the tasks alone. Tasks with equal sizes share a range, so there may be fewer than
    :data:`RANGES`, and they may be unequal.
    """
    of_task: Callable[[Task], int] = lambda task: getattr(sizes[task.id], measure)  # noqa: E731
    ordered = sorted((task for task in tasks if task.id in sizes), key=of_task)
    begin = 0
    for number in range(1, RANGES + 1):
        end = max(len(ordered) * number // RANGES, begin)
        while 0 < end < len(ordered) and of_task(ordered[end]) == of_task(ordered[end - 1]):
            end += 1
        if begin < end:
            yield of_task(ordered[begin]), of_task(ordered[end - 1]), ordered[begin:end]
        begin = end


def _scores(tasks: Sequence[Task], models: Mapping[str, Counts]) -> Iterator[RangeScore]:
    wanted = {task.id for task in tasks}
    for name, counts in models.items():
        found = score(
            counts.at([at for at, task in enumerate(counts.tasks) if task in wanted]), pass_metric(1)
        )
        if found is not None:
            yield RangeScore(model=name, value=found.value, low=found.low, high=found.high)


def _means(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> SizeMeans:
    found = [sizes[task.id] for task in tasks if task.id in sizes]
    return SizeMeans(
        problems=len(tasks),
        tests=round(fmean(map(count_test_cases, tasks)), _DECIMALS),
        nodes=round(fmean(size.nodes for size in found), _DECIMALS) if found else None,
        edges=round(fmean(size.edges for size in found), _DECIMALS) if found else None,
    )


def _published(task: Task, subset: str, level: str) -> SizeMeans | None:
    found = PUBLISHED_STATISTICS.get((subset, level)) if task.suite == SUITE_ID else None
    if found is None:
        return None
    return SizeMeans(problems=found.problems, tests=found.tests, nodes=found.nodes, edges=found.edges)
