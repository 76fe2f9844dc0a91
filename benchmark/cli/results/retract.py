"""`sightbench results retract`: a row that counts no more."""

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
@click.option("--reason", required=True, help="For readers: one or two sentences on one line.")
@click.option("--by", required=True, envvar="GITHUB_ACTOR", show_envvar=True, help="Who decided it.")
@click.option("--link", default="", help="https address of where it was discussed.")
def command(**options: object) -> None:
    """Withdraw the row whose id begins with ROW, from now on and for good.

    The row stays where it is, and a leaderboard of an earlier day still has it. An older row of the same
    submission counts again, unless it is withdrawn, too.

    Adds one file, retractions/ID.json, to --rows, or with --remote to the branch: that needs the right to
    push, by SSH as git does or with a token in GITHUB_TOKEN. Repeating it is safe: the first one stays.
    """
    load_and_run("benchmark.cli.results.retract_run", **options)
