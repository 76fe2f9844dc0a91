"""`sightbench ci rubric`: one rubric job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@job_option
@plan_option
@submissions_option
@click.option(
    "--completions", type=FOLDER, help="Folder of artifacts: that of the run's generate job is read."
)
@out_option
def command(**options: object) -> None:
    """Let a model judge answers against a rubric, as text only.

    No data set of this version has a check of that kind, so a plan has no such job, and the command refuses.
    """
    load_and_run("benchmark.cli.ci.rubric_run", **options)
