"""The work of `sightbench demo`."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import words_of
from benchmark.cli.demo_report import DemoReport, JudgedSubmission, RecordedRow
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.shared.tables import plain_table, status_line
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.files.shipped import SHIPPED
from benchmark.leaderboard.build.build import build_site
from benchmark.leaderboard.rows.task_difficulty import compute_difficulties
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.record import record_evaluation
from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
from benchmark.results.ledger import read_row_in_place, row_files
from benchmark.results.row import Row, RowScore
from benchmark.scoring.summary import count_statuses
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.suites.settings import ranking_metric

#: Bundled submission → the score that it must have; None if any score is possible.
_BUNDLED = {
    "_examples/gold": 1.0,
    "_examples/blank": 0.0,
    "_examples/stub": None,
    "_examples/guess": None,
    "smollm2-135m-q4": None,
}


def run(
    *,
    submissions: Path | None,
    recorded: Path | None,
    out: Path,
    site: bool,
    workers: int | None,
    as_json: bool,
) -> None:
    """Judge the bundled submissions, print their scores and those of recorded rows, and build the site."""
    if recorded is not None and not recorded.is_dir():
        raise BadInput("--recorded", "", f"{quote_value(str(recorded))}: no such folder", "check the path")
    submissions = _bundled_folder(submissions)
    console = output()
    judged = _judge_bundled(submissions, out / "rows", workers)
    if not as_json:
        console.print(_judged_table(judged))
    rows = _copy_rows(recorded or SHIPPED / "recorded", out / "rows")
    if rows and not as_json:
        console.print(_recorded_table(rows))
        console.print(_judged_when(rows))
    if not as_json:
        console.print(f"rows: {out / 'rows'}")
    index = None
    if site:
        cache = out / "ranks"
        compute_difficulties(out / "rows", cache)
        config = SiteConfig(rows=out / "rows", submissions=submissions, cache=cache)
        index = build_site(config, out / "site").index
        if not as_json:
            console.print(f"open {index}")
    problems = [problem for found in judged if (problem := _problem(found))]
    if as_json:
        report = DemoReport(
            passed=not problems,
            problems=problems,
            judged=judged,
            recorded=[_recorded_row(row) for row in rows],
            rows=str(out / "rows"),
            site=None if index is None else str(index),
        )
        print_json(report)
    if problems:
        raise Differs("; ".join(problems))


def _judge_bundled(submissions: Path, rows: Path, workers: int | None) -> list[JudgedSubmission]:
    """Judge all runs, write their rows, and return the scores, data set by data set."""
    by_dataset: dict[tuple[str, str], list[JudgedSubmission]] = {}
    for name, expected in _BUNDLED.items():
        folder = submissions / name
        submission = read_submission(folder, known_suites())
        for run in submission.runs:
            with progress(f"judging {submission.slug} on {run.suite} {run.dataset}") as report:
                evaluation = judge_run(folder, run, executor=LocalPool(workers), progress=report)
            descriptions = run_descriptions(folder, run, evaluation)
            record_evaluation(rows, evaluation, row_identity(folder, submission, run), descriptions)
            wanted = ranking_metric(run.suite, run.dataset)
            score = next(found for found in evaluation.scores if found.metric == wanted)
            words = words_of(score.scale)
            exact = None if expected is None else words.lowest + expected * (words.highest - words.lowest)
            by_dataset.setdefault((run.suite, run.dataset), []).append(
                JudgedSubmission(
                    suite=run.suite,
                    dataset=run.dataset,
                    submission=submission.slug,
                    score=RowScore(**asdict(score)),
                    expected=exact,
                    outcomes=count_statuses(evaluation.outcomes),
                )
            )
    return [found for group in by_dataset.values() for found in group]


def _problem(found: JudgedSubmission) -> str:
    """Return how a score differs from the expected one; empty if it does not."""
    if found.expected in (None, found.score.value):
        return ""
    data = f"{found.suite} {found.dataset}"
    return f"{found.submission} must score {found.expected} on {data}, got {found.score.value}"


def _judged_table(judged: Sequence[JudgedSubmission]) -> Table:
    table = plain_table("data set", "submission", "pass@1 %", "95 % interval", "outcomes", right=(2,))
    for found in judged:
        words = words_of(found.score.scale)
        value = words.value(found.score.value) + ("" if found.score.metric == "pass@1" else " of 10")
        low_high = words.range(found.score.low, found.score.high)
        outcomes = status_line(found.outcomes, found.score.missing)
        table.add_row(f"{found.suite} {found.dataset}", found.submission, value, low_high, outcomes)
    return table


def _recorded_row(row: Row) -> RecordedRow:
    result = row.result
    return RecordedRow(
        row=row.id,
        suite=result.suite,
        dataset=result.dataset,
        submission=result.submission.slug,
        started=row.run.started,
        judge=result.versions.judge,
        score=score_of(row),
    )


def _bundled_folder(given: Path | None) -> Path:
    """Return the folder of the bundled submissions; refuse one that lacks any of them."""
    if given is None:
        return SHIPPED / "submissions"
    if not given.is_dir():
        raise BadInput("--submissions", "", f"{quote_value(str(given))}: no such folder", "check the path")
    if absent := [name for name in _BUNDLED if not (given / name / FILE_NAME).is_file()]:
        problem = f"{quote_value(str(given))} has no {absent[0]}/{FILE_NAME}"
        fix = "leave it out, or name a copy of the repository's folder submissions"
        raise BadInput("--submissions", "", problem, fix)
    return given


def _copy_rows(recorded: Path, rows: Path) -> tuple[Row, ...]:
    """Copy recorded rows with their files, replace those that earlier versions shipped, and return them."""
    found = []
    for path in row_files(recorded) if recorded.is_dir() else ():
        row = read_row_in_place(recorded, path)
        folder = rows / path.parent.relative_to(recorded)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(path.parent, folder)
        found.append(row)
    return tuple(found)


def _recorded_table(rows: Sequence[Row]) -> Table:
    """Return one line per model, with its score on each data set; the best on the first data set leads."""
    datasets = sorted({(row.result.suite, row.result.dataset) for row in rows})
    scores: dict[str, dict[tuple[str, str], RowScore]] = {}
    for row in rows:
        if (score := score_of(row)) is not None:
            name = (row.result.suite, row.result.dataset)
            scores.setdefault(row.result.submission.slug, {})[name] = score
    table = plain_table("recorded submission, pass@1 %", *(" ".join(name) for name in datasets))

    def place(slug: str) -> list[float]:
        return [-scores[slug][name].value if name in scores[slug] else 0.0 for name in datasets]

    for slug in sorted(scores, key=place):
        cells = (_score_cell(scores[slug].get(name)) for name in datasets)
        table.add_row(slug, *cells)
    return table


def _score_cell(score: RowScore | None) -> str:
    """Return a score with its range, such as ``91.3 (88.3–93.6)``."""
    if score is None:
        return ""
    words = words_of(score.scale)
    return f"{words.value(score.value)} ({words.range(score.low, score.high)})"


def _judged_when(rows: Sequence[Row]) -> str:
    """Return when recorded rows were judged, and from what."""
    days = sorted({row.run.started[:10] for row in rows})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    versions = ", ".join(sorted({str(row.result.versions.judge) for row in rows}))
    return (
        f"recorded rows: judged on {when} by judge version {versions}, from answers that others publish"
        " (not judged now)"
    )
