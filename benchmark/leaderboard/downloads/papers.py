"""Numbers of papers as pages show them: in tables of their own, in their source's order, without places."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.leaderboard.downloads.files import REPORTED_FORMATS, reported_path
from benchmark.leaderboard.reported.table import ReportedColumn, ReportedTable, reported_tables
from benchmark.leaderboard.rows.sources import Sources
from benchmark.leaderboard.shared.page import Page

PAGE = "papers/index.md"
_SIZE_COLUMN = "parameters_b"
SENTENCE = "Numbers from the paper, not judged here and not ranked."


@dataclass(frozen=True, slots=True)
class PaperCell:
    """One value; empty where the source has none or cannot be read."""

    text: str
    label: str  #: title of its column, for rows that stack; of the first one, the size of the model
    number: bool
    read: bool = False  #: whether the value is a reading, see the table's notes


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """One table of a source."""

    anchor: str
    title: str
    citation: str
    place: str
    url: str
    about: str
    head: tuple[tuple[str, bool], ...]  #: titles of columns, and whether numbers stand there
    rows: tuple[tuple[PaperCell, ...], ...]
    readings: tuple[str, ...]
    notes: tuple[str, ...]
    files: tuple[tuple[str, str], ...]

    @property
    def wide(self) -> bool:
        """Whether it may need more than the width of a page."""
        return len(self.head) > 8  # noqa: PLR2004 - measured at 768 px


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSuite:
    """All tables of a suite."""

    suite: str
    title: str
    tables: tuple[PaperTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PapersPage:
    """The whole page."""

    suites: tuple[PaperSuite, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitePapers:
    """What a suite's own page shows: the table that leads, and links to the others."""

    table: PaperTable
    others: tuple[tuple[str, str], ...]  #: title and anchor on the page of papers


def paper_pages(_sources: Sources) -> Iterator[Page]:
    """One page."""
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
    )


def suite_papers(suite: str) -> SuitePapers | None:
    """For the page of a suite; None where there is no paper's table of it."""
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
            f"{table.rows[reading.row][table.columns[0].id]}, {_column_title(table, reading.column)}: {reading.why}"
            for reading in table.readings
        ),
        notes=tuple(table.notes),
        files=tuple((ending.upper(), f"{reported_path(table)}.{ending}") for ending in REPORTED_FORMATS),
    )


def _name_cell(table: ReportedTable, row: int) -> PaperCell:
    """What the row is of, with its size: a family's name spans several."""
    size = table.rows[row].get(_SIZE_COLUMN)
    said = f"{size:,.1f} B" if isinstance(size, float) else ""
    return PaperCell(str(table.rows[row][table.columns[0].id]), said, number=False)


def _cell(table: ReportedTable, row: int, column: ReportedColumn) -> PaperCell:
    value = table.rows[row][column.id]
    reading = table.reading(row, column.id)
    if reading is not None:
        value = reading.value
    text = f"{value:,.{column.decimals}f}" if isinstance(value, float) else value or ""
    label = column.title.removesuffix(", %")
    return PaperCell(text, label, column.kind == "number", read=reading is not None)


def _column_title(table: ReportedTable, column: str) -> str:
    return next(other.title.removesuffix(", %") for other in table.columns if other.id == column)
