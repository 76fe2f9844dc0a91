"""`sightbench ci report`: what the check of a pull request found, as one comment on it."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.option("--report", "path", type=PATH, required=True, help="The report.json of `ci validate`.")
@click.option(
    "--repository", envvar="GITHUB_REPOSITORY", required=True, metavar="OWNER/NAME", help="To write to."
)
@click.option(
    "--event", type=PATH, envvar="GITHUB_EVENT_PATH", help="The workflow_run event; says what the options do."
)
@click.option("--head-sha", default="", help="The commit that was checked.")
@click.option("--head-repository", default="", metavar="OWNER/NAME", help="Where that commit was pushed to.")
@click.option("--head-branch", default="", help="Its branch; without it, all open ones are searched.")
@click.option("--run-url", default="", help="The page of the run that checked it.")
@click.option(
    "--as", "author", default="github-actions[bot]", show_default=True, help="Whose comments are renewed."
)
def command(**options: object) -> None:
    """Post or renew the one comment on the pull request that a run of the workflow `validate` has checked.

    Reads the report, which a stranger may have made, as data; the pull request is found through GitHub's API
    by the commit and the repository of the event, never by the report. Says nothing on a pull request that
    touches .github. Needs network, and GITHUB_TOKEN with the right to write to pull requests. Repeating it
    is safe: there is one comment.
    """
    load_and_run("benchmark.cli.ci.report_run", **options)
