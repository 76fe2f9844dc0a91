"""The home page and the pages of suites: one line per model, best score first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from benchmark.analysis.catalog import TABS, suite_order, suite_task, suite_title
from benchmark.analysis.conditions import conditions, protocol_condition, setting_condition
from benchmark.analysis.groups import GroupKey, is_baseline, key_of, reported_rows, score_of
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.scale_words import dataset_words, row_words
from benchmark.analysis.score_cells import optional_mark
from benchmark.analysis.wording import clean, plural
from benchmark.core.fresh import fresh_meaning, fresh_note
from benchmark.core.suite_facts import Column
from benchmark.leaderboard.board.category_table import category_tables
from benchmark.leaderboard.board.columns import VALUE_COLUMNS, board_columns, column_cell, guessing_text
from benchmark.leaderboard.board.headline import Headline, empty_headline, headline
from benchmark.leaderboard.board.home import SENTENCE, home_board
from benchmark.leaderboard.board.joined_tables import JoinedTable
from benchmark.leaderboard.board.table_links import suite_tables, table_link, tables_on_page
from benchmark.leaderboard.board.view import Board, BoardLine, BoardTable, FurtherTable, SuiteTab
from benchmark.leaderboard.downloads.page import files_of, suite_papers
from benchmark.leaderboard.downloads.tables import table_path
from benchmark.leaderboard.downloads.verdicts import verdict_files_of
from benchmark.leaderboard.inputs.exposure import Seen, exposure
from benchmark.leaderboard.inputs.facts import (
    day,
    description_with_size,
    display_name,
    group_facts,
    group_title,
    is_new,
    new_from,
    row_submission,
    size_class,
    tasks_and_tries,
)
from benchmark.leaderboard.inputs.provenance import published_note
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import dataset_page, model_page, suite_page, table_id, table_page
from benchmark.leaderboard.parts.citations import table_citation
from benchmark.leaderboard.parts.filters import FilterBar, FilterSelect, filter_selects
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.leaderboard.parts.sample_tasks import suite_samples
from benchmark.leaderboard.parts.withdrawals import withdrawals_by_suite
from benchmark.results.row import Row
from benchmark.suites.settings import guessed_share

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
        home = replace(home, headline=empty_headline(""), about="")
    return {HOME: home, **suite_boards}


def board_pages(sources: Sources) -> Iterator[Page]:
    """Yield the home page, and at least one page per suite."""
    for source, board in boards(sources).items():
        title = f"{clean(suite_title(board.suite))} leaderboard"
        template, view = "board.html", board
        found = SearchWords(kind="table", words=(suite_title(board.suite), board.suite, "leader", "ranking"))
        words = f"{board.headline.sentence} {board.headline.lead}"
        if source == HOME:
            title, template = "Leaderboard", "home.html"
            found = SearchWords(keywords=_HOME_KEYWORDS)
            view = home_board(board, _first_row(sources, board.suite), sources)
            words = f"{SENTENCE} {words}"
        elif source != suite_page(board.suite):
            table = board.tables[0]
            title = f"{table.title} · {table.conditions.with_ids} · task set {table.tasks_digest}"
        yield Page(
            source=source,
            title=title,
            template=template,
            view=view,
            description=words,
            search=found,
            styles=("board.css",),
            scripts=("board.js",),
        )


class _BoardContext:
    """The values that all boards share."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.rows = sources.light_rows
        self.counts = sources.counts
        self.first_new = new_from(sources.light_rows)
        self.places: Mapping[GroupKey, TablePlaces] = places_by_table(sources.rankings.values())
        self.withdrawn = withdrawals_by_suite(sources.withdrawn, "")
        with_rows = {*(row.result.suite for row in self.rows), *self.withdrawn}
        self.order = sorted({*TABS, *with_rows}, key=suite_order)
        with_models = {
            suite for suite, groups in sources.groups.items() if any(group.models for group in groups)
        }
        self.home = min(self.order, key=lambda suite: (suite not in with_models, suite not in with_rows))

    def tabs(self, current: str) -> tuple[SuiteTab, ...]:
        """Return the links to all suites."""
        return tuple(
            SuiteTab(
                suite=suite,
                title=clean(suite_title(suite)),
                page=suite_page(suite),
                current=suite == current,
            )
            for suite in self.order
        )

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
                    FurtherTable(
                        title=self._title(table),
                        page=page,
                        models=plural(len(table.group.models) + len(table.unranked), "model"),
                    )
                    for page, table in further.items()
                ),
                reported=tuple(self._line(row, None, ()) for row in reported_rows(self.rows, suite)),
                papers=suite_papers(suite),
                withdrawn=self.withdrawn.get(suite, ()),
            )
        }
        return pages | {page: self._board(suite, [table]) for page, table in further.items()}

    def _board(self, suite: str, tables: Sequence[JoinedTable]) -> Board:
        task = suite_task(suite, tables[0].key.setting if tables else "")
        shown = tuple(self._table(table) for table in tables)
        return Board(
            suite=suite,
            tabs=self.tabs(suite),
            headline=_headline(tables[0], self.places) if tables else empty_headline(suite),
            facts=group_facts(tables[0].group, self.counts) if tables else (),
            tables=shown,
            dataset_page=dataset_page(suite, tables[0].key.dataset) if tables else "",
            choices=_filter_selects(shown),
            new_since=day(self.first_new) if self.first_new else "",
            samples=suite_samples(self.sources, suite, tables[0].key if tables else None),
            about=f"{clean(suite_title(suite))} asks a model to {task}." if task else "",
        )

    def _title(self, table: JoinedTable) -> str:
        """Return a title that no other table has."""
        words = (group_title(table.key), self.sources.conditions[table.key], fresh_note(table.key.dataset))
        return " · ".join(filter(None, words))

    def _table(self, table: JoinedTable) -> BoardTable:
        group, key = table.group, table.key
        words, guessed = dataset_words(key.suite, key.dataset), guessed_share(key.suite, key.dataset)
        places, found = self.places.get(key), board_columns(table)
        models = [self._line(row, table, found, places) for row in group.models]
        models += [
            replace(self._line(row, table, found), score=None, note="no row with this protocol")
            for row in table.unranked
        ]
        baselines = [self._line(row, table, found) for row in table.baselines]
        lines = (*models, *baselines)
        drawn = [name for line in models for name in line.protocols]
        protocols = tuple(
            protocol_condition(key.suite, key.setting, name)
            for name in dict.fromkeys([clean(key.protocol), *drawn])
        )
        return BoardTable(
            anchor=table_id(key),
            title=group_title(key),
            fresh=fresh_meaning(key.dataset),
            caption=f"{group_title(key)}: {words.what} {tasks_and_tries(group.newest[0])}",
            words=words,
            guessing=guessing_text(key),
            floor="" if guessed is None else words.position(guessed),
            conditions=conditions(key),
            added=protocols[1:],
            tasks_digest=key.tasks_digest[:12],
            shown=setting_condition(key.suite, key.setting),
            protocols=protocols,
            columns=found,
            values=tuple(
                column for column in VALUE_COLUMNS if any(line.values[column.id].text for line in lines)
            ),
            seen=any(line.seen != "unknown" for line in models),
            places=places is not None,
            lanes=0 if places is None else places.lanes,
            note="" if places is None else places.note,
            published=published_note(group.models),
            models=tuple(models),
            baselines=tuple(baselines),
            files=files_of(table_path(key)),
            verdicts=verdict_files_of(group),
            categories=category_tables(table),
            bibtex=table_citation(group, self.sources.where, table_link(self.sources, key)[0]),
        )

    def _line(
        self,
        row: Row,
        table: JoinedTable | None,
        found: Sequence[Column],
        places: TablePlaces | None = None,
    ) -> BoardLine:
        facts = self.sources.submissions.get(row.result.submission.slug)
        submission = row_submission(row, facts)
        protocols = () if table is None else table.protocols(submission.slug)
        seen: Seen = "unknown" if is_baseline(row) else exposure(key_of(row), facts).seen
        place = None if places is None else places.of.get(submission.slug)
        compared = places is not None and place is not None and len(places.of) > 1
        return BoardLine(
            name=display_name(row),
            page=model_page(submission.slug),
            description=description_with_size(row, facts),
            weights=submission.weights,
            size=size_class(None if facts is None else facts.parameters_b),
            reasoning="" if submission.reasoning is None else "yes" if submission.reasoning else "no",
            trust=self.sources.trust(row),
            seen=seen,
            protocols=tuple(map(clean, protocols or (row.result.protocol,))),
            place=place,
            score=optional_mark(score_of(row)),
            cells=() if table is None else tuple(column_cell(table, row, column) for column in found),
            values={column.id: column.cell(self.sources, row) for column in VALUE_COLUMNS},
            date=row.run.started[:10],
            new=is_new(row, self.first_new) and not is_baseline(row),
            slug=submission.slug if compared else "",
            unit=row_words(row).short_unit,
        )


def _headline(table: JoinedTable, places: Mapping[GroupKey, TablePlaces]) -> Headline:
    return headline(table.group, places.get(table.key), len(table.unranked))


def _first_row(sources: Sources, suite: str) -> Row | None:
    """Return the row in the first line of a suite's first table; None if it has no table."""
    tables = suite_tables(sources, suite)
    rows = (*tables[0].group.models, *tables[0].unranked, *tables[0].baselines) if tables else ()
    return next(iter(rows), None)


def _filter_selects(tables: Sequence[BoardTable]) -> tuple[FilterSelect, ...]:
    tables = [table for table in tables if table.models]
    lines = [line for table in tables for line in table.models]
    return filter_selects(
        FilterBar(
            weights=[line.weights for line in lines],
            trust=[line.trust for line in lines],
            size=[line.size for line in lines],
            reasoning=[line.reasoning for line in lines],
            seen=[line.seen for line in lines],
            settings=[table.shown for table in tables],
            protocols=[name for table in tables for name in table.protocols],
        )
    )
