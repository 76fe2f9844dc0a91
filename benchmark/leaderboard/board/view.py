"""The view of a board: the values that its template shows."""

from collections.abc import Mapping
from dataclasses import dataclass

from benchmark.analysis.catalog import SHOWN_TRUST, ShownTrust
from benchmark.analysis.conditions import Condition, Conditions
from benchmark.analysis.places import WITHIN_TABLE, PlaceView
from benchmark.analysis.scale_words import POINTS, ScaleWords
from benchmark.analysis.score_cells import Cell, ScoreMark
from benchmark.core.suite_facts import Column
from benchmark.leaderboard.board.category_table import CategoryTable
from benchmark.leaderboard.board.columns import ValueColumn, columns_without_room
from benchmark.leaderboard.board.headline import Headline
from benchmark.leaderboard.downloads.page import SuitePapers
from benchmark.leaderboard.inputs.exposure import SEEN_MEANINGS, SEEN_WORDS, Seen, seen_cell
from benchmark.leaderboard.parts.filters import FilterSelect
from benchmark.leaderboard.parts.sample_tasks import SampleTask, SuiteSamples
from benchmark.leaderboard.parts.withdrawals import Withdrawal

_FILTER_FROM = 4  #: number of models from which a board has a filter bar


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """A submission's line in a table."""

    name: str
    page: str
    description: str
    weights: str
    size: str  #: size class, a value of the filter
    reasoning: str  #: ``yes``, ``no`` or empty
    trust: ShownTrust
    seen: Seen  #: how the dates of the tasks and of the model compare
    protocols: tuple[str, ...]  #: protocols that its numbers come from
    place: PlaceView | None
    score: ScoreMark | None
    cells: tuple[Cell, ...]  #: one per column
    values: Mapping[str, Cell]  #: by id of the value column
    date: str
    new: bool = False  #: whether it was judged in the 30 days up to the site's newest row
    slug: str = ""  #: its name on the compare page; empty if nothing can be compared with it
    unit: str = ""  #: what follows its score
    note: str = ""  #: why there is no score

    @property
    def seen_cell(self) -> Cell:
        """How the dates compare, as a cell; empty if a date is missing."""
        return seen_cell(self.seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """A table of rows that can be compared, with baselines in a part of their own."""

    anchor: str
    title: str
    fresh: str  #: explanation of fresh data sets; empty for other data sets
    caption: str
    words: ScaleWords  #: of the scale of its scores
    guessing: str  #: what a blind guess scores; empty if the tasks are not multiple choice
    floor: str  #: position of that score on the axis; empty if the tasks are not multiple choice
    conditions: Conditions
    added: tuple[Condition, ...]  #: further protocols, which only add columns
    tasks_digest: str
    shown: Condition  #: its setting
    protocols: tuple[Condition, ...]
    columns: tuple[Column, ...]
    values: tuple[ValueColumn, ...]
    seen: bool  #: whether the dates of the tasks and of any model are known
    places: bool  #: whether models have places
    lanes: int  #: number of columns that the brackets need
    note: str  #: how small a difference the comparison of pairs can detect
    published: str  #: which models' answers others publish, and when they were judged; empty for none
    models: tuple[BoardLine, ...]
    baselines: tuple[BoardLine, ...]
    files: tuple[tuple[str, str], ...]  #: name of the format, and path
    verdicts: tuple[tuple[str, str], ...]  #: the same for the verdicts by task
    categories: tuple[CategoryTable, ...]  #: a table per group of categories with scores
    bibtex: str  #: citation of the table, and of the paper of its suite

    @property
    def put_away(self) -> frozenset[str]:
        """Ids of columns that only phones show, because the axis needs their room."""
        return columns_without_room(self.columns, self.values, self.lanes, seen=self.seen)


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteTab:
    """A link to a suite's page."""

    suite: str
    title: str
    page: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FurtherTable:
    """A link to a table that has a page of its own."""

    title: str
    page: str
    models: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome:
    """What the home page has in addition to its table."""

    sentence: str
    samples: tuple[SampleTask, ...]  #: one per suite with a picture that pages may show
    table: str  #: what the models of the table were asked, with a warning if they were shown no picture
    whole_page: str  #: page with the whole table
    whole_title: str  #: such as ``All 38 models of HumanEval-V``
    first_of: str  #: such as ``The first twelve of 38 models``; empty if the page shows all
    next_tables: tuple[tuple[str, str], ...]  #: title and anchor of the next tables on that page
    row_command: str  #: command that judges the first row of the table again; empty without rows
    row_page: str  #: page of the model of that row
    row_published: bool  #: whether others publish the answers of that row


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The view of a page with tables."""

    suite: str
    tabs: tuple[SuiteTab, ...]
    headline: Headline
    facts: tuple[tuple[str, str], ...]
    tables: tuple[BoardTable, ...]
    dataset_page: str = ""  #: source path of the data set of the first table
    further: tuple[FurtherTable, ...] = ()
    reported: tuple[BoardLine, ...] = ()  #: rows with numbers from papers
    papers: SuitePapers | None = None  #: tables copied from papers
    withdrawn: tuple[Withdrawal, ...] = ()  #: latest withdrawal first
    new_since: str = ""  #: day from which rows are marked as new; empty without rows
    choices: tuple[FilterSelect, ...] = ()  #: selects of the filter bar
    about: str = ""  #: what the suite asks of models, for a page without tables
    samples: SuiteSamples | None = None  #: what the models see; None on the home page
    welcome: Welcome | None = None  #: what only the home page has

    @property
    def trusts(self) -> tuple[tuple[ShownTrust, str], ...]:
        """The trust levels of the tables' models, each with its meaning."""
        shown = {line.trust for table in self.tables for line in table.models}
        return tuple((level, words) for level, words in SHOWN_TRUST.items() if level in shown)

    @property
    def within_table(self) -> str:
        """What verdicts depend on; empty if no table has places of several models."""
        several = any(table.places and len(table.models) > 1 for table in self.tables)
        return WITHIN_TABLE if several else ""

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The columns that need an explanation, each with its meaning."""
        found = {
            column.title.partition(",")[0]: column.key for table in self.tables for column in table.columns
        }
        return tuple((title, key) for title, key in found.items() if key)

    @property
    def seen(self) -> tuple[tuple[str, str], ...]:
        """The words in the column of dates, each with its meaning; empty if no table has this column."""
        found = {line.seen for table in self.tables if table.seen for line in table.models}
        return tuple(
            (SEEN_WORDS[seen], SEEN_MEANINGS[seen])
            for seen in SEEN_WORDS
            if seen in found and seen != "unknown"
        )

    @property
    def reported_points(self) -> bool:
        """Whether rows with numbers from papers have points."""
        return any(line.unit == POINTS.short_unit for line in self.reported)

    @property
    def has_brackets(self) -> bool:
        """Whether a table shows models that cannot be told apart."""
        lines = [line for table in self.tables for line in table.models]
        return any(line.place is not None and line.place.brackets for line in lines)

    @property
    def has_new(self) -> bool:
        """Whether a table marks a row as new."""
        return any(line.new for table in self.tables for line in table.models)

    @property
    def has_models(self) -> bool:
        """Whether a table shows a model."""
        return any(table.models for table in self.tables)

    @property
    def has_baselines(self) -> bool:
        """Whether a table shows a baseline."""
        return any(table.baselines for table in self.tables)

    @property
    def filters(self) -> bool:
        """Whether there are enough models for a filter bar."""
        return self.welcome is None and sum(len(table.models) for table in self.tables) >= _FILTER_FROM
