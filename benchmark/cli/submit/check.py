"""`sightbench submit check`: check submissions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_json
from benchmark.cli.shared.options import PATH, json_option
from benchmark.core.errors import BadInput, ManyBadInputs

if TYPE_CHECKING:
    from benchmark.chain.pull_request.local_check import ValidSubmission


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@json_option
def command(*, paths: tuple[Path, ...], as_json: bool) -> None:
    """Check submissions; each PATH is a folder in submissions/, or its submission.yaml.

    Applies every rule of a pull request that can be known here, and says which only CI can check. Reads the
    files of each submission, the tasks of its prediction files, the other submissions and policy.yml; runs
    and writes nothing. Prints every problem with its file, field and fix; for a valid submission, the
    commands that score its prediction files. Needs no network and no keys. Safe to repeat. Exit code 2 if
    there is a problem.
    """
    from benchmark.chain.pull_request.local_check import check_submissions_here
    from benchmark.suites.run_names import known_suites

    found = check_submissions_here(paths, known_suites())
    if as_json:
        print_json(found)
    else:
        for valid in found.submissions:
            click.echo(_summary(valid))
        if found.passed:
            rules = ["only the pull request's own check can tell:", *found.only_ci]
            click.echo("\n  - ".join(rules))
    # At the end, so that valid submissions next to a broken one are listed.
    if found.problems:
        raise ManyBadInputs([BadInput(**each.model_dump()) for each in found.problems])


def _summary(valid: ValidSubmission) -> str:
    notes = [plural(valid.runs, "run")]
    if valid.fresh_datasets:
        names = ", ".join(valid.fresh_datasets)
        notes.append(f"{names}: can only be judged where that set was built, not by CI")
    lines = [f"ok: {valid.path} ({'; '.join(notes)})"]
    lines += [f"  score it: {command}" for command in valid.commands]
    return "\n".join([*lines, *(f"  not checked: {what}" for what in valid.unchecked)])
