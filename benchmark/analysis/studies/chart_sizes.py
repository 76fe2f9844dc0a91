"""Flowcharts by size, and scores against their sizes, for `sightbench analyse dataset` and for pages."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmark.analysis.studies.case_counts import count_test_cases
from benchmark.analysis.wording import percent, percent_range, plural
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.score import Score
from benchmark.core.suite import suite_of
from benchmark.core.suite_facts import ChartNumbers, TitledTable
from benchmark.core.task import Task
from benchmark.flowchart.mermaid import parse_mermaid
from benchmark.scoring.metrics import pass_metric
from benchmark.scoring.summary import score

_DECIMALS = 2
#: Most ranges of sizes; they have about the same number of tasks.
RANGES = 4
MEASURES = ("nodes", "edges")


@dataclass(frozen=True, slots=True)
class ChartSize:
    """The size of one chart."""

    nodes: int  #: nodes of all its parts, starts and ends included
    edges: int


@dataclass(frozen=True, slots=True)
class ChartGroup:
    """The charts of a subset, or of one of its levels."""

    subset: str  #: empty for tasks without a subset
    level: str  #: empty for the whole subset
    here: ChartNumbers
    published: ChartNumbers | None  #: None if the authors published no numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRange:
    """Tasks whose charts have about the same size."""

    title: str  #: such as ``10 to 12``
    tasks: tuple[Task, ...]

    def score(self, counts: Counts) -> Score | None:
        """Return a model's pass@1 on these tasks; None without verdicts."""
        wanted = {task.id for task in self.tasks}
        places = [place for place, task in enumerate(counts.tasks) if task in wanted]
        return score(counts.at(places), pass_metric(1))


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


def chart_groups(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> list[ChartGroup]:
    """Return the means of every subset and of its levels, in the order of the tasks.

    The levels of the suite come first, from easy to hard.
    """
    suite, found = suite_of(tasks[0].suite), []
    for subset in dict.fromkeys(task.subset for task in tasks):
        for level in dict.fromkeys(("", *suite.levels, *(task.level for task in tasks))):
            within = [task for task in tasks if task.subset == subset and level in ("", task.level)]
            if within:
                numbers = _means(within, sizes), suite.chart_numbers.get((subset, level))
                found.append(ChartGroup(subset, level, *numbers))
    return found


def size_ranges(tasks: Sequence[Task], sizes: Mapping[str, ChartSize], measure: str) -> Iterator[SizeRange]:
    """Yield ranges of sizes with their tasks, smallest first.

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
            least, most = of_task(ordered[begin]), of_task(ordered[end - 1])
            title = f"{least}" if least == most else f"{least} to {most}"
            yield SizeRange(title=title, tasks=tuple(ordered[begin:end]))
        begin = end


def chart_tables(tasks: Sequence[Task], models: Mapping[str, Counts]) -> Iterator[TitledTable]:
    """Yield the sizes of a data set's charts next to the published ones, then scores by nodes and by edges.

    Args:
        tasks: tasks of one data set, at least one.
        models: name → counts of a model's verdicts on these tasks.
    """
    sizes, charts = chart_sizes(tasks), sum(bool(task.chart) for task in tasks)
    unread = charts - len(sizes)
    notes = [f"{plural(unread, 'chart')} outside the grammar, so without sizes"] if unread else []
    heads = ("problems", "tests", "nodes", "edges")
    groups = [
        (group.subset or "all", group.level or "all", *_cells(group.here), *_cells(group.published))
        for group in chart_groups(tasks, sizes)
    ]
    published = (f"published {head}" for head in heads)
    yield TitledTable(plural(charts, "chart"), ("subset", "level", *heads, *published), groups, notes)
    for measure in MEASURES if models else ():
        ranges = list(size_ranges(tasks, sizes, measure))
        found = [(name, [part.score(counts) for part in ranges]) for name, counts in models.items()]
        rows = [(name, *map(_score_text, scores)) for name, scores in found]
        size = ("tasks", *(str(len(part.tasks)) for part in ranges))
        title = f"pass@1 in % with 95 % interval, by {measure} of the chart"
        yield TitledTable(title, ("model", *(part.title for part in ranges)), [*rows, size])


def _score_text(found: Score | None) -> str:
    return "" if found is None else f"{percent(found.value)} ({percent_range(found.low, found.high)})"


def _cells(numbers: ChartNumbers | None) -> tuple[float | None, ...]:
    return (None,) * 4 if numbers is None else (numbers.problems, numbers.tests, numbers.nodes, numbers.edges)


def _means(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> ChartNumbers:
    found = [sizes[task.id] for task in tasks if task.id in sizes]
    return ChartNumbers(
        problems=len(tasks),
        tests=round(fmean(map(count_test_cases, tasks)), _DECIMALS),
        nodes=round(fmean(size.nodes for size in found), _DECIMALS) if found else None,
        edges=round(fmean(size.edges for size in found), _DECIMALS) if found else None,
    )
