"""The work of `sightbench ci report`."""

import re
from dataclasses import replace
from pathlib import Path

from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.pull_request.event import read_finished_run
from benchmark.chain.pull_request.pull_report import read_report
from benchmark.chain.pull_request.reporting import ReportedRun, post_report
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value


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
    """Find the pull request of a run, and post or update the comment on it."""
    given = ReportedRun(
        head_sha=head_sha,
        head_repository=head_repository,
        head_branch=head_branch,
        run_url=_check_url(run_url),
    )
    checked = _complete(given, event)
    if checked is None:
        return
    report = read_report(path)
    with RestApi.from_environment() as rest:
        for line in post_report(GitHub(Repository(repository, rest)), checked, report, author=author):
            say(line)


def _complete(given: ReportedRun, event: Path | None) -> ReportedRun | None:
    """Fill in from the event what the options leave out; print why and return None if no comment is due."""
    complete = bool(given.head_sha and given.head_repository)
    if event is None:
        return given
    try:
        run = read_finished_run(event)
    except BadInput:
        if complete:  # called by hand, or by another event
            return given
        raise
    if run.event != "pull_request":
        say(f"the run was started by {quote_value(run.event)}, not by a pull request: no comment")
        return None
    if run.head_repository is None:
        say("the repository of the pull request was deleted: no comment")
        return None
    return replace(
        given,
        head_sha=given.head_sha or run.head_sha,
        head_repository=given.head_repository or run.head_repository.full_name,
        head_branch=given.head_branch or run.head_branch or "",
        run_url=given.run_url or _check_url(run.html_url),
    )


def _check_url(url: str) -> str:
    """Return the address if it needs no escaping in Markdown; otherwise raise BadInput."""
    if url and not re.fullmatch(r"https://[A-Za-z0-9.-]+(?::\d+)?/[A-Za-z0-9_./-]*", url):
        raise BadInput(
            "--run-url",
            "",
            f"{quote_value(url)} is not the page of a workflow run",
            "give an address such as https://github.com/…",
        )
    return url
