"""All downloads: their files and checksums, the page that lists them, and the pages of papers and citations.

Each file is made when it is written.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.reported.table import ReportedColumn, ReportedTable, reported_tables
from benchmark.analysis.wording import count, join_names, plural
from benchmark.core.digest import sha256_hex
from benchmark.leaderboard.downloads.encodings import has_parquet, table_csv
from benchmark.leaderboard.downloads.feed import FEED_PATH, NIGHT_FEED_PATH, feed_bytes, night_feed_bytes
from benchmark.leaderboard.downloads.records import SCORES
from benchmark.leaderboard.downloads.tables import (
    FOLDER,
    DownloadTable,
    download_tables,
    files_of,
    table_contents,
    verdict_tables,
)
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.citations import paper_citation, site_citation
from benchmark.leaderboard.parts.site_page import Page, PlainFile, SearchWords
from benchmark.suites import load_all

ARCHIVE_PATH = f"{FOLDER}/all-csv.zip"
CHECKSUMS_PATH = f"{FOLDER}/SHA256SUMS"
REPORTED_FORMATS = ("csv", "json")  #: formats of papers' tables


def reported_path(table: ReportedTable) -> str:
    """Return the path of a paper's table, without a file ending."""
    return f"{FOLDER}/papers/{table.name}"


def download_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield all files; the checksums come last, so that no file has to be made twice."""
    digests: dict[str, str] = {}
    files: list[PlainFile] = []

    def make(path: str, content: Callable[[], bytes]) -> bytes:
        data = content()
        digests[path] = sha256_hex(data)
        return data

    def checksums() -> bytes:
        """Return them in the format of `sha256sum`, with paths below the folder of downloads."""
        for file in files:
            if file.path not in digests:
                file.content()
        lines = [f"{digests[file.path]}  {file.path.removeprefix(f'{FOLDER}/')}\n" for file in files]
        return "".join(lines).encode()

    for path, content in _contents(sources):
        files.append(PlainFile(path, partial(make, path, content)))
        yield files[-1]
    yield PlainFile(CHECKSUMS_PATH, checksums)


_File = tuple[str, Callable[[], bytes]]  #: a path in the site, and a function that makes the content


def _contents(sources: Sources) -> Iterator[_File]:
    yield from _table_files(sources)
    yield ARCHIVE_PATH, partial(csv_archive, sources)
    yield from _paper_files()
    yield FEED_PATH, partial(feed_bytes, sources)
    yield NIGHT_FEED_PATH, partial(night_feed_bytes, sources)


def _table_files(sources: Sources) -> Iterator[_File]:
    for table in (*download_tables(sources), *verdict_tables(sources)):
        for _, path in table.files:
            yield path, partial(lambda table, path: table_contents(table, sources)[path], table, path)


def _paper_files() -> Iterator[_File]:
    for reported in reported_tables():
        path = reported_path(reported)  # CSV has the inferred values filled in; only JSON has the reasons
        columns = [column.id for column in reported.columns]
        yield f"{path}.csv", partial(lambda names, table: table_csv(names, table.values()), columns, reported)
        yield f"{path}.json", partial(_reported_json, reported)


def csv_archive(sources: Sources) -> bytes:
    """Return a ZIP file with all tables, verdicts and papers as CSV; the same rows give the same bytes.

    It is made once: the page of downloads needs it, too, to say how large it is.
    """

    def make() -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for path, content in (*_table_files(sources), *_paper_files()):
                if path.endswith((".csv", ".csv.gz")):
                    # Dated 1980, as ZIP needs a date.
                    entry = zipfile.ZipInfo(path.removeprefix(f"{FOLDER}/"))
                    packed = path.endswith(".gz")
                    entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
                    archive.writestr(entry, content())
        return out.getvalue()

    return sources.once("archive of CSV files", make)


def _reported_json(table: ReportedTable) -> bytes:
    return (json.dumps(table.model_dump(mode="json", by_alias=True), indent=1) + "\n").encode("ascii")


CITE_PAGE = "cite/index.md"


def cite_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page; it is found by the word BibTeX, too."""
    where = sources.where
    yield Page(
        source=CITE_PAGE,
        title="How to cite",
        search=SearchWords(keywords="cite, citation, bibtex, how to cite, reference, paper, bibliography"),
        template="cite.html",
        styles=("changes.css",),
        view={
            "bibtex": site_citation(sources.light_rows, where),
            "commit": where.results_commit,
            "address": bool(where.base),
            "papers": [
                (suite.title, paper_citation(name))
                for name, suite in load_all().items()
                if suite.display.paper
            ],
        },
        description="Citations in BibTeX of the benchmark, of each table and row, and of the suites' papers.",
    )


SUBSCRIBE_PAGE = "subscribe/index.md"


def subscribe_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page that says how to follow the two feeds."""
    rows = "New rows, withdrawn rows with the reason, and tables that have a new leader."
    nights = "What was decided about models that are watched every night, and new and vanished models."
    yield Page(
        source=SUBSCRIBE_PAGE,
        title="Subscribe",
        template="subscribe.html",
        view={
            "address": sources.where.base,
            "feeds": [
                ("New rows and leaders", rows, FEED_PATH),
                ("Watched models", nights, NIGHT_FEED_PATH),
            ],
        },
        description="How to follow new rows, new leaders and watched models in a feed reader.",
        search=SearchWords(
            keywords="subscribe, subscription, notifications, rss, atom, feed, follow, newsletter"
        ),
    )


PAGE = "downloads/index.md"
_MB_IN_KB = 1000
_KEYWORDS = "download, csv, json, parquet, raw data, export, api, data files, checksums, verdicts by task"


def downloads_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page of downloads."""
    view = _downloads_view(sources)
    yield Page(
        source=PAGE,
        title="Downloads",
        template="downloads.html",
        view=vars(view),
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
            SearchWords(
                kind="section",
                within="Downloads",
                name="Feeds",
                line="Atom feeds of new rows and leaders, withdrawn rows and decisions about watched models.",
                keywords="subscribe, subscription, notifications, rss, atom, feed, follow, newsletter, news",
                anchor="feed",
            ),
        ),
    )


def _downloads_view(sources: Sources) -> SimpleNamespace:
    listed = [*download_tables(sources)]
    scores = sum(table.lines for table in listed if table.kind is SCORES)
    rows = len(sources.every_row)
    sentence = f"{plural(scores, 'score')} of {plural(rows, 'row')} to download."
    return SimpleNamespace(
        sentence=sentence if rows else "No scores yet; the files below will have them.",
        lead="Addresses never change; the files are updated with new rows.",
        tables=tuple(_listed(table, {}) for table in listed),
        verdicts=tuple(_listed(table, table_contents(table, sources)) for table in verdict_tables(sources)),
        papers=tuple(
            SimpleNamespace(
                title=f"{suite_title(table.suite)}: {table.title}",
                about=f"{table.source.citation.partition(',')[0]}, {table.source.place}",
                lines=count(len(table.rows)),
                files=files_of(reported_path(table), REPORTED_FORMATS),
                schema="schemas/reported.json",
            )
            for table in reported_tables()
        ),
        parquet=has_parquet(),
        # path and size of the file with everything as CSV
        archive=(ARCHIVE_PATH, _size_text(len(csv_archive(sources)))),
    )


def _listed(table: DownloadTable, contents: Mapping[str, bytes]) -> SimpleNamespace:
    """Return a table for the list; files whose contents are given have their sizes."""
    return SimpleNamespace(
        title=table.title,
        about=table.about,
        lines=count(table.lines),
        files=tuple(  # name of the format, perhaps with the size, and path
            (f"{name}, {_size_text(len(contents[path]))}" if path in contents else name, path)
            for name, path in table.files
        ),
        schema=f"schemas/{table.kind.schema}.json",  # source path of the published schema
    )


def _size_text(size: int) -> str:
    thousands = round(size / 1000)
    return f"{thousands / 1000:.1f} MB" if thousands >= _MB_IN_KB else f"{max(1, thousands)} kB"


PAPERS_PAGE = "papers/index.md"
_SIZE_COLUMN = "parameters_b"
SENTENCE = "Numbers from papers, not judged here and not ranked."


def paper_pages(_sources: Sources) -> Iterator[Page]:
    """Yield the page of numbers from papers."""
    yield Page(
        source=PAPERS_PAGE,
        title="Numbers from papers",
        template="papers.html",
        view={
            "suites": [
                (suite, suite_title(suite), [_paper_table(each) for each in tables])
                for suite, tables in groupby(reported_tables(), key=lambda table: table.suite)
            ]
        },
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


def suite_papers(suite: str) -> SimpleNamespace | None:
    """Return the first table that papers have of a suite, and links to the others; None without a table."""
    found = [table for table in reported_tables() if table.suite == suite]
    if not found:
        return None
    return SimpleNamespace(
        table=_paper_table(found[0]),
        # title and anchor on the page of papers
        others=tuple((f"{table.title} ({table.source.place})", table.name) for table in found[1:]),
    )


def _paper_table(table: ReportedTable) -> SimpleNamespace:
    """Return a table of a paper or of a leaderboard, as pages show it."""
    columns = [column for column in table.columns if column.id != _SIZE_COLUMN]
    titles = {column.id: column.title.removesuffix(", %") for column in table.columns}
    tasks = "number of tasks not stated" if table.tasks is None else plural(table.tasks, "task")
    return SimpleNamespace(
        copied=table,
        facts=" · ".join(filter(None, [table.part, table.date, tasks, f"measured by {table.measured_by}"])),
        odd=join_names(odd) if (odd := [*table.odd_values()]) else "",  # shares that no number of tasks gives
        # titles of columns, and whether their values are numbers
        head=tuple((column.title.replace(", %", ",\u00a0%"), column.kind == "number") for column in columns),
        rows=tuple(
            (
                # Several sizes of a model share a name.
                SimpleNamespace(
                    text=str(row[table.columns[0].id]),
                    label=f"{size:,.1f} B" if isinstance(size := row.get(_SIZE_COLUMN), float) else "",
                    inferred=False,
                ),
                *(_cell(table, number, column) for column in columns[1:]),
            )
            for number, row in enumerate(table.rows)
        ),
        # which values were inferred, and how
        readings=tuple(
            f"{table.rows[reading.row][table.columns[0].id]}, {titles[reading.column]}: {reading.why}"
            for reading in table.readings
        ),
        files=tuple((ending.upper(), f"{reported_path(table)}.{ending}") for ending in REPORTED_FORMATS),
    )


def _cell(table: ReportedTable, row: int, column: ReportedColumn) -> SimpleNamespace:
    value = table.rows[row][column.id]
    reading = table.reading(row, column.id)
    if reading is not None:
        value = reading.value
    text = _number(value, column.decimals) if isinstance(value, float) else value or ""
    return SimpleNamespace(
        text=text,  # empty if the source has no value, or none that can be read
        label=column.title.removesuffix(", %"),  # for narrow screens
        number=column.kind == "number",
        inferred=reading is not None,
    )


def _number(value: float, decimals: int | None) -> str:
    if decimals is None:
        return f"{value:,.6f}".rstrip("0").rstrip(".")
    return f"{value:,.{decimals}f}"
