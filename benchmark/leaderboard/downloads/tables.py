"""The tables that can be downloaded, and their lines: of tables, scores, rows, nights, and verdicts by task.

A line of verdicts has a model, a task, and the number of samples with each status. Samples of a task are
exchangeable, so nothing that can be computed from single samples is lost, and a table with 20 samples per
task is not 20 times as long. With one sample per task, as in most tables, a line is a verdict.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from pathlib import Path
from typing import Any, TypeVar

from benchmark.analysis.catalog import suite_title
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import GroupKey, RowGroup, is_baseline, key_of, metric_name, score_of
from benchmark.analysis.wording import clean
from benchmark.core.counts import Counts
from benchmark.core.order import places_in_order
from benchmark.core.suite_facts import Licence
from benchmark.core.verdict import POINTS_DECIMALS, Status
from benchmark.files.edge import Record
from benchmark.leaderboard.downloads.encodings import Block, GzippedCsvLines, ParquetLines, has_parquet
from benchmark.leaderboard.downloads.records import (
    LICENCE,
    NightRecord,
    PlaceRecord,
    RowLine,
    ScoreRecord,
    VerdictRecord,
)
from benchmark.leaderboard.inputs.exposure import exposure
from benchmark.leaderboard.inputs.facts import group_title, licence_of, row_submission
from benchmark.leaderboard.inputs.failures import FirstFailure, failures
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row, row_age

FOLDER = "data"  #: folder of all downloads in the site
NIGHTS_PATH = f"{FOLDER}/nights"  #: path without a file ending
#: Fields of a score that lines of tables have, too.
_OF_SCORE = ("low", "high", "tasks", "samples", "missing", "worst", "best")


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadTable:
    """A table to download, in all its formats."""

    path: str  #: path in the site without a file ending: ``data/code-vision/scores``
    title: str
    about: str
    lines: int
    schema: str  #: name of the published schema of the JSON file
    kind: type[Record]  #: type of a line
    rows: Callable[[], Iterable[Record]]


def table_path(key: GroupKey) -> str:
    """Return the path of a leaderboard table's files, without a file ending."""
    return f"{FOLDER}/{key.suite}/{table_id(key)}"


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
            schema="download-scores",
            kind=ScoreRecord,
            rows=partial(_score_records, sources, rows, newest),
        )
    yield DownloadTable(
        path=f"{FOLDER}/rows",
        title="All rows on record",
        about="what was judged, when, and from which answers; withdrawn rows with the reason",
        lines=len(sources.every_row),
        schema="download-rows",
        kind=RowLine,
        rows=partial(_row_lines, sources, newest),
    )
    yield DownloadTable(
        path=NIGHTS_PATH,
        title="All nights",
        about="what each night drew for each series of a watched model",
        lines=len(sources.nightly.panels),
        schema="download-nights",
        kind=NightRecord,
        rows=partial(_night_records, sources),
    )


def file_head(schema: str, title: str, path: str, sources: Sources) -> dict[str, str]:
    """Return the fields of a JSON file before its lines, which are the metadata of a Parquet file."""
    return {
        "schema": f"sightbench/{schema}/1",
        "title": title,
        "address": sources.where.base + path,
        "as_of": max((row.run.started for row in sources.light_rows), default=""),
        "licence": LICENCE,
    }


def _place_table(path: str, title: str, sources: Sources, groups: tuple[RowGroup, ...]) -> DownloadTable:
    alone = len(groups) == 1
    return DownloadTable(
        path=path,
        title=title,
        about=conditions(groups[0].key).with_ids if alone else "every setting, protocol and task set",
        lines=sum(len(group.newest) for group in groups),
        schema="download-table",
        kind=PlaceRecord,
        rows=lambda: (_place_record(row, sources) for group in groups for row in group.newest),
    )


def asked_fields(row: Row) -> dict[str, Any]:
    """Return the fields of lines that say of whom and on what a row is."""
    result = row.result
    return {
        "suite": result.suite,
        "dataset": result.dataset,
        "setting": result.setting,
        "protocol": result.protocol,
        "prompt": result.prompt.name,
        "slug": result.submission.slug,
    }


def _place_record(row: Row, sources: Sources) -> PlaceRecord:
    result, run, places = row.result, row.run, sources.places.get(key_of(row))
    known = sources.submissions.get(result.submission.slug)
    submission = row_submission(row, known)
    score, solved = score_of(row), score_of(row, "pass@1")
    place = None if places is None else places.place(submission.slug)
    of_score: dict[str, Any] = {name: getattr(score, name, None) for name in _OF_SCORE}
    return PlaceRecord(
        **asked_fields(row) | dict(submission),
        **of_score,
        extraction=result.extraction,
        tasks_digest=result.tasks.digest,
        parameters_b=None if known is None else known.parameters_b,
        baseline=is_baseline(row),
        trust=sources.trust(row),
        place_first=None if place is None else place.first,
        place_last=None if place is None else place.last,
        pass_1=None if solved is None else solved.value,
        metric=metric_name(row),
        score=None if score is None else score.value,
        cost_usd=run.cost_usd,
        tokens_in=run.tokens_in,
        tokens_out=run.tokens_out,
        seconds=sources.seconds.get(row.id),
        judged=run.started,
        row=row.id,
        seen="unknown" if is_baseline(row) else exposure(key_of(row), known).seen,
    )


def _score_records(sources: Sources, rows: Iterable[Row], newest: frozenset[str]) -> Iterator[ScoreRecord]:
    for row in rows:
        same = {**asked_fields(row), "newest": row.id in newest, "trust": sources.trust(row)}
        for score in row.result.scores:
            yield ScoreRecord(row=row.id, **same, **dict(score))


def _row_lines(sources: Sources, newest: frozenset[str]) -> Iterator[RowLine]:
    gone = {entry.row.id: entry.retraction for entry in sources.withdrawn}
    for row in sorted(sources.every_row, key=row_age):
        result, run, retraction = row.result, row.run, gone.get(row.id)
        counts = sources.counts[row.id] if retraction is None else count_row(row).counts
        yield RowLine(
            **asked_fields(row),
            row=row.id,
            path=row.path(Path()).as_posix(),
            prompt_digest=result.prompt.digest or "",
            extraction=result.extraction,
            name=result.submission.name,
            organisation=result.submission.organisation,
            trust=sources.trust(row),
            newest=row.id in newest and retraction is None,
            withdrawn="" if retraction is None else retraction.date,
            reason="" if retraction is None else retraction.reason,
            tasks=result.tasks.count,
            tasks_digest=result.tasks.digest,
            completions=result.completions.count,
            draws=result.completions.draws,
            completions_digest=result.completions.digest,
            passed=sum(counts.of({Status.PASSED})),
            missing=sum(counts.missing),
            suite_version=result.versions.suite,
            judge_version=result.versions.judge,
            judge_serial=run.judge_serial or "",
            judged=run.started,
            seconds=run.seconds,
            cpu_seconds=run.cpu_seconds,
            commit=run.commit,
            cost_usd=run.cost_usd,
            tokens_in=run.tokens_in,
            tokens_out=run.tokens_out,
        )


def _night_records(sources: Sources) -> Iterator[NightRecord]:
    outcomes = {
        (decision.names[0], decision.date): decision.outcome
        for decision in sources.nightly.decisions
        if decision.level == "series"
    }
    for panel in sources.nightly.panels:
        judged = len(panel.tasks) - panel.missing
        yield NightRecord(
            **panel.series._asdict(),
            date=panel.night,
            provider=panel.provider,
            model=panel.model,
            resolved_models=" ".join(panel.resolved),
            stage=panel.stage,
            basis=panel.basis,
            suite_version=panel.suite_version,
            judge_version=panel.judge_version,
            tasks=len(panel.outcomes),
            passed=panel.passed,
            missing=panel.missing,
            share=round(panel.passed / judged, 6) if judged else None,
            outcome=outcomes.get((panel.series, panel.night), ""),
            panel=panel.id,
        )


VERDICTS_SCHEMA = "download-verdicts"  #: name of the published schema
Value = TypeVar("Value")

_CSV, _PARQUET = ".csv.gz", ".parquet"
_MIXED = "mixed"  #: verdict of a task whose samples have different statuses


@dataclass(frozen=True, slots=True)
class VerdictTable:
    """The verdicts of one table to download, in all formats."""

    group: RowGroup
    lines: int

    @property
    def path(self) -> str:
        """The path in the site without a file ending."""
        return f"{table_path(self.group.key)}-verdicts"

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name of each format, and its path."""
        files = (("CSV (gzip)", self.path + _CSV), ("Parquet", self.path + _PARQUET))
        return files if has_parquet() else files[:1]


def verdict_tables(sources: Sources) -> Iterator[VerdictTable]:
    """Yield the verdicts of each table that has a file of its own."""
    for group in sources.tables:
        yield VerdictTable(group, sum(len(sources.counts[row.id].tasks) for row in group.newest))


def verdict_files_of(group: RowGroup) -> tuple[tuple[str, str], ...]:
    """Return the formats and paths of the verdicts of a table."""
    return VerdictTable(group, 0).files


def verdict_contents(table: VerdictTable, sources: Sources) -> dict[str, bytes]:
    """Return the content of all files of a table's verdicts by path; it is made once.

    The page of downloads needs it, too, to say how large the files are.
    """

    def make() -> dict[str, bytes]:  # all files together, so that verdicts are read only once
        files: dict[str, GzippedCsvLines | ParquetLines] = {}
        for _, path in table.files:
            if path.endswith(_PARQUET):
                title = f"{group_title(table.group.key)}: {conditions(table.group.key).with_ids}"
                files[path] = ParquetLines(VerdictRecord, file_head(VERDICTS_SCHEMA, title, path, sources))
            else:
                files[path] = GzippedCsvLines(VerdictRecord)
        for block in verdict_blocks(table, sources):
            for file in files.values():
                file.add(block)
        return {path: file.content() for path, file in files.items()}

    return sources.once(("verdicts", table.path), make)


_UNKNOWN = FirstFailure("", "", "")


def verdict_blocks(table: VerdictTable, sources: Sources) -> Iterator[Block]:
    """Yield the lines of each row of a table."""
    licence = licence_of(table.group.key.suite, table.group.key.dataset)
    for row in table.group.newest:
        yield _block(row, sources.counts[row.id], _failures(sources, row, licence))


def _block(row: Row, counts: Counts, first: Mapping[str, FirstFailure]) -> Block:
    """Return the lines of a row, in natural order of task ids."""
    order = places_in_order(counts.tasks)
    size = len(order)
    same = {
        **asked_fields(row),
        "row": row.id,
        "name": row.result.submission.name,
        "baseline": is_baseline(row),
    }
    tasks = _pick(counts.tasks, order)
    statuses = {status: _pick(column, order) for status, column in counts.statuses.items()}
    judged, missing = _pick(counts.judged, order), _pick(counts.missing, order)
    passed = statuses.get(Status.PASSED, (0,) * size)
    found = [first.get(task, _UNKNOWN) for task in tasks]
    return {
        **{name: (value,) * size for name, value in same.items()},
        **{status.value: statuses.get(status, (0,) * size) for status in Status},
        "task": tasks,
        "stem": _pick(counts.stems, order),
        "samples": list(map(add, judged, missing)),
        "verdict": _verdicts(statuses, judged, missing),
        "passed": [number if of else None for number, of in zip(passed, judged, strict=True)],
        "missing": missing,
        "points": _mean_points(counts, order),
        "error_type": [failure.error_type for failure in found],
        "exception": [failure.exception for failure in found],
        "check": [failure.check for failure in found],
    }


def _pick(column: Sequence[Value], order: Sequence[int]) -> list[Value]:
    return [column[place] for place in order]


def _verdicts(
    statuses: Mapping[Status, Sequence[int]], judged: Sequence[int], missing: Sequence[int]
) -> list[str]:
    """Return the verdict of each task: the status of all its samples, or that they differ."""
    found = ["missing"] * len(judged)
    for status, column in statuses.items():
        for place, number in enumerate(column):
            if number:
                alone = number == judged[place] and not missing[place]
                found[place] = status.value if alone else _MIXED
    return found


def _mean_points(counts: Counts, order: Sequence[int]) -> list[float | None]:
    if not counts.graded:
        return [None] * len(order)
    return [
        round(counts.points[place] / counts.graded[place], POINTS_DECIMALS) if counts.graded[place] else None
        for place in order
    ]


def _failures(sources: Sources, row: Row, licence: Licence) -> Mapping[str, FirstFailure]:
    """Return by task the first failed sample, without what would reveal tasks."""
    if licence.kept_back:
        return {}
    found = failures(sources).first(row)
    if licence.shows:
        return found
    return {task: FirstFailure(failure.error_type, failure.exception, "") for task, failure in found.items()}
