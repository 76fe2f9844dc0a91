"""`sightbench ci rubric`: run one rubric job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@job_option
@plan_option
@submissions_option
@click.option(
    "--completions", type=FOLDER, help="Folder of artifacts; the one of the run's generate job is read."
)
@out_option
def command(**options: object) -> None:
    """Let a model judge answers by a rubric, as text only.

    Not used yet: no data set of this version has checks that a model judges, so no plan has such a job, and
    the command always exits with 2. Reads the plan; writes nothing. Needs no network and no keys. Safe to
    repeat.
    """
    load_and_run("benchmark.cli.ci.rubric_run", **options)
