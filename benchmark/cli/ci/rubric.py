"""`sightbench ci rubric`: run one rubric job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, policy_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@job_option
@plan_option
@submissions_option
@policy_option
@click.option(
    "--completions",
    type=FOLDER,
    help="Folder of artifacts, with those of the run's generate and score jobs, and of an earlier attempt.",
)
@click.option("--minutes", type=click.FloatRange(min=0), help="Start no more calls after this many minutes.")
@out_option
def command(**options: object) -> None:
    """Let the policy's model score the answers of a run by rubrics, as text only.

    A second opinion next to the judge's verdicts: it changes no row, and its failure fails no run. Answers
    are passed as data, and nothing is run. Nothing is asked if a score job of the run did not finish, because
    there will be no row.

    Reads the plan, the policy, the submission and the artifacts. Needs the network, and the key of the model
    in RUBRIC_API_KEY, which is sent to the server in `rubric.model` of the policy only. Writes scores that
    name no row, and all replies, to --out. Spends at most what the plan reserved. Safe to repeat: asks only
    for missing replies. Exit code 2 for wrong input, or if the budget is used up; 3 if the server failed or
    the time is up.
    """
    load_and_run("benchmark.cli.ci.rubric_run", **options)
