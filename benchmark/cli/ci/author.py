"""`sightbench ci author`: find the author of a pull request in the merge queue."""

import click

from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.option(
    "--merge-ref",
    envvar="GITHUB_REF",
    required=True,
    metavar="REF",
    help="Branch of the merge queue, refs/heads/gh-readonly-queue/BRANCH/pr-NUMBER-COMMIT; by default the one"
    " in GITHUB_REF.",
)
@click.option(
    "--repository",
    default="",
    metavar="OWNER/NAME",
    help="The repository; by default the one in GITHUB_REPOSITORY.",
)
def command(**options: object) -> None:
    """Find out who opened the pull request that the merge queue is about to merge.

    GitHub names the pull request in the branch of the queue, but not its author. Prints the login. In a
    workflow, sets the outputs `login` and `id` (the number of the account). Writes nothing else. Needs the
    network, and a token in GITHUB_TOKEN. Safe to repeat.
    """
    load_and_run("benchmark.cli.ci.author_run", **options)
