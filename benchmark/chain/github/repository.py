"""What the workflows ask of GitHub about one repository: pull requests, comments, labels, issues, workflows.

Releases are in ``releases``, settings and runners in ``settings``; all take the same :class:`Repository`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from pydantic import Field

from benchmark.chain.github.exchange import ApiRequest
from benchmark.chain.github.rest import ApiModel, RestApi
from benchmark.core.errors import BadInput, shown

BOT = "github-actions[bot]"  #: who writes with a workflow's own token
FILES_LIMIT = 3000  #: GitHub lists no more files of a pull request
BODY_CHARACTERS = 65_000  #: of a comment or an issue; GitHub takes 65,536
_NAME = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}/[A-Za-z0-9_.-]{1,100}")
_SHA = re.compile(r"[0-9a-f]{40}")


class Account(ApiModel):
    """Who wrote or owns something."""

    login: str


class NamedRepository(ApiModel):
    """A repository as a part of something else."""

    full_name: str


class PullHead(ApiModel):
    """One end of a pull request; a deleted fork has no repository."""

    ref: str
    sha: str
    repo: NamedRepository | None = None


class Pull(ApiModel):
    """A pull request."""

    number: int
    state: str
    user: Account | None = None  #: None for a deleted account
    head: PullHead
    base: PullHead
    html_url: str = ""


class PullFile(ApiModel):
    """A file that a pull request changes."""

    filename: str
    previous_filename: str = ""
    status: str = ""


class Comment(ApiModel):
    """A comment on a pull request or an issue."""

    id: int
    body: str | None = None
    user: Account | None = None
    html_url: str = ""


class IssueLabel(ApiModel):
    """A label."""

    name: str


class Issue(ApiModel):
    """An issue; pull requests are listed among them, and have ``pull_request``."""

    number: int
    title: str
    body: str | None = None
    state: str
    labels: list[IssueLabel] = Field(default_factory=list)
    user: Account | None = None
    pull_request: dict[str, object] | None = None
    html_url: str = ""


class Workflow(ApiModel):
    """A workflow file; ``state`` is active, or says who or what disabled it."""

    id: int
    path: str
    state: str


class WorkflowRun(ApiModel):
    """One run of a workflow."""

    id: int
    event: str = ""
    status: str = ""
    conclusion: str | None = None
    head_sha: str = ""
    created_at: str = ""
    html_url: str = ""


def is_repository(name: str) -> bool:
    """Whether it may be the name of a repository, ``owner/name``."""
    return _NAME.fullmatch(name) is not None and not name.endswith(("/.", "/.."))


class Repository:
    """One repository behind the API: the part of an address that all requests share.

    Args:
        name: ``owner/name``.
        rest: the API.

    Raises:
        BadInput: for what is no such name.
    """

    def __init__(self, name: str, rest: RestApi) -> None:
        if not is_repository(name):
            raise BadInput(
                "--repository", "", f"{shown(name)} is no repository", "such as octocat/hello-world"
            )
        self.name, self.rest = name, rest

    def path(self, *parts: str | int) -> str:
        """The address of a part of it; parts are strangers' text as well."""
        return "/".join([f"/repos/{self.name}", *(quote(str(part), safe="") for part in parts)])


class GitHub:
    """Pull requests, comments, labels, issues and workflows of a repository.

    Every method raises :class:`.rest.ApiError` when GitHub does not do what it was asked.
    """

    def __init__(self, repository: Repository) -> None:
        self._at = repository.path
        self._rest = repository.rest
        self.repository = repository.name

    def open_pulls(self, *, head_sha: str, head_repository: str, head_branch: str = "") -> tuple[Pull, ...]:
        """Open pull requests whose last commit is this one, in that repository.

        Args:
            head_sha: all 40 digits.
            head_repository: ``owner/name``, a fork or the repository itself.
            head_branch: asks for fewer; empty looks through all that are open.

        Raises:
            BadInput: for what is no commit or repository.
        """
        if not _SHA.fullmatch(head_sha):
            raise BadInput("--head-sha", "", f"{shown(head_sha)} is no commit", "give all 40 digits")
        if not _NAME.fullmatch(head_repository):
            problem = f"{shown(head_repository)} is no repository"
            raise BadInput("--head-repository", "", problem, "such as octocat/hello-world")
        query: dict[str, str | int] = {"state": "open"}
        if head_branch:
            query["head"] = f"{head_repository.partition('/')[0]}:{head_branch}"
        return tuple(
            pull
            for pull in self._rest.pages(Pull, self._at("pulls"), query)
            if pull.state == "open"
            and pull.head.sha == head_sha
            and pull.head.repo is not None
            and pull.head.repo.full_name.lower() == head_repository.lower()
        )

    def pull(self, number: int) -> Pull:
        """One pull request, as it is now."""
        return self._rest.get(Pull, self._at("pulls", number))

    def changed_paths(self, number: int) -> tuple[str, ...]:
        """Every path that a pull request touches, those included from which files were moved away.

        At most 3,000 files are listed by GitHub; with as many, assume that others are touched too.
        """
        paths: list[str] = []
        for file in self._rest.pages(PullFile, self._at("pulls", number, "files")):
            paths += [path for path in (file.filename, file.previous_filename) if path]
        return tuple(paths)

    def comments(self, number: int) -> Iterator[Comment]:
        """Comments on a pull request or an issue, oldest first."""
        return self._rest.pages(Comment, self._at("issues", number, "comments"))

    def add_comment(self, number: int, body: str) -> Comment:
        """Write a comment."""
        path = self._at("issues", number, "comments")
        return self._rest.write(Comment, "POST", path, {"body": _bounded(body)})

    def edit_comment(self, comment: int, body: str) -> Comment:
        """Write a comment anew."""
        path = self._at("issues", "comments", comment)
        return self._rest.write(Comment, "PATCH", path, {"body": _bounded(body)})

    def ensure_label(self, name: str, *, color: str, description: str) -> None:
        """Make a label unless it is there."""
        if self._rest.find(IssueLabel, self._at("labels", name)) is None:
            body = {"name": name, "color": color, "description": description}
            self._rest.write(IssueLabel, "POST", self._at("labels"), body)

    def add_labels(self, number: int, names: Sequence[str]) -> None:
        """Put labels on a pull request or an issue."""
        path = self._at("issues", number, "labels")
        self._rest.write(list[IssueLabel], "POST", path, {"labels": list(names)})

    def remove_label(self, number: int, name: str) -> None:
        """Take a label off; one that is not there is no error."""
        labels = self._rest.pages(IssueLabel, self._at("issues", number, "labels"))
        if any(label.name.lower() == name.lower() for label in labels):
            path = self._at("issues", number, "labels", name)
            self._rest.send(ApiRequest(method="DELETE", address=path))

    def issues(self, *, labels: Sequence[str] = (), state: str = "open") -> Iterator[Issue]:
        """Issues with all of these labels, pull requests left out."""
        query: dict[str, str | int] = {"state": state}
        if labels:
            query["labels"] = ",".join(labels)
        found = self._rest.pages(Issue, self._at("issues"), query)
        return (issue for issue in found if issue.pull_request is None)

    def open_issue(self, title: str, body: str, labels: Sequence[str] = ()) -> Issue:
        """Open an issue."""
        content = {"title": title, "body": _bounded(body), "labels": list(labels)}
        return self._rest.write(Issue, "POST", self._at("issues"), content)

    def edit_issue(self, number: int, *, body: str | None = None, state: str | None = None) -> Issue:
        """Write an issue's text anew, or close (``closed``) or open it."""
        content: dict[str, object] = {} if body is None else {"body": _bounded(body)}
        if state is not None:
            content["state"] = state
        return self._rest.write(Issue, "PATCH", self._at("issues", number), content)

    def dispatch(self, workflow: str, *, ref: str, inputs: Mapping[str, str] | None = None) -> None:
        """Start a workflow by the name of its file; not repeated when nobody knows whether it started."""
        path = self._at("actions", "workflows", workflow, "dispatches")
        body: dict[str, object] = {"ref": ref, "inputs": dict(inputs or {})}
        self._rest.send(ApiRequest(method="POST", address=path, body=body))

    def workflows(self) -> tuple[Workflow, ...]:
        """All workflow files, whether they are enabled or not."""
        path = self._at("actions", "workflows")
        return tuple(self._rest.pages(Workflow, path, within="workflows"))

    def runs(
        self, workflow: str, *, branch: str = "", event: str = "", status: str = ""
    ) -> Iterator[WorkflowRun]:
        """Runs of a workflow by the name of its file, newest first; empty words leave nothing out."""
        query: dict[str, str | int] = {
            name: value for name, value in (("branch", branch), ("event", event), ("status", status)) if value
        }
        path = self._at("actions", "workflows", workflow, "runs")
        return self._rest.pages(WorkflowRun, path, query, within="workflow_runs")


def _bounded(body: str) -> str:
    """A text that GitHub takes; what is too long ends with a word that says so.

    It ends behind a whole line: half of one could hold text whose code, say, does not end any more.
    """
    if len(body) <= BODY_CHARACTERS:
        return body
    kept, _, _ = body[: BODY_CHARACTERS - 20].rpartition("\n")
    return kept.rstrip() + "\n\n(cut off here)"
