"""Finds the author of a merged change, and the number of an account."""

from dataclasses import dataclass
from urllib.parse import quote

from benchmark.chain.github.repository import Account, Pull, Repository
from benchmark.chain.github.rest import ApiModel
from benchmark.core.errors import OurFailure


class _Commit(ApiModel):
    sha: str


class _MergedPull(Pull):
    merged_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedChange:
    """The newest change of a path on the main branch."""

    commit: str
    pull: int | None  #: number of the pull request; None for a direct push, which only maintainers may do
    author: Account | None = None  #: who opened the pull request; None if that account was deleted


def newest_change(repository: Repository, path: str, commit: str) -> MergedChange:
    """Return the newest change of a path.

    Args:
        repository: the repository.
        path: a file or folder.
        commit: a commit of the main branch; later changes are ignored. If empty, the newest one.

    Raises:
        ApiError: if a request to GitHub fails.
        OurFailure: if GitHub knows no such change.
    """
    query: dict[str, str | int] = {"path": path, **({"sha": commit} if commit else {})}
    listed = repository.rest.pages(_Commit, repository.path("commits"), query)
    newest = next(iter(listed), None)
    if newest is None:
        problem = f"GitHub knows no commit that changed {path} up to {commit}"
        raise OurFailure(problem, "check --repository, and run the job again")
    pulls = repository.rest.pages(_MergedPull, repository.path("commits", newest.sha, "pulls"))
    merged = [(pull.merged_at, pull.number, pull) for pull in pulls if pull.merged_at]
    if not merged:
        return MergedChange(commit=newest.sha, pull=None)
    _, _, first = min(merged, key=lambda found: found[:2])  # the pull request that first merged the commit
    return MergedChange(commit=newest.sha, pull=first.number, author=first.user)


def account_id(repository: Repository, login: str) -> int | None:
    """Return the number of the account that has a login now; None if there is none.

    Raises:
        ApiError: if the request fails.
    """
    found = repository.rest.find(Account, f"/users/{quote(login, safe='')}")
    return found.id if found is not None and found.id else None
