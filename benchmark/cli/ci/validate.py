"""`sightbench ci validate`: the check of a pull request."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, workers_option


@click.command()
@click.option("--base", required=True, help="A commit of the base branch, as it is now.")
@click.option("--head", required=True, help="The last commit of the pull request.")
@click.option("--author", required=True, help="Login of who opened the pull request.")
@click.option("--repository", default="", metavar="OWNER/NAME", help="The base repository, for links.")
@click.option(
    "--git", "folder", type=FOLDER, default=Path(), help="The repository with both commits  [this folder]"
)
@click.option(
    "--policy",
    type=PATH,
    default=Path("policy.yml"),
    show_default=True,
    help="Of a checkout of the base branch.",
)
@click.option("--rows", type=FOLDER, help="Rows to compare with, such as a checkout of the branch results.")
@click.option("--cache", type=FOLDER, help="Where counted rows are kept; may be removed at any time.")
@click.option("--out", type=FOLDER, required=True, help="Gets report.json, summary.md and verdict files.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="After so many nothing more is checked or judged, and the report says so.",
)
@workers_option
def command(**options: object) -> None:
    """Check the submissions of a pull request, judge its prediction files, and say where they would stand.

    Reads both commits with git as data and checks nothing out; owners and policy are those of the base
    branch. Answers run in the sandbox and nothing else does. Writes --out, appends to the file that
    GITHUB_STEP_SUMMARY names, and prints annotations where GITHUB_ACTIONS is true, and where the time went.
    Needs git and no network, no keys. Repeating it is safe.

    Exit codes: 0 sound, or no submission is touched; 2 something does not check; 3 a failure of ours.
    """
    load_and_run("benchmark.cli.ci.validate_run", **options)
