"""One comment on a pull request, from the report of a job that nobody trusts.

Which pull request it is, its commit and the address of the run come from GitHub; from the report come texts,
which are escaped, and numbers, which are bounded. A pull request that touches ``.github`` could have written
the report by a workflow of its own, so nothing is said there at all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.chain.github.repository import BOT, FILES_LIMIT, Comment, GitHub, Pull
from benchmark.chain.pull_request.pull_report import PullReport
from benchmark.chain.pull_request.summary import MARKER, ReportOrigin, comment
from benchmark.core.errors import shown

_WORKFLOWS = ".github"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRun:
    """The run whose report it is, as GitHub tells it."""

    head_sha: str
    head_repository: str  #: ``owner/name``
    head_branch: str = ""  #: empty looks through all that are open
    run_url: str = ""


def post(github: GitHub, checked: ReportedRun, report: PullReport, *, author: str = BOT) -> list[str]:
    """Write or renew the comment; returns what was done, a line a pull request.

    Nothing is written for a commit that no open pull request ends with (any more), for one that touches
    ``.github``, and where no submission is touched and none was before.

    Args:
        github: the base repository.
        checked: the run.
        report: of that run.
        author: whose comments are renewed; those of others are never touched, whatever they hold.
    """
    pulls = github.open_pulls(
        head_sha=checked.head_sha, head_repository=checked.head_repository, head_branch=checked.head_branch
    )
    if not pulls:
        return [f"no open pull request ends with {checked.head_sha} of {shown(checked.head_repository)}"]
    return [_post(github, pull, checked, report, author) for pull in pulls]


def _post(github: GitHub, pull: Pull, checked: ReportedRun, report: PullReport, author: str) -> str:
    named = f"pull request {pull.number}"
    paths = github.changed_paths(pull.number)
    if github.pull(pull.number).head.sha != checked.head_sha:  # the paths may be those of another commit
        return f"{named} has moved on from {checked.head_sha}: nothing is said there"
    if touches_workflows(paths):
        return f"{named} touches {_WORKFLOWS}: nothing is said there"
    body = comment(report, ReportOrigin(commit=checked.head_sha, run_url=checked.run_url))
    earlier = _own(github.comments(pull.number), author)
    if earlier is None:
        if report.outcome == "none":
            return f"{named} touches no submission: nothing to say"
        return f"{named}: commented {github.add_comment(pull.number, body).html_url}".rstrip()
    if earlier.body == body:
        return f"{named}: the comment says it already"
    return f"{named}: renewed {github.edit_comment(earlier.id, body).html_url}".rstrip()


def touches_workflows(paths: Sequence[str]) -> bool:
    """Whether workflows or actions may be among the paths; a list that may not be whole says yes."""
    return len(paths) >= FILES_LIMIT or any(path.casefold().split("/")[0] == _WORKFLOWS for path in paths)


def _own(comments: Iterable[Comment], author: str) -> Comment | None:
    """Our comment: by its mark and by who wrote it; anybody can write the mark."""
    for one in comments:
        if one.user is not None and one.user.login == author and (one.body or "").startswith(MARKER):
            return one
    return None
