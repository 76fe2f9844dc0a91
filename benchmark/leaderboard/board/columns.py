"""The columns of a suite's tables next to the score, and its tables of scores by category."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from types import SimpleNamespace

from benchmark.analysis.groups import GroupKey, metric_name, score_of
from benchmark.analysis.score_cells import (
    PERCENT,
    Category,
    Cell,
    dataset_words,
    range_cell,
    row_words,
    score_cell,
)
from benchmark.analysis.wording import count, percent
from benchmark.core.suite_facts import ANSWERED, BLIND, PASSED, RAN, CategoryGroup, Column
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.inputs.costs import cost_cell
from benchmark.leaderboard.inputs.facts import cut_cell, display_name, seconds_cell, tokens_cell
from benchmark.leaderboard.inputs.picture_gain import guess_shares, picture_gain
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row, RowScore
from benchmark.suites import bare_category, guessed_share, ranking_metric, suite_of

_MAX_CATEGORIES = 6  #: number of category columns; the categories with most tasks are shown
_MAX_LISTED = 20  #: the same in the table of scores by category
#: Width in px of columns at a window of 1280 px, and what places, names, scores and the axis leave for them.
_NARROWEST, _CHARACTER, _PADDING = 50, 7, 15
_ROOM, _LANE = 429, 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueColumn:
    """A column of a value other than a score; a table has it if any line has the value."""

    id: str  #: name of the column in addresses
    title: str
    unbroken: str = ""  #: beginning of the title, in one line
    width: int  #: px at a window of 1280 px
    cell: Callable[[Sources, Row], Cell]
    label: str = ""  #: what phones show before the value
    after: str  #: what phones show after it
    style: str = ""  #: classes of its cells
    may_hide: bool = False  #: whether only phones show it if there is no room


def _gain_cell(sources: Sources, row: Row) -> Cell:
    """Return what pictures add to the points of a row, and the range."""
    if (gain := picture_gain(sources, row)) is None:
        return Cell()
    words = row_words(row)
    value, low, high = map(words.signed, (gain.difference, gain.low, gain.high))
    return Cell(value, f"{gain.difference:.6f}", small=f"{low} to {high}")


#: The value columns in their order.
VALUE_COLUMNS = (
    ValueColumn(id="gain", title="gain", unbroken="Picture", width=98, cell=_gain_cell, after="by pictures"),
    ValueColumn(
        id="cost",
        title="tasks",
        unbroken="$ per 1,000",
        width=91,
        cell=cost_cell,
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
        id="cut",
        title="off, %",
        unbroken="Cut",
        width=52,
        cell=lambda _, row: cut_cell(row),
        label="cut off",
        after="%",
        style="ty sx",
        may_hide=True,
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
    crossed = known.judged.crossed_categories is not None
    wanted = () if crossed else (*_subset_columns(suite, rows), *_category_columns(suite, rows))
    formats = known.display.formats
    other = (formats[table.key.setting].other,) if table.key.setting in formats else ()
    if ranking_metric(suite, table.key.dataset) == "points":
        wanted = (PASSED, *other, RAN, *wanted)
    elif guessed_share(suite, table.key.dataset) is not None:
        wanted = (*other, ANSWERED, BLIND, *wanted)
    else:
        wanted = tuple(known.display.columns) or wanted
    if known.has_levels(table.key.dataset):  # levels have a table of their own
        wanted = tuple(column for column in wanted if not column.category.startswith("level:"))
    lines = (*rows, *table.unranked, *table.baselines)
    shown = tuple(column for column in wanted if any(column_cell(table, row, column).text for row in lines))
    return shown or (RAN,)


def columns_without_room(
    columns: Sequence[Column], values: Sequence[ValueColumn], lanes: int
) -> frozenset[str]:
    """Return the ids of columns that only phones show, so that the axis keeps its width on wide screens.

    The last columns are put away first. Brackets of places need room for ``lanes`` lanes.
    """
    room = _ROOM - _LANE * lanes - sum(each.width for each in values if not each.may_hide)
    widths = {
        column.id: max(_NARROWEST, *(_CHARACTER * len(word) + _PADDING for word in column.title.split()))
        for column in columns
    }
    widths |= {each.id: each.width for each in values if each.may_hide}
    put_away = set()
    for name, width in widths.items():
        room -= width
        if room < 0:
            put_away.add(name)
    return frozenset(put_away)


def column_cell(table: JoinedTable, row: Row, column: Column) -> Cell:
    """Return a model's value in a column, from its row in the table or from one of its companion rows."""
    if column.blind:
        unseen = table.blind(row)
        return score_cell(None if unseen is None else score_of(unseen))
    others = table.companions.get(row.slug, ())
    rows = [row, *(other for other in others if other is not row)]
    for candidate in rows:
        if candidate.result.setting != (column.setting or row.result.setting):
            continue
        score = score_of(candidate, column.metric, column.category)
        if score is not None and score.tasks:
            return score_cell(score)
    return Cell()


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
    if groups := suite_of(suite).display.category_groups:
        found = (group_categories(group, rows, _MAX_CATEGORIES) for group in groups)
        return tuple(names for names in found if len(names) > 1)
    kinds = (_subset_columns(suite, rows), _category_columns(suite, rows))
    return tuple(tuple(column.category for column in kind) for kind in kinds if len(kind) > 1)


def group_categories(group: CategoryGroup, rows: Sequence[Row], most: int = _MAX_LISTED) -> tuple[str, ...]:
    """Return the categories of a group that have scores, in the suite's order, else the ``most`` largest."""
    sizes = _category_sizes(rows, group.kind)
    if not group.names:
        return tuple(name for name, _ in sizes.most_common(most))
    titles = {name: bare_category(name.partition(":")[2]) for name in sizes}
    places = {title: place for place, title in enumerate(group.names)}
    return tuple(sorted(sizes, key=lambda name: (places.get(titles[name], len(places)), titles[name])))


def _sorted_categories(suite: str, rows: Iterable[Row]) -> tuple[str, ...]:
    """Return the categories of all scores: subsets in the suite's order, and levels from easy to hard."""
    found = {score.category: None for row in rows for score in row.result.scores if score.category}
    known = [*suite_of(suite).data.subsets, *suite_of(suite).data.levels]
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
    if suite_of(suite).display.shown_categories:
        ordered = (f"category:{name}" for name in suite_of(suite).display.shown_categories)
        return _plain_columns([name for name in ordered if name in sizes])
    return _plain_columns([name for name, _ in sizes.most_common(_MAX_CATEGORIES)])


def _category_sizes(rows: Iterable[Row], kind: str = "category") -> Counter[str]:
    """Return the number of tasks of each category of a kind; the usual one is not a subset or a level."""
    sizes: Counter[str] = Counter()
    for row in rows:
        name = metric_name(row)
        for score in row.result.scores:
            if score.metric == name and Category(score.category).kind == kind:
                sizes[score.category] = max(sizes[score.category], score.tasks)
    return sizes


def _plain_columns(names: Iterable[str]) -> tuple[Column, ...]:
    return tuple(
        Column(id=name.replace(":", "-"), title=Category(name).title, category=name) for name in names
    )


#: Categories of a table, each with a title where it has another one than usual; the end of the table's
#: address, its title and its note; and the minimum number of categories with scores.
_Parts = tuple[Mapping[str, str], str, str, str, int]


def category_tables(table: JoinedTable, sources: Sources) -> tuple[SimpleNamespace, ...]:
    """Return the scores of a table's models by category: a table per group of categories with scores.

    A group of which there are not two categories with scores has no table.
    """
    held = sources.tasks.get((table.key.suite, table.key.dataset))
    shares = {} if held is None else guess_shares(held.tasks.values())
    rows = [*table.group.models, *table.unranked]
    found = (_table(table, rows, parts, shares) for parts in _table_parts(table.key, rows))
    return tuple(each for each in found if each is not None)


def _table_parts(key: GroupKey, rows: Sequence[Row]) -> Iterator[_Parts]:
    known = suite_of(key.suite)
    apart = "level" if known.has_levels(key.dataset) else ""  # levels have a table of their own
    for group in known.display.category_groups:
        if group.kind == apart:
            continue
        name = "categories" if group.kind == "category" else f"{group.kind}s"
        yield dict.fromkeys(group_categories(group, rows), ""), name, group.title, group.note, 2
    if known.display.category_groups:
        return
    if known.display.shown_categories:
        named = {f"category:{name}": title for name, title in known.display.shown_categories.items()}
        note = "A task counts in the category of each of its pictures."
        yield named, "categories", "category of picture", note, 1
    elif known.judged.crossed_categories is not None:
        named = dict.fromkeys(_crossed(rows, *known.judged.crossed_categories), "")
        yield named, "categories", "operation and type of figure", "", 1
    else:
        # The subsets, each followed by its levels, or the levels; then the largest other categories.
        columns = _subset_columns(key.suite, rows)
        listed = [name for column in columns for name in (column.category, *column.parts)]
        listed += [name for name, _ in _category_sizes(rows).most_common(_MAX_LISTED)]
        named = {name: "" for name in listed if not apart or Category(name).kind != apart}
        kinds = {part.partition(":")[0] for name in named for part in Category(name).parts}
        title = " and ".join(word for word in ("subset", "level", "category") if word in kinds)
        note = "A task can be in several categories." if "category" in kinds else ""
        yield named, "categories", title, note, 2


def _table(
    table: JoinedTable, rows: Sequence[Row], parts: _Parts, shares: Mapping[str, float]
) -> SimpleNamespace | None:
    titles, name, title, note, least = parts
    scores = {each: [score_of(row, category=each) for row in rows] for each in ("", *titles)}
    if sum(any(scores[each]) for each in titles) < least:
        return None
    words = dataset_words(table.key.suite, table.key.dataset)
    parents = {Category(each).parts[0] for each in titles if Category(each).depth}
    columns = [_column(each, titles.get(each, ""), scores[each], parents) for each in scores]
    return SimpleNamespace(
        name=name,  # the end of its address on a page: ``categories``, ``levels``, ``types`` or ``aspects``
        title=title,  # what its columns are, such as ``category of picture``
        note=note,  # which tasks count in a category; may be empty
        scores=words.column.replace(", ", ", in ") if words is PERCENT else words.column,
        columns=columns,
        groups=[(title, list(of)) for title, of in groupby(columns, key=lambda column: column.group)],
        lines=tuple(
            SimpleNamespace(
                name=display_name(row),
                page=model_page(row.slug),
                cells=tuple(range_cell(column[place]) for column in scores.values()),
            )
            for place, row in enumerate(rows)
        ),
        # percent of tasks that guessing passes at most, by column; empty if unknown
        guesses=tuple(percent(shares[each]) if each in shares else "" for each in scores) if shares else (),
    )


def _column(
    name: str, title: str, scores: Sequence[RowScore | None], parents: Collection[str]
) -> SimpleNamespace:
    category = Category(name)
    above = Category(category.parts[0]).title if name and category.parts[0] in parents else ""
    short = title or (category.title_below if category.depth else "all" if above else category.title) or "All"
    full = f"{above}, {short}" if category.depth else above or short
    tasks = max((score.tasks for score in scores if score is not None), default=0)
    return SimpleNamespace(title=full, tasks=count(tasks), group=above, short=short)


def _crossed(rows: Sequence[Row], subsets: Sequence[str], categories: Sequence[str]) -> Iterator[str]:
    """Yield each subset and its pairs with categories, then what is asked for in pairs that have scores."""
    for subset in subsets:
        yield f"subset:{subset}"
        yield from (f"subset:{subset}/category:{name}" for name in categories)
    found = dict.fromkeys(score.category for row in rows for score in row.result.scores)
    for subset, name in product(subsets, categories):
        yield from (each for each in found if each.startswith(f"subset:{subset}/category:{name}/"))
