"""The tables that can be downloaded, and their lines."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmark.analysis.catalog import ShownTrust, suite_title
from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import GroupKey, RowGroup, is_baseline, key_of, metric_name, score_of
from benchmark.analysis.places import TablePlaces, places_by_table
from benchmark.analysis.wording import clean
from benchmark.core.counts import Counts
from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.leaderboard.downloads.records import (
    NightRecord,
    NightsFile,
    PlaceRecord,
    RowLine,
    RowsFile,
    ScoreRecord,
    ScoresFile,
    TableFile,
)
from benchmark.leaderboard.inputs.exposure import exposure
from benchmark.leaderboard.inputs.facts import group_title, row_submission
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import table_id
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import row_path
from benchmark.results.row import Row, row_age

FOLDER = "data"  #: folder of all downloads in the site
_RELATIVE = Path()


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadTable:
    """A table to download, in all its formats."""

    path: str  #: path in the site without a file ending: ``data/code-vision/scores``
    suite: str  #: empty for all suites
    title: str
    about: str
    lines: int
    kind: type[Record]  #: type of a line
    file: type[TableFile | ScoresFile | RowsFile | NightsFile]  #: type of the JSON file
    schema: str  #: name of the published schema of the JSON file
    rows: Callable[[], Iterable[Record]]


def table_path(key: GroupKey) -> str:
    """Return the path of a leaderboard table's files, without a file ending."""
    return f"{FOLDER}/{key.suite}/{table_id(key)}"


def download_tables(sources: Sources) -> Iterator[DownloadTable]:
    """Yield for each suite a file of all its tables, a file per table, and its scores; then all rows."""
    places = places_by_table(sources.rankings.values())
    newest = frozenset(
        row.id for groups in sources.groups.values() for group in groups for row in group.newest
    )
    suites = dict.fromkeys([*sources.groups, *(row.result.suite for row in sources.light_rows)])
    for suite in suites:
        groups = sources.groups.get(suite, ())
        name = clean(suite_title(suite))
        yield _place_table(f"{FOLDER}/{suite}/leaderboard", f"{name}, all tables", sources, groups, places)
        for group in groups:
            yield _place_table(table_path(group.key), group_title(group.key), sources, (group,), places)
        rows = [row for row in sources.light_rows if row.result.suite == suite]
        yield DownloadTable(
            path=f"{FOLDER}/{suite}/scores",
            suite=suite,
            title=f"{name}, all scores",
            about="every metric and category of every row that counts",
            lines=sum(len(row.result.scores) for row in rows),
            kind=ScoreRecord,
            file=ScoresFile,
            schema="download-scores",
            rows=partial(_score_records, sources, rows, newest),
        )
    yield DownloadTable(
        path=f"{FOLDER}/rows",
        suite="",
        title="All rows on record",
        about="what was judged, when, and from which answers; withdrawn rows with the reason",
        lines=len(sources.rows) + len(sources.withdrawn),
        kind=RowLine,
        file=RowsFile,
        schema="download-rows",
        rows=partial(_row_lines, sources, newest),
    )


def _place_table(
    path: str, title: str, sources: Sources, groups: tuple[RowGroup, ...], places: dict[GroupKey, TablePlaces]
) -> DownloadTable:
    alone = len(groups) == 1
    return DownloadTable(
        path=path,
        suite=groups[0].key.suite if groups else "",
        title=title,
        about=conditions(groups[0].key).with_ids if alone else "every setting, protocol and task set",
        lines=sum(len(group.newest) for group in groups),
        kind=PlaceRecord,
        file=TableFile,
        schema="download-table",
        rows=partial(_place_records, sources, groups, places),
    )


def _place_records(
    sources: Sources, groups: tuple[RowGroup, ...], places: dict[GroupKey, TablePlaces]
) -> Iterator[PlaceRecord]:
    for group in groups:
        known = places.get(group.key)
        for row in group.newest:
            yield _place_record(row, sources, known)


def _place_record(row: Row, sources: Sources, places: TablePlaces | None) -> PlaceRecord:
    result, run = row.result, row.run
    known = sources.submissions.get(result.submission.slug)
    submission = row_submission(row, known)
    score, solved = score_of(row), score_of(row, "pass@1")
    place = None if places is None else places.place(submission.slug)
    return PlaceRecord(
        suite=result.suite,
        dataset=result.dataset,
        setting=result.setting,
        protocol=result.protocol,
        prompt=result.prompt.name,
        extraction=result.extraction,
        tasks_digest=result.tasks.digest,
        slug=submission.slug,
        name=submission.name,
        organisation=submission.organisation,
        weights=submission.weights,
        reasoning=submission.reasoning,
        parameters_b=None if known is None else known.parameters_b,
        baseline=is_baseline(row),
        trust=sources.trust(row),
        place_first=None if place is None else place.first,
        place_last=None if place is None else place.last,
        pass_1=None if solved is None else solved.value,
        metric=metric_name(row),
        score=None if score is None else score.value,
        low=None if score is None else score.low,
        high=None if score is None else score.high,
        tasks=None if score is None else score.tasks,
        samples=None if score is None else score.samples,
        missing=None if score is None else score.missing,
        worst=None if score is None else score.worst,
        best=None if score is None else score.best,
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
        result = row.result
        for score in result.scores:
            yield ScoreRecord(
                row=row.id,
                suite=result.suite,
                dataset=result.dataset,
                setting=result.setting,
                protocol=result.protocol,
                prompt=result.prompt.name,
                slug=result.submission.slug,
                newest=row.id in newest,
                trust=sources.trust(row),
                metric=score.metric,
                category=score.category,
                scale=score.scale,
                value=score.value,
                low=score.low,
                high=score.high,
                tasks=score.tasks,
                samples=score.samples,
                missing=score.missing,
                worst=score.worst,
                best=score.best,
            )


def _row_lines(sources: Sources, newest: frozenset[str]) -> Iterator[RowLine]:
    counts = sources.counts
    listed = [(row, counts[row.id], "", "") for row in sources.light_rows]
    listed += [
        (entry.row, count_row(entry.row).counts, entry.retraction.date, entry.retraction.reason)
        for entry in sources.withdrawn
    ]
    for row, found, withdrawn, reason in sorted(listed, key=lambda entry: row_age(entry[0])):
        counts_now = row.id in newest and not withdrawn
        trust = sources.trust(row)
        yield _row_line(row, found, trust, newest=counts_now, gone=(withdrawn, reason))


def _row_line(row: Row, counts: Counts, trust: ShownTrust, *, newest: bool, gone: tuple[str, str]) -> RowLine:
    result, run = row.result, row.run
    key = key_of(row)
    return RowLine(
        row=row.id,
        path=row_path(_RELATIVE, row).as_posix(),
        suite=key.suite,
        dataset=key.dataset,
        setting=key.setting,
        protocol=key.protocol,
        prompt=key.prompt,
        prompt_digest=key.prompt_digest,
        extraction=key.extraction,
        slug=result.submission.slug,
        name=result.submission.name,
        organisation=result.submission.organisation,
        trust=trust,
        newest=newest,
        withdrawn=gone[0],
        reason=gone[1],
        tasks=result.tasks.count,
        tasks_digest=key.tasks_digest,
        completions=result.completions.count,
        draws=result.completions.draws,
        completions_digest=result.completions.digest,
        passed=sum(counts.of({Status.PASSED})),
        missing=sum(counts.missing),
        suite_version=result.versions.suite,
        judge_version=result.versions.judge,
        judged=run.started,
        seconds=run.seconds,
        cpu_seconds=run.cpu_seconds,
        commit=run.commit,
        cost_usd=run.cost_usd,
        tokens_in=run.tokens_in,
        tokens_out=run.tokens_out,
    )


NIGHTS_PATH = f"{FOLDER}/nights"  #: path without a file ending


def all_tables(sources: Sources) -> Iterator[DownloadTable]:
    """Yield the tables of rows, and that of nights."""
    yield from download_tables(sources)
    yield DownloadTable(
        path=NIGHTS_PATH,
        suite="",
        title="All nights",
        about="what each night drew for each series of a watched model",
        lines=len(sources.nightly.panels),
        kind=NightRecord,
        file=NightsFile,
        schema="download-nights",
        rows=partial(_night_records, sources),
    )


def _night_records(sources: Sources) -> Iterator[NightRecord]:
    outcomes = {
        (decision.names[0], decision.date): decision.outcome
        for decision in sources.nightly.decisions
        if decision.level == "series"
    }
    for panel in sources.nightly.panels:
        name = panel.series
        yield NightRecord(
            date=panel.date,
            slug=name.slug,
            suite=name.suite,
            dataset=name.dataset,
            setting=name.setting,
            protocol=name.protocol,
            prompt=name.prompt,
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
            share=round(panel.passed / panel.judged, 6) if panel.judged else None,
            outcome=outcomes.get((name, panel.date), ""),
            panel=panel.id,
        )
