"""Tables of scores by category: all models next to each other in each subset, level and category."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import PERCENT, dataset_words
from benchmark.analysis.score_cells import Category, Cell, range_cell
from benchmark.analysis.wording import count
from benchmark.core.suite import suite_of
from benchmark.leaderboard.board.columns import group_categories, listed_categories
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.inputs.facts import display_name
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row, RowScore


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryColumn:
    """A category, or all tasks."""

    title: str
    tasks: str  #: number of its tasks; of several numbers the largest
    group: str = ""  #: title of the subset that it belongs to; empty if its subset has no further columns
    short: str = ""  #: its title below that of its subset


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryLine:
    """A model's scores, one cell per column; the second line of a cell is the score's interval."""

    name: str
    page: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTable:
    """Scores of all models of a table by category, in the order of the paper."""

    name: str  #: the end of its address on a page: ``categories``, ``levels``, ``types`` or ``aspects``
    title: str  #: what its columns are, such as ``category of picture``
    scores: str  #: title of its scores, such as ``Solved, in %``
    note: str  #: which tasks count in a category; may be empty
    columns: tuple[CategoryColumn, ...]
    lines: tuple[CategoryLine, ...]

    @property
    def groups(self) -> tuple[tuple[str, tuple[CategoryColumn, ...]], ...]:
        """The columns by their group, in the order of the columns."""
        parts = groupby(self.columns, key=lambda column: column.group)
        return tuple((title, tuple(columns)) for title, columns in parts)


def category_tables(table: JoinedTable) -> tuple[CategoryTable, ...]:
    """Return the scores of a table's models by category: a table per group of categories with scores.

    A group of which there are not two categories with scores has no table.
    """
    suite = table.key.suite
    rows = [*table.group.models, *table.unranked]
    if suite_of(suite).category_groups:
        found = (
            _table(
                table,
                rows,
                group_categories(group, rows),
                name="categories" if group.kind == "category" else f"{group.kind}s",
                title=group.title,
                note=group.note,
            )
            for group in suite_of(suite).category_groups
        )
        return tuple(each for each in found if each is not None)
    one = _single_table(table, rows)
    return () if one is None else (one,)


def _single_table(table: JoinedTable, rows: Sequence[Row]) -> CategoryTable | None:
    """Return the only table of a suite whose categories are one group."""
    suite, least = table.key.suite, 1
    named: Mapping[str, str]
    if suite_of(suite).shown_categories:
        named = {f"category:{name}": title for name, title in suite_of(suite).shown_categories.items()}
        kind, note = "category of picture", "A task counts in the category of each of its pictures."
    elif (crossed := suite_of(suite).crossed_categories) is not None:
        named = dict.fromkeys(_crossed(rows, *crossed), "")
        kind, note = "operation and type of figure", ""
    else:
        least = 2
        named = dict.fromkeys(listed_categories(suite, rows), "")
        kinds = {part.partition(":")[0] for name in named for part in Category(name).parts}
        kind = " and ".join(word for word in ("subset", "level", "category") if word in kinds)
        note = "A task can be in several categories." if "category" in kinds else ""
    return _table(table, rows, named, name="categories", title=kind, note=note, least=least)


def _table(
    table: JoinedTable,
    rows: Sequence[Row],
    named: Mapping[str, str] | Sequence[str],
    *,
    name: str,
    title: str,
    note: str,
    least: int = 2,
) -> CategoryTable | None:
    """Return a table of some categories; None if fewer than ``least`` of them have scores.

    Args:
        table: the table of the models.
        rows: their rows.
        named: categories, or category → title where it has another one than usual.
        name: end of the table's address.
        title: what its columns are.
        note: which tasks count in a category.
        least: minimum number of categories with scores.
    """
    titles = named if isinstance(named, Mapping) else dict.fromkeys(named, "")
    scores = {each: [score_of(row, category=each) for row in rows] for each in ("", *titles)}
    if sum(any(scores[each]) for each in titles) < least:
        return None
    words = dataset_words(table.key.suite, table.key.dataset)
    parents = {Category(each).parts[0] for each in titles if Category(each).depth}
    return CategoryTable(
        name=name,
        title=title,
        note=note,
        scores=words.column.replace(", ", ", in ") if words is PERCENT else words.column,
        columns=tuple(_column(each, titles.get(each, ""), scores[each], parents) for each in scores),
        lines=tuple(
            _line(row, [column[place] for column in scores.values()]) for place, row in enumerate(rows)
        ),
    )


def _column(
    name: str, title: str, scores: Sequence[RowScore | None], parents: Collection[str]
) -> CategoryColumn:
    category = Category(name)
    above = Category(category.parts[0]).title if name and category.parts[0] in parents else ""
    short = title or (category.title_below if category.depth else "all" if above else category.title) or "All"
    full = f"{above}, {short}" if category.depth else above or short
    return CategoryColumn(title=full, tasks=_tasks(scores), group=above, short=short)


def _crossed(rows: Sequence[Row], subsets: Sequence[str], categories: Sequence[str]) -> Iterator[str]:
    """Yield each subset and its pairs with categories, then what is asked for in pairs that have scores."""
    for subset in subsets:
        yield f"subset:{subset}"
        yield from (f"subset:{subset}/category:{name}" for name in categories)
    found = dict.fromkeys(score.category for row in rows for score in row.result.scores)
    for subset, name in product(subsets, categories):
        yield from (each for each in found if each.startswith(f"subset:{subset}/category:{name}/"))


def _tasks(scores: Sequence[RowScore | None]) -> str:
    return count(max((score.tasks for score in scores if score is not None), default=0))


def _line(row: Row, scores: Sequence[RowScore | None]) -> CategoryLine:
    return CategoryLine(
        name=display_name(row),
        page=model_page(row.result.submission.slug),
        cells=tuple(map(range_cell, scores)),
    )
