"""`sightbench ci report`: post the report on a pull request as one comment."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.option(
    "--report", "path", type=PATH, required=True, help="The report.json that `sightbench ci validate` wrote."
)
@click.option(
    "--repository",
    envvar="GITHUB_REPOSITORY",
    required=True,
    metavar="OWNER/NAME",
    help="Repository of the pull request.",
)
@click.option(
    "--event",
    type=PATH,
    envvar="GITHUB_EVENT_PATH",
    help="JSON file of the workflow_run event; gives the values that the options below leave out.",
)
@click.option("--head-sha", default="", help="Commit that was checked.")
@click.option(
    "--head-repository", default="", metavar="OWNER/NAME", help="Repository that the commit was pushed to."
)
@click.option(
    "--head-branch",
    default="",
    help="Branch of the commit; if left out, all open pull requests are searched.",
)
@click.option("--run-url", default="", help="Page of the workflow run that checked it.")
@click.option(
    "--as",
    "author",
    default="github-actions[bot]",
    show_default=True,
    help="Account whose earlier comment is updated.",
)
def command(**options: object) -> None:
    """Post or update the one comment on the pull request that a run of the workflow `validate` has checked.

    Reads the report as untrusted data, because the pull request may have written it. Finds the pull request
    with GitHub's API, by the commit and the repository of the event, never by the report. Posts nothing on a
    pull request that changes .github.

    Needs the network, and a token in GITHUB_TOKEN that may write to pull requests. Safe to repeat: there is
    only one comment.
    """
    load_and_run("benchmark.cli.ci.report_run", **options)
