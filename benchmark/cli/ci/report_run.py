"""The work of `sightbench ci report`."""

import re
from dataclasses import replace
from pathlib import Path

import click

from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.pull_request.event import read_finished_run
from benchmark.chain.pull_request.pull_report import read_report
from benchmark.chain.pull_request.reporting import ReportedRun, post
from benchmark.core.errors import BadInput, shown


def run(
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
    """Find the pull request of a run, and post or renew the comment on it."""
    given = ReportedRun(
        head_sha=head_sha, head_repository=head_repository, head_branch=head_branch, run_url=_safe(run_url)
    )
    checked = _completed(given, event)
    if checked is None:
        return
    report = read_report(path)
    with RestApi.from_environment() as rest:
        for line in post(GitHub(Repository(repository, rest)), checked, report, author=author):
            click.echo(line)


def _completed(given: ReportedRun, event: Path | None) -> ReportedRun | None:
    """What options leave open is the event's; None, with a word why, where there is nothing to say."""
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
    if url and not re.fullmatch(r"https://[A-Za-z0-9.-]+(?::\d+)?/[A-Za-z0-9_./-]*", url):
        raise BadInput("--run-url", "", f"{shown(url)} is no page of a run", "such as https://github.com/…")
    return url
