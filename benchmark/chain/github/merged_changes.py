"""Finds the author of a merged change, and the number of an account."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from benchmark.chain.github.repository import Account, Pull, Repository
from benchmark.chain.github.rest import ApiModel
from benchmark.core.errors import OurFailure
from benchmark.results.git import Git, GitFailure


class _Commit(ApiModel):
    sha: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedChange:
    """The newest change of a path on the main branch."""

    commit: str
    pull: int | None  #: number of the pull request; None for a direct push, which only maintainers may do
    author: Account | None = None  #: who opened the pull request; None if that account was deleted


@dataclass(frozen=True, slots=True)
class ChangesOfPaths:
    """The newest changes of paths up to one commit; each is looked up once.

    The commit is looked up in a clone with the whole history, or else on GitHub.
    """

    repository: Repository
    commit: str  #: a commit of the main branch; later changes are ignored. If empty, the newest one
    clone: Path | None = None  #: a clone of the repository
    _commits: dict[str, str] = field(default_factory=dict)
    _changes: dict[str, MergedChange] = field(default_factory=dict)

    def newest_commit(self, path: str) -> str:
        """Return the newest commit that changed a file or folder.

        Raises:
            ApiError: if a request to GitHub fails.
            OurFailure: if there is no such commit.
        """
        if path not in self._commits:
            self._commits[path] = self._in_clone(path, self.commit) or self._on_github(path)
        return self._commits[path]

    def is_unchanged(self, path: str, since: str) -> bool:
        """Whether the clone shows that no commit after ``since`` changed a path; asks nothing of GitHub."""
        newest = self._in_clone(path, self.commit)
        return bool(newest) and newest == self._in_clone(path, since)

    def newest(self, path: str) -> MergedChange:
        """Return a path's newest change, and the pull request of its first merge; raises as newest_commit."""
        commit = self.newest_commit(path)
        if commit not in self._changes:
            at = self.repository.path("commits", commit, "pulls")
            merged = [pull for pull in self.repository.rest.pages(Pull, at) if pull.merged_at]
            first = min(merged, key=lambda pull: (pull.merged_at or "", pull.number), default=None)
            number, author = (first.number, first.user) if first else (None, None)
            self._changes[commit] = MergedChange(commit=commit, pull=number, author=author)
        return self._changes[commit]

    def _in_clone(self, path: str, commit: str) -> str:
        """Return the newest commit in the clone; empty if no clone has ``commit`` and its history."""
        if self.clone is None or not commit:
            return ""
        git = Git(self.clone)
        try:
            if git.text("rev-parse", "--is-shallow-repository") != "false":
                return ""
            return git.text("log", "-1", "--format=%H", commit, "--", path)
        except GitFailure:
            return ""

    def _on_github(self, path: str) -> str:
        query: dict[str, str | int] = {"path": path, **({"sha": self.commit} if self.commit else {})}
        listed = self.repository.rest.pages(_Commit, self.repository.path("commits"), query)
        newest = next(iter(listed), None)
        if newest is None:
            problem = f"GitHub knows no commit that changed {path} up to {self.commit}"
            raise OurFailure(problem, "check --repository, and run the job again")
        return newest.sha


def account_id(repository: Repository, login: str) -> int | None:
    """Return the number of the account that has a login now; None if there is none.

    Raises:
        ApiError: if the request fails.
    """
    found = repository.rest.find(Account, f"/users/{quote(login, safe='')}")
    return found.id if found is not None and found.id else None
