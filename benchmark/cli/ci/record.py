"""`sightbench ci record`: what the jobs left becomes rows on the branch of results."""

from pathlib import Path

import click

from benchmark.cli.ci.options import plan_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@plan_option
@click.option(
    "--artifacts", type=FOLDER, required=True, help="What the jobs left: a folder each, named by job."
)
@submissions_option
@click.option("--remote", required=True, help="Repository of the branch of results: a folder or an address.")
@click.option("--branch", default="results", show_default=True, help="Its name.")
@click.option(
    "--deadline", type=float, default=600.0, show_default=True, help="Seconds to go on trying to push."
)
@click.option(
    "--checkout",
    type=FOLDER,
    default=Path("build/results"),
    show_default=True,
    help="Where the branch is checked out, as far as it is needed: missing or empty; it stays.",
)
@click.option(
    "--repository", default="", help="OWNER/NAME whose releases keep files above 1 MB  [$GITHUB_REPOSITORY]"
)
def command(**options: object) -> None:
    """Make rows of what the jobs of a plan left, and push them to the branch of results.

    A run whose artifacts are complete, and as the score jobs declared them, gets a row; any other one a
    status that says why not. Files are only added; completions and verdicts above 1 MB become assets of a
    release. Reads the plan, the artifacts and the submissions. Needs git, and for an address the network and
    a token in GITHUB_TOKEN. In a workflow it sets the outputs `rows` (how many rows made of these artifacts
    stand on the branch now), `paths` (theirs, one a line) and `added` (true or false: whether anything was
    added, or such rows stand there). Repeating it is safe: what is there already is not added again, and the
    outputs name it again, for whatever did not get done after the push. Exit code 2 when an artifact was
    refused.
    """
    load_and_run("benchmark.cli.ci.record_run", **options)
