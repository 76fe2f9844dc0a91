"""The home page and the pages of suites: one line per model, best score first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace

from benchmark.analysis.catalog import SHOWN_TRUST, ShownTrust, suite_order, suite_task, suite_title, tabs
from benchmark.analysis.conditions import conditions, protocol_condition, setting_condition
from benchmark.analysis.groups import (
    AppliedProtocol,
    GroupKey,
    applied_protocol,
    is_baseline,
    key_of,
    reported_rows,
    score_of,
    unapplied,
)
from benchmark.analysis.places import WITHIN_TABLE, TablePlaces
from benchmark.analysis.score_cells import (
    POINTS,
    ScoreAxis,
    ScoreMark,
    cut_words,
    dataset_words,
    optional_mark,
    row_words,
    score_axis,
)
from benchmark.analysis.wording import clean, plural
from benchmark.core.names import fresh_meaning, fresh_note
from benchmark.core.suite_facts import Column
from benchmark.leaderboard.board.columns import (
    VALUE_COLUMNS,
    board_columns,
    category_tables,
    column_cell,
    columns_without_room,
    guessing_text,
)
from benchmark.leaderboard.board.headline import Headline, empty_headline, headline
from benchmark.leaderboard.board.home import SENTENCE, welcome
from benchmark.leaderboard.board.joined_tables import JoinedTable, suite_tables, table_link, tables_on_page
from benchmark.leaderboard.board.levels import level_table, look_table, sight_table
from benchmark.leaderboard.board.models_table import judged_tables
from benchmark.leaderboard.board.published_after import published_after
from benchmark.leaderboard.downloads.page import suite_papers
from benchmark.leaderboard.downloads.tables import PACKED, files_of, table_path, verdicts_path
from benchmark.leaderboard.inputs.age import newest_ranked
from benchmark.leaderboard.inputs.exposure import SEEN_WORDS, Seen, exposure, seen_sentence
from benchmark.leaderboard.inputs.facts import (
    day,
    description,
    display_name,
    group_facts,
    group_title,
    is_new,
    new_from,
    tasks_and_tries,
)
from benchmark.leaderboard.inputs.organisations import model_hue
from benchmark.leaderboard.inputs.provenance import judged_note
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import dataset_page, model_page, suite_page, table_id, table_page
from benchmark.leaderboard.parts.citations import table_citation
from benchmark.leaderboard.parts.filters import FilterSelect, filter_selects, filterable
from benchmark.leaderboard.parts.sample_tasks import SuiteSamples, suite_samples
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.leaderboard.parts.withdrawals import latest_first, withdrawal
from benchmark.results.row import Row
from benchmark.suites import guessed_share

_FILTER_FROM = 4  #: number of models from which a board has a filter bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The view of a page with tables."""

    suite: str
    tabs: tuple[tuple[str, str, str], ...]  #: id, title and page of each suite
    headline: Headline
    tables: tuple[SimpleNamespace, ...]
    #: Title, page and number of models of each table that has a page of its own.
    further: tuple[tuple[str, str, str], ...] = ()
    reported: tuple[SimpleNamespace, ...] = ()  #: rows with numbers from papers
    papers: SimpleNamespace | None = None  #: tables copied from papers
    withdrawn: tuple[SimpleNamespace, ...] = ()  #: latest withdrawal first
    new_since: str = ""  #: day from which rows are marked as new; empty without rows
    choices: tuple[FilterSelect, ...] = ()  #: selects of the filter bar
    about: str = ""  #: what the suite asks of models, for a page without tables
    samples: SuiteSamples | None = None  #: what the models see; None on the home page
    aged: str = ""  #: the first table's newest model and its date; empty if it is recent
    welcome: SimpleNamespace | None = None  #: what only the home page has

    @property
    def trusts(self) -> tuple[tuple[ShownTrust, str], ...]:
        """The trust levels that differ within a table, each with its meaning."""
        shown = {line.trust for table in self.tables if "trust" in table.differing for line in table.models}
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
        return any(line.new for table in self.tables if "date" in table.differing for line in table.models)

    @property
    def has_models(self) -> bool:
        """Whether a table shows a model."""
        return any(table.models for table in self.tables)

    @property
    def filters(self) -> bool:
        """Whether there are enough models for a filter bar."""
        return sum(len(table.models) for table in self.tables) >= _FILTER_FROM


HOME = "index.md"
_HOME_KEYWORDS = (
    "leader, ranking, rank, best model, top model, winner, state of the art, sota, "
    "results, scores, benchmark, home"
)


def boards(sources: Sources) -> dict[str, Board]:
    """Return boards by source path: at least one per suite, and one of them also as the home page."""
    context = _BoardContext(sources)
    suite_boards: dict[str, Board] = {}
    for suite in context.order:
        suite_boards |= context.suite_boards(suite)
    home = suite_boards[suite_page(context.home)]
    if not sources.rows and not sources.withdrawn:
        home = replace(home, headline=empty_headline(""))
    return {HOME: home, **suite_boards}


def board_pages(sources: Sources) -> Iterator[Page]:
    """Yield the home page, and at least one page per suite."""
    for source, whole in boards(sources).items():
        board = whole
        title, template = f"{clean(suite_title(board.suite))} leaderboard", "board.html"
        found = SearchWords(kind="table", words=(suite_title(board.suite), board.suite, "leader", "ranking"))
        words = f"{board.headline.sentence} {board.headline.lead}"
        if source == HOME:
            top = welcome(sources, [suite for suite, *_ in board.tabs], board.headline)
            board = replace(board, tables=board.tables[:1], welcome=top)
            title, template = "Leaderboard", "home.html"
            found = SearchWords(keywords=_HOME_KEYWORDS)
            words = f"{SENTENCE} {words}"
        elif source != suite_page(board.suite):
            table = board.tables[0]
            title = f"{table.title} · {table.conditions.with_ids} · task set {table.tasks_digest}"
        yield Page(
            source=source,
            title=title,
            template=template,
            view=board,
            description=words,
            search=found,
            styles=("board.css", *(() if board.welcome is None else ("charts.css", "home.css"))),
            scripts=(
                "shards.js",
                "places.js",
                "board.js",
                *(() if board.welcome is None else ("charts.js",)),
            ),
        )


def _mark(row: Row, table: JoinedTable | None, axis: ScoreAxis | None, note: str) -> ScoreMark | None:
    """Return a row's score; that of cut answers says so, and one of another protocol is not shown."""
    mark = optional_mark(score_of(row), axis)
    if table is not None and row in table.group.cut_short and mark is not None:
        return replace(mark, note=" · ".join(filter(None, [mark.note, cut_words(row, short=True)])))
    return None if note else mark


class _BoardContext:
    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.first_new = new_from(sources.light_rows)
        self.withdrawn = latest_first(sources.withdrawn, lambda row: row.result.suite)
        with_rows = {*(row.result.suite for row in sources.light_rows), *self.withdrawn}
        self.order = sorted({*tabs(), *with_rows}, key=suite_order)
        leads = judged_tables(sources, self.order)
        self.home = min(self.order, key=lambda suite: (suite not in leads, suite not in with_rows))

    def suite_boards(self, suite: str) -> dict[str, Board]:
        """Return a suite's boards by source path: one with the first tables, and one per further table."""
        tables = suite_tables(self.sources, suite)
        here = tables_on_page(tables)
        further = {table_page(table.key): table for table in tables[here:]}
        board = self._board(suite, tables[:here])
        pages = {
            suite_page(suite): replace(
                board,
                further=tuple(
                    (self._title(table), page, plural(len(table.group.models) + len(table.unranked), "model"))
                    for page, table in further.items()
                ),
                reported=tuple(
                    self._line(row, None, ()) for row in reported_rows(self.sources.light_rows, suite)
                ),
                papers=suite_papers(suite),
                withdrawn=tuple(withdrawal(gone, "") for gone in self.withdrawn.get(suite, ())),
            )
        }
        return pages | {page: self._board(suite, [table]) for page, table in further.items()}

    def _board(self, suite: str, tables: Sequence[JoinedTable]) -> Board:
        task = suite_task(suite, tables[0].key.setting if tables else "")
        shown = tuple(self._table(table) for table in tables)
        top = empty_headline(suite)
        if tables:
            first = tables[0]
            top = headline(first.group, self.sources.places.get(first.key), len(first.unranked))
        return Board(
            suite=suite,
            tabs=tuple((each, clean(suite_title(each)), suite_page(each)) for each in self.order),
            headline=shown[0].levels.leads(top) if shown and shown[0].levels is not None else top,
            tables=shown,
            choices=filter_selects(
                [line.by for table in shown for line in table.models],
                [table.shown for table in shown if table.models],
                [name for table in shown if table.models for name in table.protocols],
            ),
            new_since=day(self.first_new) if self.first_new else "",
            samples=suite_samples(self.sources, suite, tables[0].key if tables else None),
            about=f"{clean(suite_title(suite))} asks a model to {task}." if task else "",
            aged=newest_ranked(self.sources, tables[0].group.models if tables else ()),
        )

    def _title(self, table: JoinedTable) -> str:
        words = (group_title(table.key), self.sources.conditions[table.key], fresh_note(table.key.dataset))
        return " · ".join(filter(None, words))

    def _table(self, table: JoinedTable) -> SimpleNamespace:
        group, key = table.group, table.key
        words, guessed = dataset_words(key.suite, key.dataset), guessed_share(key.suite, key.dataset)
        places, found = self.sources.places.get(key), board_columns(table)
        scores = [score for row in (*group.models, *table.baselines) if (score := score_of(row)) is not None]
        ends = [end for score in scores for end in (score.low, score.value, score.high)]
        axis = score_axis(words, ends if guessed is None else [*ends, guessed])
        models = [self._line(row, table, found, axis, places) for row in group.models]
        models += [
            self._line(row, table, found, axis, note="no row with this protocol") for row in table.unranked
        ]
        baselines = [self._line(row, table, found, axis) for row in table.baselines]
        lines, shown = (*models, *baselines), group.every_model or table.baselines
        drawn = [name for line in models for name in line.protocols]
        protocols = tuple(
            protocol_condition(key.suite, key.setting, name)
            for name in dict.fromkeys([clean(key.protocol), *drawn])
        )
        usual, seen = seen_sentence([line.seen for line in models])
        for line in models if seen else ():
            line.other_dates = "" if line.seen == usual else SEEN_WORDS[line.seen]
        lanes = 0 if places is None else places.lanes
        values = [
            column
            for column in VALUE_COLUMNS
            if any(line.values[column.id].text not in {"", "0"} for line in lines)
        ]
        differing = [name for name in ("trust", "date") if len({getattr(line, name) for line in models}) > 1]
        return SimpleNamespace(
            anchor=table_id(key),
            title=group_title(key),
            fresh=fresh_meaning(key.dataset),
            caption=f"{group_title(key)}: {words.what} {tasks_and_tries(group.newest[0])}",
            words=words,
            guessing=guessing_text(key),
            # position of that score on the axis; empty if the tasks are not multiple choice
            floor="" if guessed is None else axis.position(guessed),
            axis=axis,  # from the lowest to the highest range
            facts=group_facts(group, self.sources.counts),  # each a label and a value
            dataset_page=dataset_page(key.suite, key.dataset),
            conditions=conditions(key),
            tasks_digest=key.tasks_digest[:12],
            shown=setting_condition(key.suite, key.setting),  # its setting
            protocols=protocols,  # the deciding one, then further ones, which only add columns
            # models that were asked in one of these protocols, and whose vendors do not apply it
            cannot=tuple(self._cannot(key, [part.id for part in protocols])),
            columns=found,
            values=values,
            # ids of columns that only phones show, because the axis needs their room
            put_away=columns_without_room(found, values, lanes),
            differing=differing,  # which of trust and date differ between its models
            seen=seen,  # whether models may have seen the tasks, in a sentence; empty if no date is known
            places=places is not None,
            lanes=lanes,  # number of columns that the brackets need
            # how small a difference the comparison of pairs can detect
            note="" if places is None else places.note,
            judged=judged_note(shown, map(self.sources.trust, shown)),
            models=tuple(models),
            baselines=tuple(baselines),
            after=published_after(self.sources, group),  # its places on newer tasks only, by month
            cut=bool(group.cut_short),  # whether models have no place, because their answers were cut off
            files=files_of(table_path(key)),  # name of the format, and path
            verdicts=files_of(verdicts_path(key), PACKED),  # files with the verdicts by task
            levels=level_table(self.sources, table),  # scores on our own tasks by level; None for other tasks
            # what models lose by sight and by thought; None without rows in words
            sight=sight_table(self.sources, table),
            # what models gain by looking closer; None without rows of both settings
            looking=look_table(self.sources, table),
            categories=category_tables(table, self.sources),  # a table per group of categories with scores
            bibtex=table_citation(group, self.sources.where, table_link(self.sources, key)[0]),
        )

    def _cannot(self, key: GroupKey, protocols: Sequence[str]) -> Iterator[SimpleNamespace]:
        """Yield the models that were asked in protocols of a table, which their vendors do not apply."""
        here = {replace(key, protocol=protocol) for protocol in protocols}
        for group in self.sources.groups.get(key.suite, ()):
            applied = AppliedProtocol.of(group.key.protocol)
            moved = applied.prefix and replace(group.key, protocol=applied.asked) in here
            for row in group.every_model if moved else ():  # also those that lost their place by cuts
                asked = "" if row.result.protocol == key.protocol else f"{clean(row.result.protocol)}: "
                why = ", ".join(f"{name} {what}" for name, what in unapplied(row).items())
                yield SimpleNamespace(name=display_name(row), page=model_page(row.slug), why=asked + why)

    def _line(
        self,
        row: Row,
        table: JoinedTable | None,
        found: Sequence[Column],
        axis: ScoreAxis | None = None,
        places: TablePlaces | None = None,
        *,
        note: str = "",
    ) -> SimpleNamespace:
        """Return a row's line; a ``note`` says why it has no place, and if it is in the table, its score."""
        facts = self.sources.submissions.get(row.result.submission.slug)
        slug, trust = row.slug, self.sources.trust(row)
        protocols = () if table is None else table.protocols(slug)
        seen: Seen = "unknown" if is_baseline(row) else exposure(key_of(row), facts).seen
        place = None if places is None else places.of.get(slug)
        compared = places is not None and place is not None and len(places.of) > 1
        return SimpleNamespace(
            name=display_name(row),
            page=model_page(slug),
            hue=model_hue(self.sources, row),
            description=description(row, facts, short=True),
            by=filterable(row, facts, trust, seen),
            trust=trust,
            seen=seen,  # how the dates of the tasks and of the model compare
            other_dates="",  # how they compare, if they do so in another way than for most models
            # protocols that its numbers come from
            protocols=tuple(map(clean, protocols or (applied_protocol(row),))),
            place=place,
            score=_mark(row, table, axis, note),
            note=note,
            cells=() if table is None else tuple(column_cell(table, row, column) for column in found),
            values={column.id: column.cell(self.sources, row) for column in VALUE_COLUMNS},
            date=row.run.started[:10],
            # whether it was judged in the 30 days up to the site's newest row
            new=is_new(row, self.first_new) and not is_baseline(row),
            # its name on the compare page; empty if nothing can be compared with it
            slug=slug if compared else "",
            unit=row_words(row).short_unit,  # what follows its score
        )
