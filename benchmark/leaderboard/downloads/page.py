"""The page that lists all downloads."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import conditions
from benchmark.analysis.wording import count, plural
from benchmark.leaderboard.downloads.encodings import has_parquet
from benchmark.leaderboard.downloads.feed import FEED_PATH, NIGHT_FEED_PATH
from benchmark.leaderboard.downloads.files import CHECKSUMS_PATH, REPORTED_FORMATS, formats, reported_path
from benchmark.leaderboard.downloads.tables import download_tables
from benchmark.leaderboard.downloads.verdicts import (
    VERDICTS_SCHEMA,
    VerdictTable,
    verdict_contents,
    verdict_tables,
)
from benchmark.leaderboard.inputs.facts import group_title
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.citations import paper_citation, site_citation
from benchmark.leaderboard.parts.page import Page, SearchWords
from benchmark.leaderboard.reported.table import reported_tables
from benchmark.suites import SUITES

CITE_PAGE = "cite/index.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPaper:
    """The paper of a suite."""

    suite: str  #: title of the suite
    title: str
    bibtex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CitePage:
    """The view of the page."""

    bibtex: str  #: citation of the whole benchmark
    commit: str  #: commit of the rows; empty if unknown
    address: bool  #: whether the address of the site is known
    papers: tuple[CitedPaper, ...]


def cite_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page; it is found by the word BibTeX, too."""
    where = sources.where
    yield Page(
        source=CITE_PAGE,
        title="How to cite",
        search=SearchWords(keywords="cite, citation, bibtex, how to cite, reference, paper, bibliography"),
        template="cite.html",
        styles=("changes.css",),
        view=CitePage(
            bibtex=site_citation(sources.light_rows, where),
            commit=where.results_commit,
            address=bool(where.base),
            papers=tuple(
                CitedPaper(suite=suite.title, title=suite.paper.title, bibtex=paper_citation(suite.id))
                for suite in SUITES.values()
                if suite.paper is not None
            ),
        ),
        description="Citations in BibTeX of the benchmark, of each table and row, and of the suites' papers.",
    )


PAGE = "downloads/index.md"
_MB_IN_KB = 1000
_KEYWORDS = (
    "download, csv, json, parquet, raw data, export, api, data files, checksums, rss, "
    "atom, feed, verdicts by task"
)
_FORMAT_NAMES = {"csv": "CSV", "json": "JSON", "parquet": "Parquet"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTable:
    """A table of the list and its files."""

    title: str
    about: str
    lines: str
    files: tuple[tuple[str, str], ...]  #: name of the format, perhaps with the size, and path
    schema: str  #: source path of the published schema


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadsPage:
    """The view of the page of downloads."""

    sentence: str
    lead: str
    tables: tuple[ListedTable, ...]
    verdicts: tuple[ListedTable, ...]
    papers: tuple[ListedTable, ...]
    parquet: bool
    feed: str
    night_feed: str
    sums: str
    command: str  #: command that checks downloaded files


def downloads_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page of downloads."""
    view = _downloads_view(sources)
    yield Page(
        source=PAGE,
        title="Downloads",
        template="downloads.html",
        view=view,
        description=f"{view.sentence} {view.lead}",
        search=SearchWords(keywords=_KEYWORDS),
        search_parts=(
            SearchWords(
                kind="section",
                within="Downloads",
                name="Licences",
                line="Under which licences files and tasks may be used, and what to cite.",
                keywords="license, licence, cite, citation, use the data, copyright, terms of use",
                anchor="licences",
            ),
        ),
    )


def files_of(path: str, endings: tuple[str, ...] = ()) -> tuple[tuple[str, str], ...]:
    """Return the formats and paths of a table's files: ``("CSV", "data/rows.csv")`` and so on."""
    return tuple((_FORMAT_NAMES[ending], f"{path}.{ending}") for ending in endings or formats())


def _downloads_view(sources: Sources) -> DownloadsPage:
    listed = [*download_tables(sources)]
    scores = sum(table.lines for table in listed if table.schema == "download-scores")
    rows = len(sources.every_row)
    sentence = f"{plural(scores, 'score')} of {plural(rows, 'row')} to download."
    return DownloadsPage(
        sentence=sentence if rows else "No scores yet; the files below will have them.",
        lead="Addresses never change; the files are updated with new rows.",
        tables=tuple(
            ListedTable(
                title=table.title,
                about=table.about,
                lines=count(table.lines),
                files=files_of(table.path),
                schema=f"schemas/{table.schema}.json",
            )
            for table in listed
        ),
        verdicts=tuple(_listed_verdicts(table, sources) for table in verdict_tables(sources)),
        papers=tuple(
            ListedTable(
                title=f"{suite_title(table.suite)}: {table.title}",
                about=f"{table.source.citation.partition(',')[0]}, {table.source.place}",
                lines=count(len(table.rows)),
                files=files_of(reported_path(table), REPORTED_FORMATS),
                schema="schemas/reported.json",
            )
            for table in reported_tables()
        ),
        parquet=has_parquet(),
        feed=FEED_PATH,
        night_feed=NIGHT_FEED_PATH,
        sums=CHECKSUMS_PATH,
        command="sha256sum --check --ignore-missing SHA256SUMS",
    )


def _listed_verdicts(table: VerdictTable, sources: Sources) -> ListedTable:
    sizes = {path: len(data) for path, data in verdict_contents(table, sources).items()}
    return ListedTable(
        title=group_title(table.group.key),
        about=conditions(table.group.key).with_ids,
        lines=count(table.lines),
        files=tuple((f"{name}, {_size_text(sizes[path])}", path) for name, path in table.files),
        schema=f"schemas/{VERDICTS_SCHEMA}.json",
    )


def _size_text(size: int) -> str:
    thousands = round(size / 1000)
    return f"{thousands / 1000:.1f} MB" if thousands >= _MB_IN_KB else f"{max(1, thousands)} kB"
