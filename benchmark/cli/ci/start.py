"""`sightbench ci start`: start an evaluation for each plan of a submission."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.option(
    "--plans", type=FOLDER, required=True, help="Folder of `sightbench ci plan --split`, one folder per plan."
)
@click.option(
    "--workflow", default="evaluate.yml", show_default=True, help="File name of the workflow to start."
)
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
def command(**options: object) -> None:
    """Start an evaluation on the main branch for each plan of a submission.

    Reads the plans, and asks GitHub for the artifacts of this workflow run: an evaluation is only started if
    its plan and the reservation of each of its runs were kept. Its inputs are the name of the plan's
    artifact, the id of this workflow run (GITHUB_RUN_ID), and the SHA-256 of the plan.

    Needs the network, and a token in GITHUB_TOKEN that may write actions. Safe to repeat: a second evaluation
    of the same plan ends before it does anything. If an evaluation cannot be started, the others still are,
    and the exit code is 3.
    """
    load_and_run("benchmark.cli.ci.start_run", **options)
