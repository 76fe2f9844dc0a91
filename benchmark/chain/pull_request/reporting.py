"""Post one comment on a pull request, from the report of an untrusted job.

The pull request, its commit and the address of the run come from GitHub. The report supplies only texts,
which are escaped, and numbers, which are limited. A pull request that changes ``.github`` could have written
the report with its own workflow, so it gets no comment.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import AliasPath, Field

from benchmark.chain.github.repository import BOT, FILES_LIMIT, GitHub
from benchmark.chain.github.rest import ApiModel
from benchmark.chain.pull_request.pull_report import Commit, PullReport
from benchmark.chain.pull_request.summary import summary
from benchmark.core.errors import quote_value
from benchmark.files import strict_json
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import validate_record

MARKER = "<!-- sightbench:report -->"  #: the first line of our comments
_WORKFLOWS = ".github"
_EVENT_LIMIT = 25 * MIB
_PAGE = r"^(https://[A-Za-z0-9.-]+(:[0-9]+)?/[A-Za-z0-9_./-]*)?$"


class ReportedRun(ApiModel):
    """The workflow run that wrote a report. The contributor chose the names of its branch and fork."""

    event: str = ""
    head_sha: Commit
    head_branch: str | None = None  #: narrows the search; without it, all open pull requests are searched
    #: Empty if the fork was deleted.
    head_repository: str = Field(default="", validation_alias=AliasPath("head_repository", "full_name"))
    html_url: Annotated[str, Field(pattern=_PAGE)] = ""  #: it needs no escaping in Markdown


class _Event(ApiModel):
    workflow_run: ReportedRun


def read_reported_run(path: Path) -> ReportedRun:
    """Return the run that a ``workflow_run`` event is about.

    Raises:
        BadInput: if the file is not such an event.
    """
    return validate_record(_Event, strict_json.loads(read_bytes(path, _EVENT_LIMIT), path), path).workflow_run


def post_report(github: GitHub, checked: ReportedRun, report: PullReport) -> list[str]:
    """Post or update the comment, and return what was done, one line per pull request.

    Comments of other accounts are never changed. Nothing is posted if the commit is not (or no longer) the
    last one of an open pull request, if the pull request changes ``.github``, or if it changes no submission
    and has no earlier comment of ours.
    """
    fork = checked.head_repository
    if checked.event != "pull_request":
        return [f"the run was started by {quote_value(checked.event)}, not by a pull request: no comment"]
    if not fork:
        return ["the repository of the pull request was deleted: no comment"]
    pulls = github.open_pulls(
        head_sha=checked.head_sha, head_repository=fork, head_branch=checked.head_branch or ""
    )
    if not pulls:
        repository = quote_value(fork)
        return [f"{checked.head_sha} of {repository} is not the last commit of an open pull request"]
    return [_post_to_pull(github, pull.number, checked, report) for pull in pulls]


def _post_to_pull(github: GitHub, number: int, checked: ReportedRun, report: PullReport) -> str:
    name, paths = f"pull request {number}", github.changed_paths(number)
    if github.pull(number).head_sha != checked.head_sha:  # the paths may be those of another commit
        return f"{name} has commits after {checked.head_sha}: nothing was posted"
    if touches_workflows(paths):
        return f"{name} changes {_WORKFLOWS}: nothing was posted"
    body = f"{MARKER}\n{summary(report, commit=checked.head_sha, run_url=checked.html_url)}"
    # The comment is ours by its marker and its author: anybody can write the marker.
    ours = (found for found in github.comments(number) if found.user and found.user.login == BOT)
    earlier = next((found for found in ours if (found.body or "").startswith(MARKER)), None)
    if earlier is None:
        if report.outcome == "none":
            return f"{name} changes no submission: nothing to post"
        return f"{name}: posted a comment {github.add_comment(number, body).html_url}".rstrip()
    if earlier.body == body:
        return f"{name}: the comment is up to date"
    return f"{name}: updated the comment {github.edit_comment(earlier.id, body).html_url}".rstrip()


def touches_workflows(paths: Sequence[str]) -> bool:
    """Whether the paths may include workflows or actions; true if the list may be incomplete."""
    return len(paths) >= FILES_LIMIT or any(path.casefold().split("/")[0] == _WORKFLOWS for path in paths)
