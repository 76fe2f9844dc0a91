"""`sightbench ci plan`: which runs have no row, and the jobs that get them one."""

import os
from pathlib import Path

import click

from benchmark.cli.ci.options import (
    gpus_option,
    policy_option,
    rows_option,
    statuses_option,
    submissions_option,
    what_is_due,
)
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
def command(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    policy: Path,
    gpus: str | None,
    only: tuple[str, ...],
    lint: bool,
    out: Path,
) -> None:
    """Find the runs of merged submissions that have no row, and cut them into jobs.

    Reads rows, statuses, submissions and the policy. Writes the plan (schemas/plan.json) and, in a workflow,
    the outputs `generate`, `gpu`, `score` and `rubric` (matrices), `any_generate` to `any_rubric`,
    `any_record` and `any_left` (true or false). A run that failed three times is left out until it is edited
    or named with --only. Needs no network and no keys. Repeating it is safe: the same gives the same plan.
    """
    from dataclasses import replace

    from benchmark.chain.jobs.outputs import write_outputs
    from benchmark.chain.plan.job import write_plan
    from benchmark.chain.plan.matrix import outputs_of
    from benchmark.chain.plan.plan import make_plan

    names = tuple(dict.fromkeys(slug for given in only for slug in given.split()))
    due, known, wish = what_is_due(rows, statuses, submissions, policy, gpus=gpus, only=names)
    plan = make_plan(due, known, replace(wish, lint=lint))
    write_plan(out, plan)
    write_outputs(os.environ, outputs_of(plan))
    for run in plan.runs:
        jobs = len(run.score) + (run.generate is not None)
        click.echo(f"{run.name}: {jobs} job(s)")
    for one in plan.unplanned:
        click.echo(f"{one.slug}: {one.suite}/{one.dataset}: {one.state}: {one.reason}")
    if plan.left:
        click.echo(f"{plan.left} run(s) are left for the next plan: the matrices are full")
    if not plan.runs and not plan.unplanned:
        click.echo("nothing is due")
    click.echo(f"plan: {out}")
