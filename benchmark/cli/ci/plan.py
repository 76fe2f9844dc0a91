"""`sightbench ci plan`: which runs have no row, and the jobs that get them one."""

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
from benchmark.cli.shared.options import PATH


@click.command()
@rows_option
@statuses_option
@submissions_option
@policy_option
@gpus_option
@click.option(
    "--only",
    multiple=True,
    help="Only this submission, also when it failed too often; several with spaces between, or repeated.",
)
@click.option(
    "--lint/--no-lint", default=True, show_default=True, help="Whether parsing success is measured."
)
@click.option(
    "--out", type=PATH, default=Path("build/ci/plan.json"), show_default=True, help="Where the plan goes."
)
def command(**options: object) -> None:
    """Find the runs of merged submissions that have no row, and cut them into jobs.

    Reads rows, statuses, submissions and the policy. Writes the plan (schemas/plan.json) and, in a workflow,
    the outputs `generate`, `gpu`, `score` and `rubric` (matrices), `any_generate` to `any_rubric`,
    `any_record` and `any_left` (true or false). A run that failed three times is left out until it is edited
    or named with --only. Needs no network and no keys. Repeating it is safe: the same gives the same plan.
    """
    load_and_run("benchmark.cli.ci.plan_run", **options)
