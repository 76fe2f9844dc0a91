"""The table of scores by category of a suite whose paper reports all its categories next to each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import PERCENT, dataset_words
from benchmark.analysis.score_cells import Category, Cell, range_cell
from benchmark.analysis.wording import count
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.rows.facts import display_name
from benchmark.leaderboard.shared.addresses import model_page
from benchmark.results.row import Row, RowScore
from benchmark.suites.settings import CROSSED_CATEGORIES, SHOWN_CATEGORIES


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryColumn:
    """A category, or all tasks."""

    title: str
    tasks: str  #: number of its tasks; of several numbers the largest


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryLine:
    """A model's scores, one cell per column; the second line of a cell is the score's interval."""

    name: str
    page: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTable:
    """Scores of all models of a table by category, in the order of the paper."""

    title: str  #: what its columns are, such as ``category of picture``
    scores: str  #: title of its scores, such as ``Solved, in %``
    note: str  #: which tasks count in a category; may be empty
    columns: tuple[CategoryColumn, ...]
    lines: tuple[CategoryLine, ...]


def category_table(table: JoinedTable) -> CategoryTable | None:
    """Return the scores of a table's models by category; None if its suite has no list of categories."""
    suite = table.key.suite
    named = {f"category:{name}": title for name, title in SHOWN_CATEGORIES.get(suite, {}).items()}
    subsets, categories = CROSSED_CATEGORIES.get(suite, ((), ()))
    rows = [*table.group.models, *table.unranked]
    for name in _crossed(rows, subsets, categories):
        category = Category(name)
        above = [Category(category.parts[0]).title] if category.depth else []
        named[name] = ", ".join([*above, category.title_below])
    titles = {"": "All"} | named
    scores = [[score_of(row, category=name) for row in rows] for name in titles]
    if not any(score for column in scores[1:] for score in column):
        return None
    words = dataset_words(table.key.suite, table.key.dataset)
    return CategoryTable(
        title="operation and type of figure" if subsets else "category of picture",
        note="" if subsets else "A task counts in the category of each of its pictures.",
        scores=words.column.replace(", ", ", in ") if words is PERCENT else words.column,
        columns=tuple(
            CategoryColumn(title=title, tasks=_tasks(column))
            for title, column in zip(titles.values(), scores, strict=True)
        ),
        lines=tuple(_line(row, [column[place] for column in scores]) for place, row in enumerate(rows)),
    )


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
