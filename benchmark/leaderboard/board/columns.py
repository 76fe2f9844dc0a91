"""Which numbers of a suite stand beside the score, and where each comes from."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.groups import RANKING_METRIC, score_of
from benchmark.analysis.score_cells import Category, Cell
from benchmark.analysis.wording import percent
from benchmark.leaderboard.board.joined_tables import JoinedTable, way_of
from benchmark.results.row import Row, RowScore
from benchmark.suites import SUITES

_MAX_CATEGORIES = 6  #: columns of categories, those of most tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardColumn:
    """One column of a table."""

    id: str  #: names it in an address
    title: str
    small: str = ""  #: what the second line of its cells says
    key: str = ""  #: for the legend below the table
    metric: str = RANKING_METRIC
    category: str = ""
    parts: tuple[str, ...] = ()  #: categories of the second line, such as levels from easy to hard
    setting: str = ""  #: of another setting: one that begins so; empty for the table's own
    blind: bool = False  #: of the row without the picture that stands beside the model's


_PASS_10 = BoardColumn(id="pass10", title="pass@10, %", metric="pass@10", key="share solved with ten tries")
_RAN = BoardColumn(
    id="ran",
    title="Ran, %",
    metric="execution_success",
    key="share of programs that came to a result, right or wrong",
)
_PARSED = BoardColumn(
    id="parsed",
    title="Parsed, %",
    metric="parsing_success",
    key="share of programs in which a linter finds no error",
)
_BLIND = BoardColumn(id="blind", title="Blind, %", blind=True, key="share solved without the picture")
_CHOICE = BoardColumn(id="choice", title="Multiple choice, %", setting="multiple-choice-")
_FREE = BoardColumn(id="free", title="Free form, %", setting="free-form-")

#: Suites with columns of their own; the others have those of their subsets and categories.
_SUITE_COLUMNS: dict[str, tuple[BoardColumn, ...]] = {
    "humaneval-v": (_PASS_10, _RAN, _PARSED, _BLIND),
    "mathopeval": (_CHOICE, _FREE),
}


def board_columns(table: JoinedTable) -> tuple[BoardColumn, ...]:
    """The columns of a table; one without any value is left out."""
    suite, rows = table.key.suite, table.group.newest
    wanted = _SUITE_COLUMNS.get(suite) or (*_subset_columns(suite, rows), *_category_columns(rows))
    lines = (*rows, *table.unranked, *table.baselines)
    shown = tuple(column for column in wanted if any(column_cell(table, row, column).text for row in lines))
    return shown or (_RAN,)


def column_cell(table: JoinedTable, row: Row, column: BoardColumn) -> Cell:
    """A model's value of a column, from its row in the table or one that stands beside it."""
    if column.setting and way_of(row.result.setting) == column.setting:
        return _score_cell(score_of(row), ())  # it is the one that ranks
    if column.blind:
        unseen = table.blind(row)
        return _score_cell(None if unseen is None else score_of(unseen), ())
    others = table.companions.get(row.result.submission.slug, ())
    rows = [row, *(other for other in others if other is not row)]
    for candidate in rows:
        if column.setting:
            if candidate is row or not candidate.result.setting.startswith(column.setting):
                continue
        elif candidate.result.setting != row.result.setting:
            continue
        score = score_of(candidate, column.metric, column.category)
        if score is not None and score.tasks:
            parts = [score_of(candidate, column.metric, part) for part in column.parts]
            return _score_cell(score, parts)
    return Cell()


def score_text(score: RowScore) -> str:
    """A score as text: percent, or points with one decimal."""
    return percent(score.value) if score.scale == "fraction" else f"{score.value:.1f}"


def _score_cell(score: RowScore | None, parts: Sequence[RowScore | None]) -> Cell:
    if score is None:
        return Cell()
    small = " · ".join("–" if part is None else f"{100 * part.value:.0f}" for part in parts)
    return Cell(score_text(score), f"{score.value:.6f}", small if any(parts) else "")


def subset_categories(suite: str, rows: Iterable[Row]) -> tuple[str, ...]:
    """Categories of whole subsets, in the suite's order; none for a single one, which is all tasks."""
    found = [
        name
        for name in _sorted_categories(suite, rows)
        if name.startswith("subset:") and not Category(name).depth
    ]
    return tuple(found) if len(found) > 1 else ()


def compared_categories(suite: str, rows: Sequence[Row]) -> tuple[tuple[str, ...], ...]:
    """Categories that models are compared in, by kind: subsets or levels, then the largest categories."""
    kinds = (_subset_columns(suite, rows), _category_columns(rows))
    return tuple(tuple(column.category for column in kind) for kind in kinds if len(kind) > 1)


def _sorted_categories(suite: str, rows: Iterable[Row]) -> tuple[str, ...]:
    """Categories that scores name: subsets in the suite's order, and levels from easy to hard."""
    found = {score.category: None for row in rows for score in row.result.scores if score.category}
    known = [*SUITES[suite].subsets, *SUITES[suite].levels] if suite in SUITES else []
    places = {value: place for place, value in enumerate(known)}
    return tuple(sorted(found, key=lambda name: places.get(name.rpartition(":")[2], len(known))))


def _subset_columns(suite: str, rows: Iterable[Row]) -> tuple[BoardColumn, ...]:
    """Whole subsets, in the suite's order, their levels from easy to hard below; none for a single one."""
    named = _sorted_categories(suite, rows)
    subsets = subset_categories(suite, rows)
    if not subsets:
        return _plain_columns([name for name in named if name.startswith("level:")])
    levels = {
        subset: tuple(name for name in named if name.startswith(f"{subset}/level:")) for subset in subsets
    }
    return tuple(
        BoardColumn(
            id=subset.partition(":")[2],
            title=Category(subset).title,
            small=" · ".join(Category(level).title for level in levels[subset]),
            category=subset,
            parts=levels[subset],
        )
        for subset in subsets
    )


def _category_columns(rows: Iterable[Row]) -> tuple[BoardColumn, ...]:
    sizes: Counter[str] = Counter()
    for row in rows:
        for score in row.result.scores:
            if score.metric == RANKING_METRIC and score.category.startswith("category:"):
                sizes[score.category] = max(sizes[score.category], score.tasks)
    return _plain_columns([name for name, _ in sizes.most_common(_MAX_CATEGORIES)])


def _plain_columns(names: Iterable[str]) -> tuple[BoardColumn, ...]:
    return tuple(
        BoardColumn(id=name.replace(":", "-"), title=Category(name).title, category=name) for name in names
    )
