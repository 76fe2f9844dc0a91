"""What rows say about a data set: difficult tasks, sizes of charts, studies of papers."""

import contextlib
import math
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import RowGroup, metric_name, score_of
from benchmark.analysis.score_cells import (
    Category,
    Cell,
    dataset_words,
    range_cell,
    value_cell,
)
from benchmark.analysis.studies.dataset_report import chart_groups, chart_sizes, size_ranges
from benchmark.analysis.wording import clean, percent, percent_range, plural
from benchmark.core.errors import BadInput
from benchmark.core.suite_facts import ChartNumbers
from benchmark.core.task import Task
from benchmark.leaderboard.board.columns import subset_categories
from benchmark.leaderboard.inputs.facts import display_name, row_submission
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.task_difficulty import Chances
from benchmark.leaderboard.parts.addresses import dataset_page, model_page
from benchmark.results.row import Row
from benchmark.scoring.installed import has_statistics
from benchmark.suites import ranking_metric, suite_of


def solved_words(group: RowGroup) -> str:
    """Return what it means that a model solves a task; empty for pass@1 with one sample per task."""
    if group.models and metric_name(group.models[0]) == "points":
        return "A model solves a task here if its figure has no difference."
    draws = any(row.result.completions.draws > 1 for row in group.models)
    return "A model solves a task here if at least one of its answers passes." if draws else ""


def chance_cell(tasks: Sequence[str], found: Chances) -> Cell:
    """Return the chance that a model of median ability solves a task, in %; of several tasks, their range."""
    chances = sorted(found[task] for task in tasks if task in found)
    if not chances:
        return Cell()
    low, high = percent(chances[0]), percent(chances[-1])
    detail = f"{len(chances)} tasks" if len(chances) > 1 else ""
    return Cell(low if low == high else f"{low}–{high}", f"{sum(chances) / len(chances):.6f}", detail)


_Sizes = tuple[str, str, str]  #: test cases, nodes and edges; empty where a number is unknown


def charts_view(tasks: Sequence[Task], group: RowGroup | None, sources: Sources) -> SimpleNamespace | None:
    """Return what a page says about charts; None if no task has one."""
    compiled = 0
    if not any(task.chart for task in tasks):
        tasks = () if group is None else _compiled(group, sources)
        if not (compiled := len(tasks)):
            return None
    rows = () if group is None else group.newest
    slugs = {row.slug: row for row in rows}
    sizes = chart_sizes(tasks, sources.where.cache)
    groups = chart_groups(tasks, sizes)
    ranges = list(size_ranges(tasks, sizes))
    return SimpleNamespace(
        sizes=tuple(
            (
                clean(", ".join(filter(None, (group.subset, group.level))) or "all"),
                str(group.here.problems),
                _numbers(group.here),
                _numbers(group.published),
            )
            for group in groups
        ),
        # charts outside the grammar, whose sizes are unknown
        unread=sum(bool(task.chart) for task in tasks) - len(sizes),
        published=any(group.published is not None for group in groups),
        # tasks whose charts we compiled, because those of the data set are not public; else 0
        compiled=compiled,
        ranges=tuple(found.title for found in ranges),  # ranges of nodes, such as ``10 to 12``
        tasks=tuple(len(found.tasks) for found in ranges),  # tasks in each range
        models=tuple(
            (
                display_name(row),
                model_page(slug),
                tuple(
                    (percent(of.value), percent_range(of.low, of.high)) if of else ("", "")
                    for of in (found.score(sources.counts[row.id]) for found in ranges)
                ),
            )
            for slug, row in slugs.items()
            if ranges
        ),
    )


def _compiled(group: RowGroup, sources: Sources) -> Sequence[Task]:
    """Return the tasks of a table with charts that we compiled of the same problems; none without such."""
    suite, asked = suite_of(group.key.suite), set(sources.counts[group.newest[0].id].tasks)
    name = suite.display.compiled_charts.get(group.key.dataset, "")
    with contextlib.suppress(BadInput):  # the problems may not be installed
        return [task for task in suite.datasets[name]() if task.id in asked] if name else ()
    return ()


def _numbers(means: ChartNumbers | None) -> _Sizes:
    if means is None:
        return ("", "", "")
    tests, nodes, edges = (
        "" if value is None else f"{value:.1f}" for value in (means.tests, means.nodes, means.edges)
    )
    return (tests, nodes, edges)


def published_table(
    suite: str, dataset: str, groups: Sequence[RowGroup], sources: Sources
) -> SimpleNamespace | None:
    """Return the scores of models on published figures and, next to them, on generated ones of the same kind.

    A line per model, setting and kind that both data sets have. None where figures are not published ones.
    The range of a difference combines the ranges of two independent scores (MOVER: Zou and Donner 2008).
    """
    other = suite_of(suite).data.generated.get(dataset)
    if other is None:
        return None
    there = {_asked(group): group for group in sources.groups.get(suite, ()) if group.key.dataset == other}
    settings = distinct_conditions([group.key for group in groups], 2)
    lines: list[SimpleNamespace] = []
    for group in groups:
        if (found := there.get(_asked(group))) is not None:
            generated = {row.slug: row for row in found.models}
            for row in group.models:
                if row.slug in generated:
                    lines += _published_lines(row, generated[row.slug], settings[group.key])
    return SimpleNamespace(
        words=dataset_words(suite, dataset),
        generated=other,
        page=dataset_page(suite, other),
        lines=tuple(lines),
    )


def _asked(group: RowGroup) -> tuple[str, ...]:
    return group.key.setting, group.key.protocol, group.key.prompt


def _published_lines(row: Row, other: Row, setting: str) -> Iterator[SimpleNamespace]:
    words = dataset_words(row.result.suite, row.result.dataset)
    for category in dict.fromkeys(score.category for score in row.result.scores):
        published, generated = score_of(row, category=category), score_of(other, category=category)
        if not category.startswith("category:") or published is None or generated is None:
            continue
        gap = published.value - generated.value
        low = gap - math.hypot(published.value - published.low, generated.high - generated.value)
        high = gap + math.hypot(published.high - published.value, generated.value - generated.low)
        yield SimpleNamespace(
            name=display_name(row),
            page=model_page(row.slug),
            setting=setting,
            kind=Category(category).title,
            published=range_cell(published),
            generated=range_cell(generated),
            gap=Cell(words.signed(gap), f"{gap:.6f}", f"{words.signed(low)} to {words.signed(high)}"),
        )


_SHOTS_CATEGORY = "category:geometric"  #: the figures of the paper's study of worked examples
_METHODS = {"direct": "Direct", "cot": "CoT", "dcot": "DCoT", "vot": "VoT"}


def reasoning_tables(groups: Sequence[RowGroup], sources: Sources) -> tuple[SimpleNamespace, ...]:
    """Return a table per setting in which models of both groups have rows; only for MathOPEval.

    Whether a model reasons is a field of its submission, ``reasoning``; models without it are left out.
    """
    if not has_statistics():
        return ()
    shown = [group for group in groups if suite_of(group.key.suite).judged.crossed_categories]
    settings = distinct_conditions([group.key for group in shown], 2)
    tables = (_reasoning_table(group, settings[group.key], sources) for group in shown)
    return tuple(table for table in tables if table is not None)


def _reasoning_table(group: RowGroup, setting: str, sources: Sources) -> SimpleNamespace | None:
    from benchmark.analysis.studies.reasoning_models import compare_groups
    from benchmark.scoring.metrics import metric

    reasons = {
        row.id: row_submission(row, sources.submissions.get(row.result.submission.slug)).reasoning
        for row in group.models
    }
    first, second = (
        [sources.counts[row.id] for row in group.models if reasons[row.id] is wanted]
        for wanted in (True, False)
    )
    if not first or not second:
        return None
    words = dataset_words(group.key.suite, group.key.dataset)
    ranked = metric(ranking_metric(group.key.suite, group.key.dataset))
    lines = []
    for category in ("", *subset_categories(group.key.suite, group.models)):
        found = compare_groups(first, second, ranked, category)
        if found is not None:
            difference, low, high = map(words.signed, found.difference)
            lines.append(
                SimpleNamespace(
                    title=Category(category).title or f"All {plural(found.tasks, 'task')}",
                    depth=int(bool(category)),  # 0 for all tasks, 1 for an operation
                    reasoning=value_cell(words, *found.first),
                    others=value_cell(words, *found.second),
                    difference=Cell(difference, f"{found.difference[0]:.6f}", f"{low} to {high}"),
                )
            )
    unknown = sum(value is None for value in reasons.values())
    left_out = f", {plural(unknown, 'model')} without this fact left out" if unknown else ""
    return SimpleNamespace(
        setting=setting,
        models=f"{plural(len(first), 'reasoning model')}, {len(second)} general-purpose{left_out}",
        words=words,
        lines=tuple(lines),
    )


def shot_table(groups: Sequence[RowGroup]) -> SimpleNamespace | None:
    """Return scores on geometric figures by number of worked examples; None without two such numbers."""
    found: dict[tuple[str, str], dict[int, Row]] = {}
    for group in groups:
        if suite_of(group.key.suite).judged.crossed_categories:
            plain, shots = suite_of(group.key.suite).asked.without_shots(group.key.setting)
            for row in group.models:
                rows = found.setdefault((plain, row.slug), {})
                if score_of(row, category=_SHOTS_CATEGORY) is not None:
                    rows.setdefault(shots, row)
    several = {key: rows for key, rows in found.items() if len(rows) > 1}
    if not several:
        return None
    numbers = tuple(sorted({shots for rows in several.values() for shots in rows}))
    key = groups[0].key
    words = dataset_words(key.suite, key.dataset)
    scores = [score_of(row, category=_SHOTS_CATEGORY) for rows in several.values() for row in rows.values()]
    most = max(score.tasks for score in scores if score is not None)
    return SimpleNamespace(
        words=words,
        tasks=plural(most, "task"),
        shots=numbers,
        lines=tuple(_shot_lines(several, numbers)),
    )


def _shot_lines(
    several: dict[tuple[str, str], dict[int, Row]], numbers: Sequence[int]
) -> Iterator[SimpleNamespace]:
    order = list(_METHODS)
    for (plain, slug), rows in sorted(
        several.items(), key=lambda item: (item[0][1], order.index(item[0][0].rpartition("-")[2]))
    ):
        scores = (
            score_of(rows[number], category=_SHOTS_CATEGORY) if number in rows else None for number in numbers
        )
        yield SimpleNamespace(
            name=display_name(next(iter(rows.values()))),
            page=model_page(slug),
            method=_METHODS[plain.rpartition("-")[2]],
            cells=tuple(map(range_cell, scores)),  # one per number of examples
        )
