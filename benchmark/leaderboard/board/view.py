"""What a board shows: the values that its template lays out."""

from dataclasses import dataclass

from benchmark.analysis.catalog import TRUST
from benchmark.analysis.places import PlaceView
from benchmark.analysis.score_cells import Cell, ScoreMark
from benchmark.leaderboard.board.columns import BoardColumn
from benchmark.leaderboard.board.headline import Headline
from benchmark.leaderboard.downloads.papers import SuitePapers
from benchmark.leaderboard.parts.filters import FilterSelect
from benchmark.leaderboard.rows.withdrawals import Withdrawal
from benchmark.results.row import Trust

_FILTER_FROM = 4  #: models


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """One submission in a table."""

    name: str
    page: str
    description: str
    weights: str
    size: str  #: class of the filter
    reasoning: str  #: ``yes``, ``no`` or empty
    trust: Trust
    protocols: tuple[str, ...]  #: that its numbers come from
    place: PlaceView | None
    score: ScoreMark | None
    cells: tuple[Cell, ...]  #: one a column
    cost: Cell
    tokens: Cell
    seconds: Cell
    date: str
    note: str = ""  #: why there is no score


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """The rows that may be compared, baselines apart."""

    anchor: str
    title: str
    fresh: str  #: what it means that the data set is a fresh one; empty where it is not
    caption: str
    conditions: str
    ranks: str  #: which protocol decides places, where there are several
    tasks_digest: str
    setting: str
    protocols: tuple[str, ...]
    columns: tuple[BoardColumn, ...]
    tokens: bool  #: whether a line has them, and so the next two
    seconds: bool
    cost: bool
    places: bool  #: whether models have places
    lanes: int  #: brackets side by side
    note: str  #: what the comparison of pairs could see
    models: tuple[BoardLine, ...]
    baselines: tuple[BoardLine, ...]
    files: tuple[tuple[str, str], ...]  #: names of formats and paths


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteTab:
    """A link to a suite's table."""

    title: str
    page: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherTable:
    """A table that is on a page of its own."""

    title: str
    page: str
    models: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A page of tables."""

    suite: str
    tabs: tuple[SuiteTab, ...]
    headline: Headline
    facts: tuple[tuple[str, str], ...]
    tables: tuple[BoardTable, ...]
    further: tuple[FurtherTable, ...] = ()
    reported: tuple[BoardLine, ...] = ()  #: rows of the ledger with numbers from papers
    papers: SuitePapers | None = None  #: copied tables
    withdrawn: tuple[Withdrawal, ...] = ()  #: newest first
    choices: tuple[FilterSelect, ...] = ()  #: selects of the filter bar
    about: str = ""  #: what the suite asks, where no table shows it

    @property
    def trusts(self) -> tuple[tuple[Trust, str], ...]:
        """Trust levels of the tables' models, each with its meaning."""
        shown = {line.trust for table in self.tables for line in table.models}
        return tuple((level, words) for level, words in TRUST.items() if level in shown)

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Columns that need a word, each with its meaning."""
        found = {
            column.title.partition(",")[0]: column.key for table in self.tables for column in table.columns
        }
        return tuple((title, key) for title, key in found.items() if key)

    @property
    def levels(self) -> str:
        """What the second lines of cells say: ``easy · medium · hard``; empty without any."""
        return next((column.small for table in self.tables for column in table.columns if column.small), "")

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
        return sum(len(table.models) for table in self.tables) >= _FILTER_FROM
