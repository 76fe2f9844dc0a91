"""A model's scores in one table: by category and by date."""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from types import SimpleNamespace

from markupsafe import Markup

from benchmark.analysis.groups import is_baseline, metric_name, other_serials, score_of
from benchmark.analysis.ranks.categories import split_by_families
from benchmark.analysis.score_cells import (
    PERCENT,
    Category,
    field_range,
    row_words,
    score_mark,
    value_mark,
    words_of,
)
from benchmark.analysis.wording import clean, count, plural
from benchmark.core.counts import Counts
from benchmark.leaderboard.board.levels import by_level, shares_span
from benchmark.leaderboard.inputs.facts import day
from benchmark.leaderboard.parts.plot import line, shape
from benchmark.leaderboard.parts.task_list import TableTotals
from benchmark.results.row import Row, RowScore
from benchmark.suites import bare_category, suite_of


def forest_tables(suite: str, forest: tuple[SimpleNamespace, ...]) -> tuple[SimpleNamespace, ...]:
    """Split the lines of a section into a table per group of categories, in the order of the suite.

    The first table has the line of all tasks, with those of levels.
    """
    groups = [group for group in suite_of(suite).display.category_groups if group.kind != "level"]
    apart = {group.kind for group in groups}
    first = tuple(line for line in forest if line.kind not in apart)
    title = "Score" if len(first) == 1 else "By level" if groups else "By category"
    tables = [SimpleNamespace(name="scores", title=title, lines=first)]
    for group in groups:
        lines = tuple(line for line in forest if line.kind == group.kind)
        tables.append(SimpleNamespace(name=group.kind, title=f"By {group.title}", lines=lines))
    return tuple(table for table in tables if table.lines)


def forest_lines(row: Row, counts: Counts, field: TableTotals) -> tuple[SimpleNamespace, ...]:
    """Return the score over all tasks, then by category in the suite's order, with subcategories.

    Left out are contexts of figures, which are many, a category that contains all tasks and would repeat the
    first line, and categories with too few families.
    """
    found = []
    small = small_categories(row, counts)
    for score in _forest_scores(row):
        if score.category in small:
            continue
        category, which = Category(score.category), "" if score.tasks == row.result.tasks.count else "judged "
        whole = f"The one {which}task" if score.tasks == 1 else f"All {count(score.tasks)} {which}tasks"
        single = row.result.completions.draws == 1 and score.scale == "fraction"
        solved = f"{count(round(score.value * score.tasks))} of {count(score.tasks)}"
        others = () if is_baseline(row) else field.others(row.slug, score.category)
        found.append(
            SimpleNamespace(
                title=category.title_below or whole,
                kind=category.kind,  # ``Category.kind`` of its category; empty for all tasks
                depth=category.depth,  # 1 if the category is a part of the one above
                # ``118 of 164``; with several draws per task, or for points, only ``164 tasks``.
                solved=solved if single else plural(score.tasks, "task"),
                mark=score_mark(score),
                field=field_range(others, row_words(row)),
            )
        )
    levels = by_level(row, counts) if _has_own_levels(row) else {}
    found += [
        SimpleNamespace(
            title=f"Level {level}",  # of our own tasks; older rows know them by other names
            kind="level",
            depth=0,
            solved=f"{sum(shares):g} of {count(len(shares))}",
            mark=value_mark(PERCENT, *shares_span(shares, stems, samples)),
            field=None,
        )
        for level, (shares, stems, samples) in levels.items()
        if len(levels) > 1
    ]
    return tuple(found)


def _has_own_levels(row: Row) -> bool:
    own = suite_of(row.result.suite).has_levels(row.result.dataset)
    return own and metric_name(row) == "pass@1"


def _forest_scores(row: Row) -> list[RowScore]:
    apart = {"domain", "level"} if _has_own_levels(row) else {"domain"}
    return [
        score
        for score in sorted(row.result.scores, key=lambda of: _category_order(row.result.suite, of.category))
        if score.metric == metric_name(row)
        and score.tasks
        and (not score.category or score.tasks != row.result.tasks.count)
        and Category(score.category).kind not in apart
    ]


def small_categories(row: Row, counts: Counts) -> tuple[str, ...]:
    """Return the categories with too few families, in the order of the lines."""
    return split_by_families((score.category for score in _forest_scores(row) if score.category), [counts])[1]


def shown_categories(row: Row, counts: Counts) -> tuple[str, ...]:
    """Return the categories of the lines by category, the empty one of all tasks first."""
    small = small_categories(row, counts)
    return tuple(score.category for score in _forest_scores(row) if score.category not in small)


@lru_cache(4096)  # the rows of a suite have the same categories
def _category_order(suite: str, category: str) -> tuple[int, ...]:
    """Return a sort key: the order of the suite for subsets, levels and groups; others as in the row."""
    found = suite_of(suite)
    known = [*found.data.subsets, *found.data.levels, *(found.judged.crossed_categories or ((), ()))[1]]
    known += [name for group in found.display.category_groups for name in group.names if name not in known]
    values = [bare_category(part.partition(":")[2]) for part in Category(category).parts]
    return tuple(known.index(value) if value in known else len(known) for value in values)


#: Maximum number of rows in the list; the drawing shows all rows.
LISTED_ROWS = 40
_LEFT, _RIGHT = 7.0, 98.0  #: positions of the first and the last dot, in percent of the drawing's width


def history(rows: Sequence[Row]) -> SimpleNamespace | None:
    """Return the history of a model's rows, given newest first; None if fewer than two have a score."""
    scored = [(row, score) for row in reversed(rows) if (score := score_of(row)) is not None]
    if len(scored) < 2:  # noqa: PLR2004 - one dot is not a history
        return None
    newest = scored[-1][0]
    events = tuple(
        SimpleNamespace(
            day=day(row.run.started),
            row=row.id[:12],  # first digits of its id
            mark=score_mark(score),
            # whether it has the tasks and the suite version of the newest row
            same=_question(row) == _question(newest),
            changes=_changes(row, scored[number - 1][0]) if number else "",
        )
        for number, (row, score) in enumerate(scored)
    )
    return SimpleNamespace(
        events=events,
        listed=events[: -LISTED_ROWS - 1 : -1],  # newest first
        unlisted=max(len(events) - LISTED_ROWS, 0),
        drawing=shape("svg", "past", *_past(scored, events), aria_hidden="true"),
    )


def _past(scored: Sequence[tuple[Row, RowScore]], events: Sequence[SimpleNamespace]) -> Iterator[Markup]:
    """Yield the grid, the lines between comparable rows, and the rows by date, with their ranges."""
    words = words_of(scored[0][1].scale)
    for at, word in enumerate(reversed(words.ticks)):
        yield line("g", (0, "100%"), (f"{25 * at}%",) * 2)
        yield shape("text", "", word, x=0, y=f"{25 * at}%", dy=-4)
    days = [date.fromisoformat(row.run.started[:10]).toordinal() for row, _ in scored]
    if days[0] == days[-1]:
        days = [*range(len(days))]
    points = []
    for passed, event, (_, score) in zip(days, events, scored, strict=True):
        along = (passed - days[0]) / (days[-1] - days[0])
        places = (words.along(value) for value in (score.value, score.high, score.low))
        y, top, bottom = (f"{100 * (1 - min(max(place, 0.0), 1.0)):.2f}%" for place in places)
        points.append((event.same, f"{_LEFT + along * (_RIGHT - _LEFT):.2f}%", y, top, bottom))
    for (same, x, y, *_), (then, later, after, *_) in pairwise(points):
        if same and then:
            yield shape("line", "j", x1=x, y1=y, x2=later, y2=after)
    for same, x, y, top, bottom in points:
        yield line("w", (x, x), (top, bottom))
        yield shape("circle", "" if same else "o", cx=x, cy=y)
    for name, end, event in (("d", _LEFT, events[0]), ("d e", _RIGHT, events[-1])):
        yield shape("text", name, event.day, x=f"{end:g}%", y="100%", dy=18)


def _question(row: Row) -> tuple[int, str]:
    return row.result.versions.suite, row.result.tasks.digest


def _changes(row: Row, before: Row) -> str:
    """Return what else changed since the row before: ``suite 1 → 2, other tasks``."""
    now, then = row.result, before.result
    served = [each.run.generation.models if each.run.generation else {} for each in (row, before)]
    versions = [
        (name, getattr(then.versions, name), getattr(now.versions, name)) for name in ("suite", "judge")
    ]
    parts = [f"{name} {old} → {new}" for name, old, new in versions if old != new]
    if other_serials((before, row)):
        parts.append(f"serial number of the judge {before.run.judge_serial} → {row.run.judge_serial}")
    parts += ["other tasks"] if now.tasks.digest != then.tasks.digest else []
    parts += ["same answers"] if now.completions.digest == then.completions.digest else []
    if all(served) and set(served[0]) != set(served[1]):
        parts.append(f"answered by {clean(', '.join(sorted(served[0])))}")
    return ", ".join(parts)
