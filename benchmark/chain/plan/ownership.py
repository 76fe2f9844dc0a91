"""Check after the merge whether the author of a change may change the submission.

A pull request is checked before its merge. Two merges at the same time, or a maintainer's mistake, can still
let in a change by somebody else. So the jobs `plan` and `record` check again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.repository import Account, Pull, Repository
from benchmark.chain.github.rest import ApiModel
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import OurFailure
from benchmark.results.git import Git, GitFailure
from benchmark.results.owners import OwnersRecord, comparable_logins, read_owners
from benchmark.submissions.files import SUBMISSIONS


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
            OurFailure: if there is no such commit.
        """
        if path not in self._commits:
            found = self._in_clone(path, self.commit)
            if not found:
                query: dict[str, str | int] = {"path": path, **({"sha": self.commit} if self.commit else {})}
                listed = self.repository.rest.pages(_Commit, self.repository.path("commits"), query)
                found = next((newest.sha for newest in listed), "")
            if not found:
                problem = f"GitHub knows no commit that changed {path} up to {self.commit}"
                raise OurFailure(problem, "check --repository, and run the job again")
            self._commits[path] = found
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
            # A later pull request can contain the same commit; the first merge brought it in.
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
            # In a shallow clone, `git log` says that its oldest commit changed every file.
            if git.text("rev-parse", "--is-shallow-repository") != "false":
                return ""
            return git.text("log", "-1", "--format=%H", commit, "--", path)
        except GitFailure:
            return ""


def owns(
    author: Account, slug: str, listed: Iterable[str], policy: Policy, recorded: OwnersRecord | None
) -> bool:
    """Whether an account may change a submission.

    The logins that its ``submission.yaml`` lists count until its owners are recorded. Then account numbers
    are compared, because a login may change hands.
    """
    login = author.login.lower()
    if policy.is_maintainer(login) or login in (policy.owners_of(slug) or ()):
        return True
    if recorded is not None:
        return author.id in recorded.accounts.values()  # an unknown number is 0, which no account has
    return login in {name.lower() for name in listed}


def refused_submissions(
    due: Sequence[SubmittedRun], changes: ChangesOfPaths, policy: Policy, owners: Path
) -> Mapping[str, str]:
    """Return why runs of submissions are refused, by slug: somebody else changed the submission last."""
    listed = {submitted.name.slug: submitted.submission.owners for submitted in due}
    refused = {}
    for slug, logins in listed.items():
        path, recorded = f"{SUBMISSIONS}/{slug}", read_owners(owners, slug)
        if recorded is not None and recorded.commit == changes.newest_commit(path):
            continue  # the change was checked when its owners were recorded
        if why := why_refused(changes.newest(path), slug, logins, policy, recorded):
            refused[slug] = why
    return refused


def changed_owners(
    runs: Iterable[SubmittedRun], changes: ChangesOfPaths, policy: Policy, owners: Path
) -> tuple[str, ...]:
    """Return the submissions whose recorded owners a maintainer has changed in ``submission.yaml``."""
    listed = {submitted.name.slug: submitted.submission.owners for submitted in runs}
    found = []
    for slug, logins in sorted(listed.items()):
        recorded = read_owners(owners, slug)
        if recorded is None or recorded.listed == comparable_logins(logins):
            continue
        if is_confirmed(changes.newest(f"{SUBMISSIONS}/{slug}"), policy):
            found.append(slug)
    return tuple(found)


def is_confirmed(change: MergedChange, policy: Policy) -> bool:
    """Whether a maintainer made the change, so that the owners it lists are recorded."""
    return change.pull is None or (change.author is not None and policy.is_maintainer(change.author.login))


def why_refused(
    change: MergedChange,
    slug: str,
    listed: Iterable[str],
    policy: Policy,
    recorded: OwnersRecord | None,
) -> str:
    """Return why the newest change of a submission does not count; empty if it does."""
    if change.pull is None:  # only maintainers may push to the main branch
        return ""
    if change.author is None:
        return (
            f"pull request {change.pull} changed the submission, and the account of its author was deleted:"
            " a maintainer must confirm it with a change of their own"
        )
    if owns(change.author, slug, listed, policy, recorded):
        return ""
    return (
        f"pull request {change.pull} of {change.author.login} changed the submission, but that account does"
        f" not own {slug}: an owner or a maintainer must confirm it with a change of their own"
    )
