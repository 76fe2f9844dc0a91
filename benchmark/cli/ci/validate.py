"""`sightbench ci validate`: check a pull request."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, workers_option


@click.command()
@click.option("--base", required=True, help="Newest commit of the base branch.")
@click.option("--head", required=True, help="Newest commit of the pull request.")
@click.option("--author", required=True, help="GitHub login of the author of the pull request.")
@click.option(
    "--author-id",
    type=click.IntRange(min=0),
    default=0,
    help="Number of the author's account; without it, the author owns no submission with recorded owners.",
)
@click.option("--repository", default="", metavar="OWNER/NAME", help="The base repository, for links.")
@click.option(
    "--git",
    "folder",
    type=FOLDER,
    default=Path(),
    help="Clone with both commits; the current folder by default.",
)
@click.option(
    "--policy",
    type=PATH,
    default=Path("policy.yml"),
    show_default=True,
    help="Policy file, from a checkout of the base branch.",
)
@click.option(
    "--rows",
    type=FOLDER,
    help="Folder of rows to compare with, such as `results` in a checkout of the results branch.",
)
@click.option("--cache", type=FOLDER, help="Folder for a cache of rows; may be deleted at any time.")
@click.option(
    "--out", type=FOLDER, required=True, help="Folder for report.json, summary.md and verdict files."
)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="Stop checking and judging after this many minutes; the report names what is left.",
)
@workers_option
def command(**options: object) -> None:
    """Check the submissions of a pull request, judge its prediction files, and preview their places.

    Reads both commits with git as data, without checking them out. Owners and policy come from the base
    branch. Runs answers in the sandbox, and runs nothing else from the pull request.

    Writes to --out, and appends a summary to the file that GITHUB_STEP_SUMMARY names. Prints the time that
    each stage took; where GITHUB_ACTIONS is true, also prints annotations. Needs git. Needs no network and no
    keys. Safe to repeat.

    Exit codes: 0 everything is valid, or no submission changed; 2 something is invalid; 3 a failure of
    Sightbench.
    """
    load_and_run("benchmark.cli.ci.validate_run", **options)
