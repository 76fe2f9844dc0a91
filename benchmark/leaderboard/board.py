"""The home page and the page of a suite: one table a group, best score first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from benchmark.core.counts import Counts
from benchmark.leaderboard.catalog import TRUST, suite_title
from benchmark.leaderboard.facts import (
    conditions,
    cost_per_thousand,
    description,
    display_name,
    group_facts,
    group_title,
    model_page,
    size,
    suite_page,
    tokens_out,
)
from benchmark.leaderboard.groups import Group, GroupKey, reported_rows, score_of
from benchmark.leaderboard.headline import EMPTY, Headline, headline
from benchmark.leaderboard.marks import Category, Cell, Mark, mark, share
from benchmark.leaderboard.page import Page
from benchmark.leaderboard.places import Places, PlaceView, places_by_table
from benchmark.leaderboard.sources import Sources
from benchmark.leaderboard.withdrawals import Withdrawal, by_suite
from benchmark.leaderboard.wording import clean
from benchmark.results.row import Row, Trust

HOME = "index.md"
_FILTERED_FROM = 4  #: models


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One submission in a table."""

    name: str
    page: str
    description: str
    weights: str
    trust: Trust
    place: PlaceView | None
    score: Mark | None
    subsets: tuple[Cell, ...]
    ran: Cell
    cost: Cell
    tokens: Cell
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows that may be compared, baselines apart."""

    anchor: str
    title: str
    caption: str
    conditions: str
    tasks_digest: str
    subsets: tuple[str, ...]
    places: bool  #: whether models have places
    lanes: int  #: brackets side by side
    note: str  #: what the comparison of pairs could see
    models: tuple[Line, ...]
    baselines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A link to a suite's table."""

    title: str
    page: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A page of tables."""

    tabs: tuple[Tab, ...]
    headline: Headline
    facts: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    reported: tuple[Line, ...]
    withdrawn: tuple[Withdrawal, ...] = ()  #: newest first

    @property
    def trusts(self) -> tuple[tuple[Trust, str], ...]:
        """Trust levels of the tables' models, each with its meaning."""
        shown = {line.trust for table in self.tables for line in table.models}
        return tuple((level, words) for level, words in TRUST.items() if level in shown)

    @property
    def has_brackets(self) -> bool:
        """True when a table shows models that cannot be told apart."""
        lines = [line for table in self.tables for line in table.models]
        return any(line.place is not None and line.place.brackets for line in lines)

    @property
    def has_models(self) -> bool:
        """True when a table shows one."""
        return any(table.models for table in self.tables)

    @property
    def has_baselines(self) -> bool:
        """True when a table shows one."""
        return any(table.baselines for table in self.tables)

    @property
    def filters(self) -> bool:
        """Whether a filter bar is worth its line."""
        return sum(len(table.models) for table in self.tables) >= _FILTERED_FROM


def boards(sources: Sources) -> dict[str, Board]:
    """Boards by source path: the first suite with rows is the home page, each other one has its own."""
    rows, grouped, gone = sources.light, sources.groups, by_suite(sources.withdrawn, "")
    places, counts = places_by_table(sources.rankings.values()), sources.counts
    order = list(grouped) + sorted({*(row.result.suite for row in rows), *gone} - set(grouped))
    if not order:
        return {HOME: Board(tabs=(), headline=EMPTY, facts=(), tables=(), reported=())}
    pages = {suite: suite_page(suite) if index else HOME for index, suite in enumerate(order)}
    return {
        pages[suite]: replace(
            _board(
                tabs=_tabs(suite, pages),
                suite=suite,
                groups=grouped.get(suite, ()),
                rows=rows,
                places=places,
                counts=counts,
            ),
            withdrawn=gone.get(suite, ()),
        )
        for suite in order
    }


def board_pages(sources: Sources) -> Iterator[Page]:
    """One a suite."""
    for source, board in boards(sources).items():
        yield Page(source=source, title=_title(source, board), template="board.html", view=board)


def _title(source: str, board: Board) -> str:
    current = next((tab.title for tab in board.tabs if tab.current), "")
    if current:
        return f"{current} leaderboard"
    if source == HOME and board.tables:
        return f"{board.tables[0].title.split(',')[0]} leaderboard"
    return "Leaderboard" if source == HOME else f"{clean(suite_title(source.split('/')[1]))} leaderboard"


def _tabs(suite: str, pages: Mapping[str, str]) -> tuple[Tab, ...]:
    """Links to all suites; none where there is one only."""
    tabs = tuple(
        Tab(title=clean(suite_title(other)), page=page, current=other == suite)
        for other, page in pages.items()
    )
    return tabs if len(tabs) > 1 else ()


def _board(
    *,
    tabs: tuple[Tab, ...],
    suite: str,
    groups: tuple[Group, ...],
    rows: tuple[Row, ...],
    places: Mapping[GroupKey, Places],
    counts: Mapping[str, Counts],
) -> Board:
    return Board(
        tabs=tabs,
        headline=headline(groups[0], places.get(groups[0].key)) if groups else EMPTY,
        facts=group_facts(groups[0], counts) if groups else (),
        tables=tuple(
            _table(group, number, places.get(group.key)) for number, group in enumerate(groups, start=1)
        ),
        reported=tuple(_line(row, ()) for row in reported_rows(rows, suite)),
    )


def _table(group: Group, number: int, places: Places | None) -> Table:
    subsets = subset_categories(group)
    return Table(
        anchor=f"table-{number}",
        title=group_title(group.key),
        caption=f"{group_title(group.key)}: share of {size(group.newest[0])}, that is solved",
        conditions=conditions(group.key),
        tasks_digest=group.key.tasks_digest[:12],
        subsets=tuple(Category(category).title for category in subsets),
        places=places is not None,
        lanes=0 if places is None else places.lanes,
        note="" if places is None else places.note,
        models=tuple(_line(row, subsets, places) for row in group.models),
        baselines=tuple(_line(row, subsets) for row in group.baselines),
    )


def subset_categories(group: Group) -> tuple[str, ...]:
    """Categories of whole subsets, in the order in which rows name them; none for a single one."""
    named = {
        score.category: None
        for row in group.newest
        for score in row.result.scores
        if score.category.startswith("subset:") and Category(score.category).depth == 0
    }
    return tuple(named) if len(named) > 1 else ()


def _line(row: Row, subsets: tuple[str, ...], places: Places | None = None) -> Line:
    return Line(
        name=display_name(row),
        page=model_page(row.result.submission.slug),
        description=description(row),
        weights=row.result.submission.weights,
        trust=row.run.trust,
        place=None if places is None else places.of.get(row.result.submission.slug),
        score=mark(score_of(row)),
        subsets=tuple(share(score_of(row, category=category)) for category in subsets),
        ran=share(score_of(row, "execution_success")),
        cost=cost_per_thousand(row),
        tokens=tokens_out(row),
        date=row.run.started[:10],
    )
