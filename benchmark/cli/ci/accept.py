"""`sightbench ci accept`: accept the plan of a submission for evaluation."""

from pathlib import Path

import click

from benchmark.cli.ci.options import policy_option, rows_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.option("--artifact", required=True, help="Name of the plan's artifact, such as plan-SLUG.")
@click.option("--run", "plan_run", type=int, required=True, help="Id of the run of plan.yml that made it.")
@click.option("--digest", required=True, help="SHA-256 of the plan's file.")
@rows_option
@submissions_option
@policy_option
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
@click.option(
    "--out", type=PATH, default=Path("build/ci/plan.json"), show_default=True, help="Plan file to write."
)
def command(**options: object) -> None:
    """Fetch the plan of a submission, and accept it for evaluation if nothing changed since it was made.

    Asks GitHub whether the artifact comes from a run of plan.yml on the main branch, whether its reservations
    exist, and whether there is another evaluation that the plan does not take into account. Compares the plan
    with its SHA-256, and with the submission, policy.yml and the rows of this checkout. If anything differs,
    prints why and accepts nothing: nothing is paid for, and the next plan begins anew.

    Writes the plan for this commit. In a workflow, sets the outputs `generate`, `gpu`, `score` and `rubric`
    (matrices of jobs), and `any_generate`, `any_gpu`, `any_score`, `any_rubric`, `any_record` and `any_left`
    (true or false). Needs the network, and a token in GITHUB_TOKEN. Safe to repeat.
    """
    load_and_run("benchmark.cli.ci.accept_run", **options)
