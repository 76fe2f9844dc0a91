"""`sightbench submit check`: check submissions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_json
from benchmark.cli.shared.options import PATH, json_option
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.fresh import is_fresh

if TYPE_CHECKING:
    from benchmark.submissions.check_report import ValidSubmission
    from benchmark.submissions.schema import Submission


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@json_option
def command(*, paths: tuple[Path, ...], as_json: bool) -> None:
    """Check submissions; each PATH is a folder in submissions/, or its submission.yaml.

    Reads each submission.yaml and the prediction files that it names, and runs nothing from them; writes
    nothing. Prints every problem with its file, field and fix; for a folder of submissions, the names of
    those in it. With --json, the document has all problems, too. Needs no network and no keys. Safe to
    repeat. Exit code 2 if there is a problem.
    """
    from benchmark.submissions.check import read_submission
    from benchmark.submissions.check_report import SubmissionCheck, SubmissionProblem
    from benchmark.submissions.rules import lent_variables
    from benchmark.suites.run_names import known_suites

    known = known_suites()
    valid: list[ValidSubmission] = []
    found: list[BadInput] = []
    for path in paths:
        try:
            submission = read_submission(path, known, more=lent_variables)
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
    from benchmark.submissions.check_report import ValidSubmission

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
