"""`sightbench ci plan`: find the runs without a row, and split them into jobs."""

from pathlib import Path

import click

from benchmark.cli.ci.options import (
    gpus_option,
    policy_option,
    rows_option,
    statuses_option,
    submissions_option,
)
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
@rows_option
@statuses_option
@submissions_option
@policy_option
@gpus_option
@click.option(
    "--only",
    multiple=True,
    help="Plan only this submission, even if it failed three times; for several, separate the slugs by "
    "spaces, or repeat the option.",
)
@click.option("--lint/--no-lint", default=True, show_default=True, help="Whether to measure parsing success.")
@click.option(
    "--out", type=PATH, default=Path("build/ci/plan.json"), show_default=True, help="Plan file to write."
)
@click.option(
    "--split",
    type=FOLDER,
    help="Also write a plan per submission to this folder, as NAME/plan.json, where NAME is its artifact.",
)
def command(**options: object) -> None:
    """Find the runs of merged submissions that have no row, and split them into jobs.

    Reads rows, statuses, submissions and the policy. Writes the plan (schemas/plan.json). In a workflow with
    --split, sets the output `kept` (a matrix of the artifacts to keep: plans and reservations), and
    `any_kept` (true or false).

    Leaves out a run that failed three times, until its submission is edited or --only names it. Leaves out
    submissions that are being evaluated.

    With a repository in GITHUB_REPOSITORY, asks GitHub who changed each submission last, and refuses a change
    by anybody but its owners and the maintainers. Also asks for earlier plans and evaluations, and counts
    what they may have spent and how often they failed, even if their results were lost. If GitHub does not
    answer, nothing is planned (exit code 3).

    Without a repository, needs no network. Needs no keys. Safe to repeat: the same input gives the same plan.
    """
    load_and_run("benchmark.cli.ci.plan_run", **options)
