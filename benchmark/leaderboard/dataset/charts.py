"""The flowcharts of a data set: their sizes next to the published ones, and scores by size."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import RowGroup
from benchmark.analysis.studies.chart_sizes import ChartGroup, SizeMeans, SizeRange, chart_report
from benchmark.analysis.wording import clean, percent, percent_range
from benchmark.core.task import Task
from benchmark.leaderboard.rows.facts import display_name
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.addresses import model_page


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
    report = chart_report(tasks, {slug: sources.counts[row.id] for slug, row in slugs.items()})
    nodes = [found for found in report.ranges if found.measure == "nodes"]
    return ChartsView(
        sizes=tuple(map(_size_line, report.groups)),
        unread=report.unread,
        published=any(group.published is not None for group in report.groups),
        ranges=tuple(
            f"{found.least}" if found.least == found.most else f"{found.least} to {found.most}"
            for found in nodes
        ),
        tasks=tuple(found.tasks for found in nodes),
        models=tuple(
            ChartScoreLine(
                name=display_name(row),
                page=model_page(slug),
                cells=tuple(_cell(found, slug) for found in nodes),
            )
            for slug, row in slugs.items()
            if nodes
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


def _numbers(means: SizeMeans | None) -> tuple[str, str, str]:
    if means is None:
        return ("", "", "")
    tests, nodes, edges = (
        "" if value is None else f"{value:.1f}" for value in (means.tests, means.nodes, means.edges)
    )
    return (tests, nodes, edges)


def _cell(found: SizeRange, slug: str) -> tuple[str, str]:
    for score in found.scores:
        if score.model == slug:
            return percent(score.value), percent_range(score.low, score.high)
    return "", ""
