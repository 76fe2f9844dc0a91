"""A model's scores by category: lines with intervals in front of the other models' range, in tables."""

from dataclasses import dataclass
from functools import partial

from benchmark.analysis.catalog import bare_category
from benchmark.analysis.groups import is_baseline, metric_name
from benchmark.analysis.ranks.categories import split_by_families
from benchmark.analysis.scale_words import row_words
from benchmark.analysis.score_cells import Category, FieldRange, ScoreMark, field_range, optional_mark
from benchmark.analysis.wording import count, plural
from benchmark.core.counts import Counts
from benchmark.core.suite import suite_of
from benchmark.leaderboard.parts.task_list import TableTotals
from benchmark.results.row import Row, RowScore


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestLine:
    """The score in one category, drawn in front of the other models' range."""

    title: str
    kind: str  #: ``Category.kind`` of its category; empty for all tasks
    depth: int  #: 1 if the category is a part of the one above
    #: ``118 of 164``; only the tasks, ``164 tasks``, with several draws per task and for points.
    solved: str
    mark: ScoreMark
    field: FieldRange | None  #: range of the other models; None for fewer than two


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestTable:
    """Scores in categories of one group, or in all categories of a suite without groups."""

    name: str  #: end of its address: ``scores``, or the kind of its categories
    title: str  #: ``By task type``; ``Score`` if there is only the line of all tasks
    lines: tuple[ForestLine, ...]


def forest_tables(suite: str, forest: tuple[ForestLine, ...]) -> tuple[ForestTable, ...]:
    """Split the lines of a section into a table per group of categories, in the order of the suite.

    The first table has the line of all tasks, with those of levels.
    """
    groups = [group for group in suite_of(suite).category_groups if group.kind != "level"]
    apart = {group.kind for group in groups}
    first = tuple(line for line in forest if line.kind not in apart)
    title = "Score" if len(first) == 1 else "By level" if groups else "By category"
    tables = [ForestTable(name="scores", title=title, lines=first)]
    for group in groups:
        lines = tuple(line for line in forest if line.kind == group.kind)
        tables.append(ForestTable(name=group.kind, title=f"By {group.title}", lines=lines))
    return tuple(table for table in tables if table.lines)


def forest_lines(row: Row, counts: Counts, field: TableTotals) -> tuple[ForestLine, ...]:
    """Return the score over all tasks, then by category in the suite's order, with subcategories.

    Left out are contexts of figures, which are many, a category that contains all tasks and would repeat the
    first line, and categories with too few families.
    """
    found = []
    small = small_categories(row, counts)
    for score in _forest_scores(row):
        if score.category in small:
            continue
        category = Category(score.category)
        drawn = optional_mark(score)
        others = () if is_baseline(row) else field.others(row.result.submission.slug, score.category)
        if drawn is not None:
            found.append(
                ForestLine(
                    title=category.title_below or _all_tasks_title(row, score),
                    kind=category.kind,
                    depth=category.depth,
                    solved=_solved_text(row, score),
                    mark=drawn,
                    field=field_range(others, row_words(row)),
                )
            )
    return tuple(found)


def _forest_scores(row: Row) -> list[RowScore]:
    return [
        score
        for score in sorted(row.result.scores, key=partial(_category_order, row.result.suite))
        if score.metric == metric_name(row)
        and score.tasks
        and (not score.category or score.tasks != row.result.tasks.count)
        and Category(score.category).kind != "domain"
    ]


def small_categories(row: Row, counts: Counts) -> tuple[str, ...]:
    """Return the categories with too few families, in the order of the lines."""
    return split_by_families((score.category for score in _forest_scores(row) if score.category), [counts])[1]


def shown_categories(row: Row, counts: Counts) -> tuple[str, ...]:
    """Return the categories of the lines by category, the empty one of all tasks first."""
    small = small_categories(row, counts)
    return tuple(score.category for score in _forest_scores(row) if score.category not in small)


def _all_tasks_title(row: Row, score: RowScore) -> str:
    """Return the first line's title: ``All 438 tasks``, or ``All 435 judged tasks`` if some are missing."""
    judged = "" if score.tasks == row.result.tasks.count else "judged "
    return f"The one {judged}task" if score.tasks == 1 else f"All {count(score.tasks)} {judged}tasks"


def _category_order(suite: str, score: RowScore) -> tuple[int, ...]:
    """Return a sort key: the order of the suite for subsets, levels and groups; others as in the row."""
    known = [*suite_of(suite).subsets, *suite_of(suite).levels]
    known += (suite_of(suite).crossed_categories or ((), ()))[1]
    known += [name for group in suite_of(suite).category_groups for name in group.names if name not in known]
    values = [bare_category(part.partition(":")[2]) for part in Category(score.category).parts]
    return tuple(known.index(value) if value in known else len(known) for value in values)


def _solved_text(row: Row, score: RowScore) -> str:
    if row.result.completions.draws != 1 or score.scale != "fraction":
        return plural(score.tasks, "task")
    return f"{count(round(score.value * score.tasks))} of {count(score.tasks)}"
