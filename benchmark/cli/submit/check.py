"""`sightbench submit check`: check submissions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_json
from benchmark.cli.shared.options import PATH, json_option
from benchmark.core.errors import ManyBadInputs

if TYPE_CHECKING:
    from benchmark.chain.pull_request.local_check import ValidSubmission


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@click.option("--ci", is_flag=True, help="End with exit code 2 also if only CI would refuse a submission.")
@json_option
def command(*, paths: tuple[Path, ...], ci: bool, as_json: bool) -> None:
    """Check submissions; each PATH is the folder of one, or its submission.yaml.

    Applies every rule of a pull request that can be known here, and says which only CI can check. What is
    wrong is an error. What works on this machine but not in CI, such as the address of a server of your
    own, is printed as `CI would refuse`. Reads the files of each submission, the tasks of its prediction
    files, and policy.yml and the other submissions of the clone, wherever PATH is; runs and writes nothing.
    Prints every problem with its file, field and fix; for a valid submission, the commands that score its
    prediction files. Needs no network and no keys. Safe to repeat. Exit code 2 if something is wrong.
    """
    from benchmark.chain.pull_request.local_check import check_submissions_here
    from benchmark.suites.run_names import known_suites

    found = check_submissions_here(paths, known_suites())
    refused = found.of_kind("refused")
    if as_json:
        print_json(found)
    else:
        for valid in found.submissions:
            click.echo(_summary(valid))
        for problem in refused if not ci else ():
            click.echo(problem.error().render().replace("error:", "CI would refuse:", 1))
        if found.unchecked:
            click.echo("\n  - ".join(["not checked, run this in a clone:", *found.unchecked]))
        if found.passed:
            rules = ["only the pull request's own check can tell:", *found.only_ci]
            click.echo("\n  - ".join(rules))
    # At the end, so that valid submissions next to a broken one are listed.
    if errors := [*found.of_kind("wrong"), *(refused if ci else ())]:
        raise ManyBadInputs([problem.error() for problem in errors])


def _summary(valid: ValidSubmission) -> str:
    notes = [plural(valid.runs, "run")]
    if valid.fresh_datasets:
        names = ", ".join(valid.fresh_datasets)
        notes.append(f"{names}: can only be judged where that set was built, not by CI")
    lines = [f"ok: {valid.path} ({'; '.join(notes)})"]
    lines += [f"  warning: {warning}" for warning in valid.warnings]
    lines += [f"  score it: {command}" for command in valid.commands]
    return "\n".join([*lines, *(f"  not checked: {what}" for what in valid.unchecked)])
