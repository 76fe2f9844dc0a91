"""The work of `sightbench submit check`."""

from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_json
from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.submit.check_report import SubmissionCheck, SubmissionProblem, ValidSubmission
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.fresh import is_fresh
from benchmark.submissions.check import read_submission
from benchmark.submissions.schema import Submission


def run(*, paths: tuple[Path, ...], as_json: bool) -> None:
    """Check submissions and print one line per valid one, or one document about all."""
    known = known_suites()
    valid: list[ValidSubmission] = []
    found: list[BadInput] = []
    for path in paths:
        try:
            submission = read_submission(path, known, lending=False)
        except BadInput as error:
            found += error.problems
        else:
            valid.append(_valid(path, submission))
            if not as_json:
                click.echo(_summary_line(valid[-1]))
    if as_json:
        problems = [
            SubmissionProblem(file=each.file, place=each.place, problem=each.problem, fix=each.fix)
            for each in found
        ]
        print_json(SubmissionCheck(passed=not found, submissions=valid, problems=problems))
    if found:
        raise ManyBadInputs(found)


def _valid(path: Path, submission: Submission) -> ValidSubmission:
    return ValidSubmission(
        path=str(path),
        slug=submission.slug,
        runs=len(submission.runs),
        fresh_datasets=sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)}),
    )


def _summary_line(valid: ValidSubmission) -> str:
    notes = [plural(valid.runs, "run")]
    if valid.fresh_datasets:
        names = ", ".join(valid.fresh_datasets)
        notes.append(f"{names}: can only be judged where that set was built, not by CI")
    return f"ok: {valid.path} ({'; '.join(notes)})"
