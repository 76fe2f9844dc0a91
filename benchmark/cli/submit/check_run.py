"""The work of `sightbench submit check`."""

from pathlib import Path

import click

from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.fresh import is_fresh
from benchmark.submissions.check import read_submission
from benchmark.submissions.schema import Submission


def run(*, paths: tuple[Path, ...]) -> None:
    """Check submissions and print one line per valid one."""
    known = known_suites()
    found: list[BadInput] = []
    for path in paths:
        try:
            submission = read_submission(path, known, lending=False)
        except BadInput as error:
            found += error.problems
        else:
            click.echo(_summary_line(path, submission))
    if found:
        raise ManyBadInputs(found)


def _summary_line(path: Path, submission: Submission) -> str:
    count = len(submission.runs)
    notes = [f"{count} run" + ("s" if count > 1 else "")]
    fresh = sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)})
    notes += [f"{', '.join(fresh)}: can only be judged where that set was built, not by CI"] if fresh else []
    return f"ok: {path} ({'; '.join(notes)})"
