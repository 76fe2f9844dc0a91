"""The flowcharts of a data set: their sizes next to the published ones, and scores by size."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.studies.chart_sizes import ChartGroup, chart_groups, chart_sizes, size_ranges
from benchmark.analysis.wording import clean, percent, percent_range
from benchmark.core.score import Score
from benchmark.core.suite_facts import ChartNumbers
from benchmark.core.task import Task
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartSizeLine:
    """Mean sizes in a subset or a level; each text is empty where a number is unknown."""

    title: str
    problems: str
    here: tuple[str, str, str]  #: test cases, nodes, edges
    published: tuple[str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartScoreLine:
    """A model's scores in the ranges of sizes."""

    name: str
    page: str
    cells: tuple[tuple[str, str], ...]  #: (score, range of the score), each empty without samples


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartsView:
    """What a data set's page says about its charts."""

    sizes: tuple[ChartSizeLine, ...]
    unread: int  #: charts outside the grammar, whose sizes are unknown
    published: bool  #: whether the authors published a number
    ranges: tuple[str, ...]  #: ranges of nodes, such as ``10 to 12``
    tasks: tuple[int, ...]  #: tasks in each range
    models: tuple[ChartScoreLine, ...]


def charts_view(tasks: Sequence[Task], group: RowGroup | None, sources: Sources) -> ChartsView | None:
    """Return what a page says about charts; None if no task has one.

    Args:
        tasks: tasks of one data set.
        group: the table of its models; None without one.
        sources: all rows.
    """
    if not any(task.chart for task in tasks):
        return None
    rows = () if group is None else group.newest
    slugs = {row.result.submission.slug: row for row in rows}
    sizes = chart_sizes(tasks)
    groups = chart_groups(tasks, sizes)
    ranges = list(size_ranges(tasks, sizes, "nodes"))
    return ChartsView(
        sizes=tuple(map(_size_line, groups)),
        unread=sum(bool(task.chart) for task in tasks) - len(sizes),
        published=any(group.published is not None for group in groups),
        ranges=tuple(found.title for found in ranges),
        tasks=tuple(len(found.tasks) for found in ranges),
        models=tuple(
            ChartScoreLine(
                name=display_name(row),
                page=model_page(slug),
                cells=tuple(_cell(found.score(sources.counts[row.id])) for found in ranges),
            )
            for slug, row in slugs.items()
            if ranges
        ),
    )


def _size_line(group: ChartGroup) -> ChartSizeLine:
    title = ", ".join(filter(None, (group.subset, group.level))) or "all"
    return ChartSizeLine(
        title=clean(title),
        problems=str(group.here.problems),
        here=_numbers(group.here),
        published=_numbers(group.published),
    )


def _numbers(means: ChartNumbers | None) -> tuple[str, str, str]:
    if means is None:
        return ("", "", "")
    tests, nodes, edges = (
        "" if value is None else f"{value:.1f}" for value in (means.tests, means.nodes, means.edges)
    )
    return (tests, nodes, edges)


def _cell(found: Score | None) -> tuple[str, str]:
    return ("", "") if found is None else (percent(found.value), percent_range(found.low, found.high))
