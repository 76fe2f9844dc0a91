"""The work of `sightbench submit check`."""

from collections.abc import Mapping
from pathlib import Path

import click

from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.fresh import is_fresh
from benchmark.core.suite import offers
from benchmark.submissions.check import read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import Submission, SubmissionRun


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
            click.echo(_summary_line(path, submission, known))
    if found:
        raise ManyBadInputs(found)


def _summary_line(path: Path, submission: Submission, known: Mapping[str, SuiteNames]) -> str:
    count = len(submission.runs)
    waiting = sorted({name for run in submission.runs if (name := _unjudged_name(run, known[run.suite]))})
    notes = [f"{count} run" + ("s" if count > 1 else "")]
    notes += [f"this version cannot judge {', '.join(waiting)} yet"] if waiting else []
    fresh = sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)})
    notes += [f"{', '.join(fresh)}: can only be judged where that set was built, not by CI"] if fresh else []
    return f"ok: {path} ({'; '.join(notes)})"


def _unjudged_name(run: SubmissionRun, names: SuiteNames) -> str:
    """Return the suite or data set that keeps this version from judging the run; empty if it can."""
    if not names.built:
        return run.suite
    return f"{run.suite} {run.dataset}" if offers(names.waiting, run.dataset) else ""
