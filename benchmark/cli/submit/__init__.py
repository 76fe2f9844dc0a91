"""`sightbench submit`: make or check a submission."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH
from benchmark.cli.submit.new import new

if TYPE_CHECKING:
    from benchmark.submissions.names import SuiteNames
    from benchmark.submissions.schema import Submission, SubmissionRun


@click.group()
def command() -> None:
    """Make or check a submission: a folder with a submission.yaml. Needs no network and no keys."""


command.add_command(new)


@command.command(short_help="Check submissions: file, field and fix of every problem.")
@click.argument("paths", nargs=-1, required=True, type=PATH)
def check(paths: tuple[Path, ...]) -> None:
    """Check submissions: each PATH is a folder of submissions/ or its submission.yaml.

    Reads each submission.yaml and the prediction files that it names; writes nothing. Needs no network and
    no keys, and runs nothing that a submission holds. Prints one message a problem, and exits with 2 when
    there is any. Repeating it is safe.
    """
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import BadInput, ManyBadInputs
    from benchmark.submissions.check import read_submission

    known = known_suites()
    found: list[BadInput] = []
    for path in paths:
        try:
            submission = read_submission(path, known)
        except ManyBadInputs as error:
            found += error.problems
        except BadInput as error:
            found.append(error)
        else:
            click.echo(_sound(path, submission, known))
    if found:
        raise ManyBadInputs(found)


def _sound(path: Path, submission: "Submission", known: Mapping[str, "SuiteNames"]) -> str:
    from benchmark.core.fresh import is_fresh

    count = len(submission.runs)
    waiting = sorted({name for run in submission.runs if (name := _waiting(run, known[run.suite]))})
    notes = [f"{count} run" + ("s" if count > 1 else "")]
    notes += [f"this version cannot judge {', '.join(waiting)} yet"] if waiting else []
    fresh = sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)})
    notes += [f"{', '.join(fresh)}: judged where that set was built, and not by CI"] if fresh else []
    return f"ok: {path} ({'; '.join(notes)})"


def _waiting(run: "SubmissionRun", names: "SuiteNames") -> str:
    """What of a run this version cannot judge: its suite, or its data set; empty when it can."""
    from benchmark.core.suite import offers

    if not names.built:
        return run.suite
    return f"{run.suite} {run.dataset}" if offers(names.waiting, run.dataset) else ""
