"""The pull requests, comments, labels and issues of one repository on GitHub.

Release assets are in ``assets``, settings in ``doctor.hosted``; all use a :class:`Repository`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from pydantic import AliasPath, Field

from benchmark.chain.github.rest import ApiModel, ApiRequest, RestApi
from benchmark.core.errors import BadInput, quote_value

BOT = "github-actions[bot]"  #: the account that writes with a workflow's own token
FILES_LIMIT = 3000  #: GitHub lists at most this many files of a pull request
BODY_CHARACTERS = 65_000  #: maximum characters of a comment or issue; GitHub accepts 65,536
_NAME = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}/[A-Za-z0-9_.-]{1,100}")


class Account(ApiModel):
    """An account on GitHub."""

    login: str
    id: int = 0  #: never changes, unlike the login; 0 if it was not read
    type: str = ""  #: such as ``User`` or ``Organization``; empty if it was not read


class Pull(ApiModel):
    """A pull request."""

    number: int
    state: str
    user: Account | None = None  #: None for a deleted account
    head_sha: str = Field(validation_alias=AliasPath("head", "sha"))
    #: The repository with its branch; empty for a deleted fork.
    head_repository: str = Field(default="", validation_alias=AliasPath("head", "repo", "full_name"))
    merged_at: str | None = None


class ChangedFile(ApiModel):
    """A file that a pull request or a range of commits changes."""

    filename: str
    previous_filename: str = ""  #: path of a moved file before


class Comment(ApiModel):
    """A comment on a pull request or an issue."""

    id: int
    body: str | None = None
    user: Account | None = None
    html_url: str = ""


class Issue(ApiModel):
    """An issue, or a pull request: the API lists both, and only the latter have ``pull_request``."""

    number: int
    title: str
    body: str | None = None
    state: str
    state_reason: str | None = None  #: why it was closed: ``completed``, ``not_planned`` or ``duplicate``
    user: Account | None = None
    pull_request: dict[str, object] | None = None
    created_at: str = ""
    closed_at: str | None = None
    closed_by: Account | None = None  #: only read for a single issue; None for a deleted account


class IssueLabel(NamedTuple):
    """A label of issues."""

    name: str
    color: str
    description: str


class TrackedRun(ApiModel):
    """A run of a workflow."""

    id: int
    path: str = ""  #: such as ``.github/workflows/run.yml``
    event: str = ""
    status: str = ""
    conclusion: str | None = None
    head_sha: str = ""
    head_branch: str | None = None
    head_repository: str = Field(default="", validation_alias=AliasPath("head_repository", "full_name"))
    display_title: str = ""  #: the ``run-name`` of the workflow
    run_number: int = 0  #: counted from 1 for each workflow; deleted runs keep their numbers
    created_at: str = ""
    updated_at: str = ""
    html_url: str = ""


def is_repository(name: str) -> bool:
    """Whether a name could be that of a repository, ``owner/name``."""
    # A part `..` would turn the path of a request into that of something else.
    return _NAME.fullmatch(name) is not None and not name.endswith(("/.", "/.."))


class Repository:
    """A repository ``owner/name``: its pull requests, comments, labels, issues and workflows.

    Every method that asks GitHub raises :class:`.rest.ApiError` if the request fails.

    Raises:
        BadInput: if the name is not valid.
    """

    def __init__(self, name: str, rest: RestApi) -> None:
        if not is_repository(name):
            fix = "write it like octocat/hello-world"
            raise BadInput("--repository", "", f"{quote_value(name)} is not the name of a repository", fix)
        self.name, self.rest = name, rest

    def path(self, *parts: str | int) -> str:
        """Return an API path below the repository. Parts are escaped, as they may be untrusted text."""
        return "/".join([f"/repos/{self.name}", *(quote(str(part), safe="") for part in parts)])

    def open_pulls(self, *, head_sha: str, head_repository: str, head_branch: str) -> tuple[Pull, ...]:
        """Return the open pull requests whose last commit is ``head_sha`` of ``head_repository``.

        ``head_branch`` narrows the search; if empty, all open pull requests are searched.
        """
        query: dict[str, str | int] = {"state": "open"}
        if head_branch:
            # A branch can have moved on since, so this only narrows the list; the commit decides below.
            query["head"] = f"{head_repository.partition('/')[0]}:{head_branch}"
        return tuple(
            pull
            for pull in self.rest.pages(Pull, self.path("pulls"), query)
            if pull.state == "open"
            and pull.head_sha == head_sha
            and pull.head_repository.lower() == head_repository.lower()
        )

    def pull(self, number: int) -> Pull:
        """Return the current state of a pull request."""
        return self.rest.get(Pull, self.path("pulls", number))

    def changed_paths(self, number: int) -> tuple[str, ...]:
        """Return every path that a pull request changes, including the old paths of moved files.

        GitHub lists at most 3,000 files. If it lists that many, assume that there are more.
        """
        files = self.rest.pages(ChangedFile, self.path("pulls", number, "files"))
        # A move changes the old place too: it can take a file out of `.github/workflows`.
        return tuple(path for file in files for path in (file.filename, file.previous_filename) if path)

    def comments(self, number: int) -> Iterator[Comment]:
        """Return the comments on a pull request or an issue, oldest first."""
        return self.rest.pages(Comment, self.path("issues", number, "comments"))

    def add_comment(self, number: int, body: str) -> Comment:
        """Post a comment on a pull request or an issue."""
        path = self.path("issues", number, "comments")
        return self.rest.write(Comment, "POST", path, {"body": _shorten(body)})

    def edit_comment(self, comment: int, body: str) -> Comment:
        """Replace the text of a comment."""
        path = self.path("issues", "comments", comment)
        return self.rest.write(Comment, "PATCH", path, {"body": _shorten(body)})

    def ensure_label(self, label: IssueLabel) -> None:
        """Create a label unless it exists."""
        if self.rest.find(ApiModel, self.path("labels", label.name)) is None:
            self.rest.write(ApiModel, "POST", self.path("labels"), label._asdict())

    def issues(self, label: str) -> Iterator[Issue]:
        """Return the issues with a label, open or closed, without pull requests."""
        found = self.rest.pages(Issue, self.path("issues"), {"state": "all", "labels": label})
        return (issue for issue in found if issue.pull_request is None)

    def issue(self, number: int) -> Issue:
        """Return the current state of an issue, with the account that closed it."""
        return self.rest.get(Issue, self.path("issues", number))

    def open_issue(self, title: str, body: str, label: str) -> Issue:
        """Open an issue with a label."""
        content = {"title": title, "body": _shorten(body), "labels": [label]}
        return self.rest.write(Issue, "POST", self.path("issues"), content)

    def edit_issue(
        self, number: int, *, body: str | None = None, state: str | None = None, reason: str | None = None
    ) -> Issue:
        """Replace the text of an issue, or set its state to ``open`` or, for a reason, ``closed``."""
        content: dict[str, object] = {} if body is None else {"body": _shorten(body)}
        if state is not None:
            content["state"] = state
        if reason is not None:
            content["state_reason"] = reason
        return self.rest.write(Issue, "PATCH", self.path("issues", number), content)

    def dispatch(self, workflow: str, *, ref: str, inputs: Mapping[str, str] | None = None) -> int | None:
        """Start a workflow by its file name; return the id of its run, or None if GitHub does not tell it.

        If the workflow may have started in spite of an error, the request is not repeated.
        """
        path = self.path("actions", "workflows", workflow, "dispatches")
        body = {"ref": ref, "inputs": dict(inputs or {}), "return_run_details": True}
        reply = self.rest.send(ApiRequest(method="POST", address=path, body=body))
        return _Dispatched.model_validate_json(reply.content or b"{}").workflow_run_id


class _Dispatched(ApiModel):
    workflow_run_id: int | None = None


def _shorten(body: str) -> str:
    """Cut a text to the length that GitHub accepts, and add a note if something was cut off.

    It is cut at the end of a line, so that no Markdown, such as inline code, stays open.
    """
    if len(body) <= BODY_CHARACTERS:
        return body
    kept, _, _ = body[: BODY_CHARACTERS - 20].rpartition("\n")
    return kept.rstrip() + "\n\n(cut off here)"
