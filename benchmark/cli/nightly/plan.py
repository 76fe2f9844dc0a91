"""`sightbench nightly plan`: plan the panels of a night."""

from pathlib import Path

import click

from benchmark.cli.ci.options import policy_option, rows_option, submissions_option
from benchmark.cli.nightly.options import date_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
@rows_option
@click.option(
    "--found",
    type=FOLDER,
    multiple=True,
    help="Folder that `sightbench nightly discover` wrote; may be given several times. One that does not"
    " exist has no new versions.",
)
@submissions_option
@policy_option
@date_option
@click.option(
    "--out", type=PATH, default=Path("build/nightly/plan.json"), show_default=True, help="Plan file to write."
)
@click.option(
    "--split",
    type=FOLDER,
    help="Also write a plan per submission to this folder, as NAME/plan.json, where NAME is its artifact.",
)
def command(found: tuple[Path, ...], **options: object) -> None:
    """Plan the panels of a night: one for each series that the watch list follows, and for new versions.

    A series is a run of a submission that asks a model behind an API, if the policy's watch list has the
    model and the suite. Its first night fixes its tasks. Each task is drawn once.
    A series that has a panel of this night is left out, so planning again plans only what is missing. If a
    row of the same run was asked for on this day, the panel shares its first draws, and nothing is asked.

    Reads rows, panels, submissions, the policy and the events in --found. Writes the plan
    (schemas/plan.json), and prints per series how many tasks and draws it has, what it may cost at most, and
    why others are left out. If the budget of the night or the month is too small, the series whose last panel
    is oldest come first. In a workflow with --split, sets the output `kept` (a matrix of the artifacts to
    keep: plans and reservations), and `any_kept` (true or false).

    With a repository in GITHUB_REPOSITORY, asks GitHub who changed each submission last, and what earlier
    plans and evaluations may have spent. If GitHub does not answer, nothing is planned (exit code 3).

    Without a repository, needs no network. Needs no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.nightly.plan_run", found=found, **options)
