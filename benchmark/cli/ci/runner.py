"""`sightbench ci runner`: lend this machine's GPU to planned jobs."""

import click

from benchmark.cli.ci.options import policy_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.option(
    "--gpu",
    "gpus",
    multiple=True,
    required=True,
    help="Name of a kind of GPU runner in the policy that this machine is; may be repeated.",
)
@click.option("--runner", type=FOLDER, required=True, help="Folder with an unpacked copy of GitHub's runner.")
@click.option("--user", required=True, help="Account without rights that runs the jobs.")
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
@click.option(
    "--group", default="", help="Name of the runner group; required if an organisation owns the repository."
)
@click.option(
    "--pass",
    "passed",
    multiple=True,
    metavar="NAME",
    help="Environment variable that jobs get; may be repeated.",
)
@click.option(
    "--work",
    type=FOLDER,
    default=None,
    help="Folder for the files of a job; by default the folder of temporary files.",
)
@click.option(
    "--every",
    type=click.FloatRange(min=1, max=3600),
    default=30.0,
    show_default=True,
    help="Seconds between two checks of the queue.",
)
@click.option("--once", is_flag=True, help="End after one job.")
@policy_option
def command(**options: object) -> None:
    """Wait for planned jobs that need this machine's GPU, and run each with a runner of its own.

    Looks for queued jobs of evaluate.yml on the default branch; the plan has made a label for each of them.
    For each job, registers a runner with this label for one job, starts GitHub's runner program in a new
    folder, waits until the job has ended, and removes the folder, all processes and the runner. A job of a
    pull request gets no runner.

    Reads the policy. Needs the network, root, and a token in GITHUB_TOKEN that may read Actions and
    administer the repository, or the runners of its organisation. Ctrl-C ends the job and cleans up. Safe to
    repeat.
    """
    load_and_run("benchmark.cli.ci.runner_run", **options)
