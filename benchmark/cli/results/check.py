"""`sightbench results check`: is the branch what it should be?"""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.results_branch import branch_option, remote_option


@click.command()
@remote_option
@branch_option
@click.option(
    "--seen",
    type=PATH,
    help="File with the commit that an earlier check found right; written anew when all is right. Without it "
    "a history that was replaced as a whole, ids and all, looks like one that always was so.",
)
def command(**options: object) -> None:
    """Check the branch of results: nothing of it was ever changed, and all of it is right.

    That no commit changes, renames or deletes a file; that the commit in --seen is still part of the history;
    that every row has the id of what it holds and stands in its place; that the files beside it have the
    digests it says; that retractions have their rows; that there is nothing else.

    Reads the whole branch, over the network where it is not on disk; writes only --seen. Needs no keys for a
    public repository, else a token in GITHUB_TOKEN. Repeating it is safe. Exit code 1 when anything is wrong.
    """
    load_and_run("benchmark.cli.results.check_run", **options)
