"""Numbers from papers as pages show them: in separate tables, in their source's order, without places."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.leaderboard.downloads.files import REPORTED_FORMATS, reported_path
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.leaderboard.reported.table import ReportedColumn, ReportedTable, reported_tables

PAGE = "papers/index.md"
_SIZE_COLUMN = "parameters_b"
SENTENCE = "Numbers from the paper, not judged here and not ranked."


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A value of a paper's table."""

    text: str  #: empty if the source has no value, or none that can be read
    label: str  #: title of its column, for narrow screens; in the first column, the size of the model
    number: bool
    inferred: bool = False  #: whether the value was inferred; ``PaperTable.readings`` gives the reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A table of a paper or of a leaderboard, as pages show it."""

    anchor: str
    title: str
    citation: str
    place: str
    url: str
    about: str
    head: tuple[tuple[str, bool], ...]  #: titles of columns, and whether their values are numbers
    rows: tuple[tuple[PaperCell, ...], ...]
    readings: tuple[str, ...]  #: which values were inferred, and how
    notes: tuple[str, ...]
    files: tuple[tuple[str, str], ...]  #: name of the format, and path

    @property
    def wide(self) -> bool:
        """Whether the table may be wider than a page."""
        return len(self.head) > 8  # noqa: PLR2004 - measured at 768 px


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSuite:
    """All papers' tables of a suite."""

    suite: str
    title: str
    tables: tuple[PaperTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersPage:
    """The view of the page of numbers from papers."""

    suites: tuple[PaperSuite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePapers:
    """What a suite's page shows of papers: one table, and links to the others."""

    table: PaperTable
    others: tuple[tuple[str, str], ...]  #: title and anchor on the page of papers


def paper_pages(_sources: Sources) -> Iterator[Page]:
    """Yield the page of numbers from papers."""
    suites = dict.fromkeys(table.suite for table in reported_tables())
    yield Page(
        source=PAGE,
        title="Numbers from papers",
        template="papers.html",
        view=PapersPage(
            suites=tuple(
                PaperSuite(
                    suite=suite,
                    title=suite_title(suite),
                    tables=tuple(_paper_table(table) for table in reported_tables() if table.suite == suite),
                )
                for suite in suites
            )
        ),
        description=SENTENCE,
        search=SearchWords(keywords="paper, reported, published numbers, arxiv, authors, literature"),
        search_parts=tuple(
            SearchWords(
                kind="section",
                within="Numbers from papers",
                name=f"{suite_title(table.suite)}: {table.title}",
                line=f"{table.source.citation}, {table.source.place}",
                words=tuple(dict.fromkeys(str(row[table.columns[0].id]) for row in table.rows)),
                anchor=table.name,
            )
            for table in reported_tables()
        ),
    )


def suite_papers(suite: str) -> SuitePapers | None:
    """Return the tables of papers for a suite's page; None if there are none."""
    found = [table for table in reported_tables() if table.suite == suite]
    if not found:
        return None
    return SuitePapers(
        table=_paper_table(found[0]),
        others=tuple((f"{table.title} ({table.source.place})", table.name) for table in found[1:]),
    )


def _paper_table(table: ReportedTable) -> PaperTable:
    columns = [column for column in table.columns if column.id != _SIZE_COLUMN]
    return PaperTable(
        anchor=table.name,
        title=table.title,
        citation=table.source.citation,
        place=table.source.place,
        url=table.source.url,
        about=table.about,
        head=tuple((column.title.replace(", %", ",\u00a0%"), column.kind == "number") for column in columns),
        rows=tuple(
            (_name_cell(table, number), *(_cell(table, number, column) for column in columns[1:]))
            for number in range(len(table.rows))
        ),
        readings=tuple(
            f"{table.rows[reading.row][table.columns[0].id]}, {_column_title(table, reading.column)}:"
            f" {reading.why}"
            for reading in table.readings
        ),
        notes=tuple(table.notes),
        files=tuple((ending.upper(), f"{reported_path(table)}.{ending}") for ending in REPORTED_FORMATS),
    )


def _name_cell(table: ReportedTable, row: int) -> PaperCell:
    """Return a row's first cell: its model, and the model's size, because several sizes share a name."""
    size = table.rows[row].get(_SIZE_COLUMN)
    label = f"{size:,.1f} B" if isinstance(size, float) else ""
    return PaperCell(str(table.rows[row][table.columns[0].id]), label, number=False)


def _cell(table: ReportedTable, row: int, column: ReportedColumn) -> PaperCell:
    value = table.rows[row][column.id]
    reading = table.reading(row, column.id)
    if reading is not None:
        value = reading.value
    text = _number(value, column.decimals) if isinstance(value, float) else value or ""
    label = column.title.removesuffix(", %")
    return PaperCell(text, label, column.kind == "number", inferred=reading is not None)


def _number(value: float, decimals: int | None) -> str:
    if decimals is None:
        return f"{value:,.6f}".rstrip("0").rstrip(".")
    return f"{value:,.{decimals}f}"


def _column_title(table: ReportedTable, column: str) -> str:
    return next(other.title.removesuffix(", %") for other in table.columns if other.id == column)
