"""The columns that a suite's tables have next to the score, and the values of their cells."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmark.analysis.catalog import bare_category
from benchmark.analysis.groups import GroupKey, metric_name, score_of
from benchmark.analysis.scale_words import PERCENT, words_of
from benchmark.analysis.score_cells import Category, Cell
from benchmark.core.suite import suite_of
from benchmark.core.suite_facts import ANSWERED, BLIND, PASSED, RAN, CategoryGroup, Column
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.inputs.facts import cost_cell, seconds_cell, tokens_cell
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row, RowScore
from benchmark.suites.settings import guessed_share, ranking_metric

_MAX_CATEGORIES = 6  #: number of category columns; the categories with most tasks are shown
_MAX_LISTED = 20  #: the same in the table of scores by category
#: Width in px of columns at a window of 1280 px, and what places, names, scores and the axis leave for them.
_SEEN, _NARROWEST, _CHARACTER, _PADDING = 80, 50, 7, 15
_ROOM, _LANE = 429, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueColumn:
    """A column of a value that is no score; a table has it if any line has the value."""

    id: str  #: name of the column in addresses
    title: str
    unbroken: str = ""  #: beginning of the title, in one line
    width: int  #: px at a window of 1280 px
    cell: Callable[[Sources, Row], Cell]
    label: str = ""  #: what phones show before the value
    after: str  #: what phones show after it
    style: str = ""  #: classes of its cells
    may_hide: bool = False  #: whether only phones show it if there is no room


#: The value columns in their order.
VALUE_COLUMNS = (
    ValueColumn(
        id="cost",
        title="tasks",
        unbroken="$ per 1,000",
        width=91,
        cell=lambda _, row: cost_cell(row),
        label="$",
        after="/ 1,000",
    ),
    ValueColumn(
        id="tokens",
        title="Tokens out",
        width=59,
        cell=lambda _, row: tokens_cell(row),
        after="tok",
        style="ty",
    ),
    ValueColumn(
        id="seconds",
        title="Seconds",
        width=70,
        cell=lambda sources, row: seconds_cell(sources.seconds.get(row.id)),
        after="s",
        style="ty sx",
        may_hide=True,
    ),
)


def board_columns(table: JoinedTable) -> tuple[Column, ...]:
    """Return the columns of a table; columns without any value are left out."""
    suite, rows = table.key.suite, table.group.newest
    known = suite_of(suite)
    # Subsets, and their pairs with categories, have a table of their own.
    crossed = known.crossed_categories is not None
    wanted = () if crossed else (*_subset_columns(suite, rows), *_category_columns(suite, rows))
    other = (known.formats[table.key.setting].other,) if table.key.setting in known.formats else ()
    if ranking_metric(suite, table.key.dataset) == "points":
        wanted = (PASSED, *other, RAN, *wanted)
    elif guessed_share(suite, table.key.dataset) is not None:
        wanted = (*other, ANSWERED, BLIND, *wanted)
    else:
        wanted = _suite_columns(suite, rows) or wanted
    lines = (*rows, *table.unranked, *table.baselines)
    shown = tuple(column for column in wanted if any(column_cell(table, row, column).text for row in lines))
    return shown or (RAN,)


def _suite_columns(suite: str, rows: Iterable[Row]) -> tuple[Column, ...]:
    """Return the fixed columns of a suite, after those of its levels if its tasks have several."""
    fixed = tuple(suite_of(suite).columns)
    levels = _subset_columns(suite, rows) if suite_of(suite).category_groups else ()
    return (*levels, *fixed) if len(levels) > 1 else fixed


def columns_without_room(
    columns: Sequence[Column], values: Sequence[ValueColumn], lanes: int, *, seen: bool
) -> frozenset[str]:
    """Return the ids of columns that only phones show, so that the axis keeps its width on wide screens.

    Args:
        columns: the columns of scores, the most important first.
        values: the columns of values.
        lanes: number of lanes that the brackets of the places need.
        seen: whether there is a column of dates.
    """
    room = _ROOM - _LANE * lanes - _SEEN * seen - sum(each.width for each in values if not each.may_hide)
    widths = {column.id: _width(column) for column in columns}
    widths |= {each.id: each.width for each in values if each.may_hide}
    put_away = set()
    for name, width in widths.items():
        room -= width
        if room < 0:
            put_away.add(name)
    return frozenset(put_away)


def _width(column: Column) -> int:
    return max(_NARROWEST, *(_CHARACTER * len(word) + _PADDING for word in column.title.split()))


def column_cell(table: JoinedTable, row: Row, column: Column) -> Cell:
    """Return a model's value in a column, from its row in the table or from one of its companion rows."""
    if column.blind:
        unseen = table.blind(row)
        return _score_cell(None if unseen is None else score_of(unseen))
    others = table.companions.get(row.result.submission.slug, ())
    rows = [row, *(other for other in others if other is not row)]
    for candidate in rows:
        if candidate.result.setting != (column.setting or row.result.setting):
            continue
        score = score_of(candidate, column.metric, column.category)
        if score is not None and score.tasks:
            return _score_cell(score)
    return Cell()


def score_text(score: RowScore) -> str:
    """Return a score as text: percent, or points."""
    return words_of(score.scale).value(score.value)


def _score_cell(score: RowScore | None) -> Cell:
    return Cell() if score is None else Cell(score_text(score), f"{score.value:.6f}")


def guessing_text(key: GroupKey) -> str:
    """Return ``Guessing gives 25.0 %; a tick on …``; empty if the tasks are not multiple choice."""
    share = guessed_share(key.suite, key.dataset)
    return "" if share is None else f"Guessing gives {PERCENT.amount(share)}; a tick on each axis marks it."


def subset_categories(suite: str, rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the categories of whole subsets in the suite's order; none if there is only one subset."""
    found = [
        name
        for name in _sorted_categories(suite, rows)
        if name.startswith("subset:") and not Category(name).depth
    ]
    return tuple(found) if len(found) > 1 else ()


def compared_categories(suite: str, rows: Sequence[Row]) -> tuple[tuple[str, ...], ...]:
    """Return the categories in which models are compared: subsets or levels, then other categories.

    Of these all are compared if the suite names them in an order, else only the largest.
    """
    if suite_of(suite).category_groups:
        groups = (group_categories(group, rows, _MAX_CATEGORIES) for group in suite_of(suite).category_groups)
        return tuple(names for names in groups if len(names) > 1)
    kinds = (_subset_columns(suite, rows), _category_columns(suite, rows))
    return tuple(tuple(column.category for column in kind) for kind in kinds if len(kind) > 1)


def group_categories(group: CategoryGroup, rows: Sequence[Row], most: int = _MAX_LISTED) -> tuple[str, ...]:
    """Return the categories of a group that have scores: in the suite's order, else the largest first.

    Args:
        group: the group of categories.
        rows: rows of a table.
        most: maximum number of categories of a group without an order.
    """
    sizes = _category_sizes(rows, group.kind)
    if not group.names:
        return tuple(name for name, _ in sizes.most_common(most))
    titles = {name: bare_category(name.partition(":")[2]) for name in sizes}
    places = {title: place for place, title in enumerate(group.names)}
    return tuple(sorted(sizes, key=lambda name: (places.get(titles[name], len(places)), titles[name])))


def listed_categories(suite: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the subsets, each followed by its levels, or the levels; then the largest other categories."""
    subsets = (name for column in _subset_columns(suite, rows) for name in (column.category, *column.parts))
    others = _category_sizes(rows).most_common(_MAX_LISTED)
    return (*subsets, *(name for name, _ in others))


def _sorted_categories(suite: str, rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the categories of all scores: subsets in the suite's order, and levels from easy to hard."""
    found = {score.category: None for row in rows for score in row.result.scores if score.category}
    known = [*suite_of(suite).subsets, *suite_of(suite).levels]
    places = {value: place for place, value in enumerate(known)}
    return tuple(sorted(found, key=lambda name: places.get(name.rpartition(":")[2], len(known))))


def _subset_columns(suite: str, rows: Iterable[Row]) -> tuple[Column, ...]:
    """Return a column per subset; without subsets, a column per level."""
    named = _sorted_categories(suite, rows)
    subsets = subset_categories(suite, rows)
    if not subsets:
        return _plain_columns([name for name in named if name.startswith("level:")])
    levels = {
        subset: tuple(name for name in named if name.startswith(f"{subset}/level:")) for subset in subsets
    }
    return tuple(
        Column(
            id=subset.partition(":")[2],
            title=Category(subset).title,
            category=subset,
            parts=levels[subset],
        )
        for subset in subsets
    )


def _category_columns(suite: str, rows: Iterable[Row]) -> tuple[Column, ...]:
    sizes = _category_sizes(rows)
    if suite_of(suite).shown_categories:
        ordered = (f"category:{name}" for name in suite_of(suite).shown_categories)
        return _plain_columns([name for name in ordered if name in sizes])
    return _plain_columns([name for name, _ in sizes.most_common(_MAX_CATEGORIES)])


def _category_sizes(rows: Iterable[Row], kind: str = "category") -> Counter[str]:
    """Return the number of tasks of each category of a kind; the usual one is not a subset or a level."""
    sizes: Counter[str] = Counter()
    for row in rows:
        for score in row.result.scores:
            shown = Category(score.category).kind == kind
            if score.metric == metric_name(row) and shown:
                sizes[score.category] = max(sizes[score.category], score.tasks)
    return sizes


def _plain_columns(names: Iterable[str]) -> tuple[Column, ...]:
    return tuple(
        Column(id=name.replace(":", "-"), title=Category(name).title, category=name) for name in names
    )
