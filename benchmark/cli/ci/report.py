"""`sightbench ci report`: what the check of a pull request found, as one comment on it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH

if TYPE_CHECKING:
    from benchmark.chain.pull_request.reporting import ReportedRun


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
def command(
    *,
    path: Path,
    repository: str,
    event: Path | None,
    head_sha: str,
    head_repository: str,
    head_branch: str,
    run_url: str,
    author: str,
) -> None:
    """Post or renew the one comment on the pull request that a run of the workflow `validate` has checked.

    Reads the report, which a stranger may have made, as data; the pull request is found through GitHub's API
    by the commit and the repository of the event, never by the report. Says nothing on a pull request that
    touches .github. Needs network, and GITHUB_TOKEN with the right to write to pull requests. Repeating it
    is safe: there is one comment.
    """
    from benchmark.chain.github.repository import GitHub, Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.pull_request.pull_report import read_report
    from benchmark.chain.pull_request.reporting import ReportedRun, post_report

    given = ReportedRun(
        head_sha=head_sha, head_repository=head_repository, head_branch=head_branch, run_url=_safe(run_url)
    )
    checked = _completed(given, event)
    if checked is None:
        return
    report = read_report(path)
    with RestApi.from_environment() as rest:
        for line in post_report(GitHub(Repository(repository, rest)), checked, report, author=author):
            click.echo(line)


def _completed(given: "ReportedRun", event: Path | None) -> "ReportedRun | None":
    """What options leave open is the event's; None, with a word why, where there is nothing to say."""
    from dataclasses import replace

    from benchmark.chain.pull_request.event import read_finished_run
    from benchmark.core.errors import BadInput, shown

    whole = bool(given.head_sha and given.head_repository)
    if event is None:
        return given
    try:
        run = read_finished_run(event)
    except BadInput:
        if whole:  # by hand, or from another event
            return given
        raise
    if run.event != "pull_request":
        click.echo(f"the run was started by {shown(run.event)}, not by a pull request: nothing to say")
        return None
    if run.head_repository is None:
        click.echo("the repository of the pull request is gone: nothing to say")
        return None
    return replace(
        given,
        head_sha=given.head_sha or run.head_sha,
        head_repository=given.head_repository or run.head_repository.full_name,
        head_branch=given.head_branch or run.head_branch or "",
        run_url=given.run_url or _safe(run.html_url),
    )


def _safe(url: str) -> str:
    """An address that can stand in Markdown as it is."""
    import re

    from benchmark.core.errors import BadInput, shown

    if url and not re.fullmatch(r"https://[A-Za-z0-9.-]+(?::\d+)?/[A-Za-z0-9_./-]*", url):
        raise BadInput("--run-url", "", f"{shown(url)} is no page of a run", "such as https://github.com/…")
    return url
