"""`sightbench ci rubric`: one rubric job of a plan."""

from pathlib import Path

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, submissions_option
from benchmark.cli.shared.options import FOLDER


@click.command()
@job_option
@plan_option
@submissions_option
@click.option(
    "--completions", type=FOLDER, help="Folder of artifacts: that of the run's generate job is read."
)
@out_option
def command(*, job: str, plan_file: Path, **_others: object) -> None:
    """Let a model judge answers against a rubric, as text only.

    No data set of this version has a check of that kind, so a plan has no such job, and the command refuses.
    """
    from benchmark.chain.plan.job import job_of, read_plan
    from benchmark.core.errors import BadInput

    plan = read_plan(plan_file)
    if not plan.of("rubric"):
        problem = "no data set of this version has checks that a model judges"
        raise BadInput(plan_file, "jobs", f"has no rubric job: {problem}", "leave the step out")
    job_of(plan, plan_file, job, "rubric")
    raise BadInput("--job", "", f"{job} cannot be judged by this version", "use the version that planned it")
