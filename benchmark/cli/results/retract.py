"""`sightbench results retract`: withdraw a row."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.results_branch import rows_or_remote

_EXAMPLE = """\b
Example:
  sightbench results retract 3f2a9c01d4e5 --remote origin --by jane \\
    --reason "The answers were made by another model." --link https://github.com/O/R/issues/12
"""


@click.command(epilog=_EXAMPLE)
@click.argument("row", metavar="ROW")
@rows_or_remote
@click.option("--reason", required=True, help="Reason for readers: one or two sentences on one line.")
@click.option(
    "--by", required=True, envvar="GITHUB_ACTOR", show_envvar=True, help="Who decided to withdraw the row."
)
@click.option("--link", default="", help="https address of the discussion.")
def command(**options: object) -> None:
    """Withdraw the row whose id begins with ROW, permanently.

    The row stays stored, and the leaderboard of an earlier day still shows it. The submission's previous row
    for the same run counts again, unless it is withdrawn, too.

    Adds one file, retractions/ID.json, to --rows, or to the results branch of --remote. To push, it needs
    access over SSH as git does, or a token in GITHUB_TOKEN. Safe to repeat: the first retraction stays.
    """
    load_and_run("benchmark.cli.results.retract_run", **options)
