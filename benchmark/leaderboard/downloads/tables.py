"""The tables that can be downloaded, and their files: tables, scores, rows, nights, and verdicts by task."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import GroupKey, RowGroup, score_of
from benchmark.analysis.wording import clean
from benchmark.core.order import places_in_order
from benchmark.core.suite_facts import Licence
from benchmark.leaderboard.downloads.encodings import FORMATS, LICENCE, Block, TableKind, has_parquet
from benchmark.leaderboard.downloads.records import (
    NIGHTS,
    PLACES,
    ROWS,
    SCORES,
    VERDICTS,
    NightLine,
    RowLine,
    RowVerdicts,
)
from benchmark.leaderboard.inputs.facts import group_title, licence_of
from benchmark.leaderboard.inputs.failures import FirstFailure, failures
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.results.row import Row, row_age

FOLDER = "data"  #: folder of all downloads in the site
NIGHTS_PATH = f"{FOLDER}/nights"  #: path without a file ending
#: File endings of tables.
PLAIN, PACKED = ("csv", "json", "parquet"), ("csv.gz", "parquet")


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadTable:
    """A table to download, in all its formats."""

    path: str  #: path in the site without a file ending: ``data/code-vision/scores``
    title: str
    about: str
    lines: int
    kind: TableKind[Any]
    blocks: Callable[[], Iterable[Block]]  #: its lines
    endings: tuple[str, ...] = PLAIN

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name of each format, and its path."""
        return files_of(self.path, self.endings)

    def contents(self, sources: Sources) -> dict[str, bytes]:
        """Return the content of all files by path; lines are made once, which reads verdicts once."""
        newest = max((row.run.started for row in sources.light_rows), default="")
        files = {}
        for ending, (_, path) in zip(_installed(self.endings), self.files, strict=True):
            head = {
                "schema": f"sightbench/{self.kind.schema}/1",
                "title": f"{self.title}: {self.about}",
                "address": sources.where.base + path,
                "as_of": newest,
                "licence": LICENCE,
            }
            files[path] = FORMATS[ending][1](self.kind, head)
        for block in self.blocks():
            for file in files.values():
                file.add(block)
        return {path: file.content() for path, file in files.items()}


def _installed(endings: Iterable[str]) -> tuple[str, ...]:
    """Return the file endings of the formats whose libraries are installed."""
    return tuple(ending for ending in endings if ending != "parquet" or has_parquet())


def files_of(path: str, endings: Iterable[str] = PLAIN) -> tuple[tuple[str, str], ...]:
    """Return the formats and paths of a table's files: ``("CSV", "data/rows.csv")`` and so on."""
    return tuple((FORMATS[ending][0], f"{path}.{ending}") for ending in _installed(endings))


def table_path(key: GroupKey) -> str:
    """Return the path of a leaderboard table's files, without a file ending."""
    return f"{FOLDER}/{key.suite}/{table_id(key)}"


def verdicts_path(key: GroupKey) -> str:
    """Return the path of the files with the verdicts of a table, without a file ending."""
    return f"{table_path(key)}-verdicts"


def download_tables(sources: Sources) -> Iterator[DownloadTable]:
    """Yield for each suite a file of all its tables, a file per table, and its scores; then the rest."""
    newest = frozenset(row.id for group in sources.tables for row in group.newest)
    suites = dict.fromkeys([*sources.groups, *(row.result.suite for row in sources.light_rows)])
    for suite in suites:
        groups = sources.groups.get(suite, ())
        name = clean(suite_title(suite))
        yield _place_table(f"{FOLDER}/{suite}/leaderboard", f"{name}, all tables", sources, groups)
        for group in groups:
            yield _place_table(table_path(group.key), group_title(group.key), sources, (group,))
        rows = [row for row in sources.light_rows if row.result.suite == suite]
        yield DownloadTable(
            path=f"{FOLDER}/{suite}/scores",
            title=f"{name}, all scores",
            about="every metric and category of every row that counts",
            lines=sum(len(row.result.scores) for row in rows),
            kind=SCORES,
            blocks=partial(_score_blocks, sources, rows, newest),
        )
    yield DownloadTable(
        path=f"{FOLDER}/rows",
        title="All rows on record",
        about="what was judged, when, and from which answers; withdrawn rows with the reason",
        lines=len(sources.every_row),
        kind=ROWS,
        blocks=lambda: [ROWS.block(_row_lines(sources, newest))],
    )
    yield DownloadTable(
        path=NIGHTS_PATH,
        title="All nights",
        about="what each night drew for each series of a watched model",
        lines=len(sources.nightly.panels),
        kind=NIGHTS,
        blocks=lambda: [NIGHTS.block(_night_lines(sources))],
    )


def _place_table(path: str, title: str, sources: Sources, groups: tuple[RowGroup, ...]) -> DownloadTable:
    alone = len(groups) == 1
    return DownloadTable(
        path=path,
        title=title,
        about=conditions(groups[0].key).with_ids if alone else "every setting, protocol and task set",
        lines=sum(len(group.newest) for group in groups),
        kind=PLACES,
        blocks=lambda: (PLACES.block(_row_line(row, sources) for row in group.newest) for group in groups),
    )


def _row_line(row: Row, sources: Sources) -> RowLine:
    return RowLine(row=row, sources=sources, counts=sources.counts[row.id], score=score_of(row))


def _score_blocks(sources: Sources, rows: Iterable[Row], newest: frozenset[str]) -> Iterator[Block]:
    for row in rows:
        line = replace(_row_line(row, sources), newest=row.id in newest)
        yield SCORES.block(replace(line, score=score) for score in row.result.scores)


def _row_lines(sources: Sources, newest: frozenset[str]) -> Iterator[RowLine]:
    gone = {entry.row.id: entry.retraction for entry in sources.withdrawn}
    for row in sorted(sources.every_row, key=row_age):
        retraction = gone.get(row.id)
        yield RowLine(
            row=row,
            sources=sources,
            counts=sources.counts[row.id] if retraction is None else sources.gone[row.id].counts,
            score=None,
            newest=row.id in newest and retraction is None,
            withdrawn="" if retraction is None else retraction.date,
            reason="" if retraction is None else retraction.reason,
        )


def _night_lines(sources: Sources) -> Iterator[NightLine]:
    outcomes = {
        (decision.names[0], decision.date): decision.outcome
        for decision in sources.nightly.decisions
        if decision.level == "series"
    }
    for panel in sources.nightly.panels:
        yield NightLine(panel=panel, outcome=outcomes.get((panel.series, panel.night), ""))


def verdict_tables(sources: Sources) -> Iterator[DownloadTable]:
    """Yield the verdicts of each table that has a file of its own."""
    for group in sources.tables:
        yield DownloadTable(
            path=verdicts_path(group.key),
            title=group_title(group.key),
            about=conditions(group.key).with_ids,
            lines=sum(len(sources.counts[row.id].tasks) for row in group.newest),
            kind=VERDICTS,
            blocks=partial(_verdict_blocks, group, sources),
            endings=PACKED,
        )


def table_contents(table: DownloadTable, sources: Sources) -> dict[str, bytes]:
    """Return the files of a table; they are kept, as the archive and the page of downloads need them too."""
    return sources.once(("downloads", table.path), lambda: table.contents(sources))


def _verdict_blocks(group: RowGroup, sources: Sources) -> Iterator[Block]:
    key = (group.key.suite, group.key.dataset)
    here = sources.tasks.get(key)
    licence = licence_of(*key, here.licence if here else "")
    for row in group.newest:
        counts, first = sources.counts[row.id], _failures(sources, row, licence)
        order = places_in_order(counts.tasks)  # the natural order of task ids
        found = [first.get(counts.tasks[place], FirstFailure("", "", "")) for place in order]
        verdicts = RowVerdicts(row=row, counts=counts, order=order, failures=found)
        values = {column.name: column.value(verdicts) for column in VERDICTS.columns}
        yield {
            name: value if isinstance(value, list) else [value] * len(order) for name, value in values.items()
        }


def _failures(sources: Sources, row: Row, licence: Licence) -> Mapping[str, FirstFailure]:
    """Return by task the first failed sample, without what would reveal tasks."""
    if licence.kept_back:
        return {}
    found = failures(sources).first(row)
    if licence.shows:
        return found
    return {task: FirstFailure(failure.error_type, failure.exception, "") for task, failure in found.items()}
