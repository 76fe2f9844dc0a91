"""Check after the merge whether the author of a change may change the submission.

A pull request is checked before its merge. Two merges at the same time, or a maintainer's mistake, can still
let in a change by somebody else. So the jobs `plan` and `record` check again.
"""

import contextlib
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchmark.chain.github.repository import Account, Pull, Repository
from benchmark.chain.github.rest import ApiModel
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import OurFailure
from benchmark.results.git import Git, GitFailure
from benchmark.results.owners import OwnersRecord, SubmissionChange, comparable_logins, read_owners
from benchmark.submissions.files import SUBMISSIONS

#: Why a submission waits whose newest change nobody can be asked about yet.
UNKNOWN = "GitHub does not say yet who brought its newest change to the main branch"
#: Seconds for which GitHub is asked again. Its index of commits and pull requests is empty for tens of
#: seconds after a squash merge, which is when the push of that merge starts a plan (apache/texera#4620).
PATIENCE_SECONDS = 120.0
_PAUSE_SECONDS = 5.0
NO_TREE = "0" * 40  #: stands for a folder that no clone has
#: Kinds of activity without a pull request; the first push of a repository creates its branch.
_PUSHES = frozenset({"push", "force_push", "branch_creation"})
_ENTRIES_LIMIT = 300  #: newest entries of the activity that are read
_COMPARED_LIMIT = 10  #: newest entries that are compared on GitHub, where no clone has their commits


class _Commit(ApiModel):
    sha: str


class _Comparison(ApiModel):
    commits: list[_Commit]


class _Activity(ApiModel):
    """A push to a branch, or a merge of a pull request."""

    before: str
    after: str
    activity_type: str
    actor: Account | None = None


#: The number of a pull request (None for a direct push), and who opened it or pushed (None if deleted).
_Bringer = tuple[int | None, Account | None]


@dataclass(slots=True)
class ChangesOfPaths:
    """The newest changes of paths up to one commit; each is looked up once.

    The commit is looked up in a clone with the whole history, or else on GitHub.
    """

    repository: Repository
    commit: str  #: a commit of the main branch; later changes are ignored. If empty, the newest one
    clone: Path | None = None  #: a clone of the repository
    _commits: dict[str, str] = field(default_factory=dict)
    _changes: dict[str, SubmissionChange] = field(default_factory=dict)
    _bringers: dict[str, _Bringer | None] = field(default_factory=dict)  #: by commit; None if not known yet
    _activity: list[_Activity] = field(default_factory=list)  #: as it was read last, newest first
    _brought: dict[_Activity, Collection[str]] = field(default_factory=dict)  #: commits by entry
    _ends: float | None = None  #: time of ``time.monotonic`` after which GitHub is not asked again

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

    def newest(self, path: str) -> SubmissionChange | None:
        """Return a path's newest change, and who brought it to the branch; raises as newest_commit.

        While GitHub knows neither a pull request nor a push, it is asked again for up to two minutes; then it
        returns None. The tree is ``NO_TREE`` if no clone has it.
        """
        if path not in self._changes:
            commit = self.newest_commit(path)
            if self._ends is None:  # one time for all commits, so that many unknown ones do not stop a plan
                self._ends = time.monotonic() + PATIENCE_SECONDS
            while commit not in self._bringers:
                found = self._merge_of(commit) or self._push_of(commit)
                if found is not None or time.monotonic() + _PAUSE_SECONDS > self._ends:
                    self._bringers[commit] = found
                else:
                    time.sleep(_PAUSE_SECONDS)
            if (bringer := self._bringers[commit]) is None:
                return None
            pull, by = bringer
            login, account = (None, 0) if by is None else (by.login, by.id)
            self._changes[path] = SubmissionChange(
                commit=commit, tree=self._tree(path), pull=pull, login=login, account=account
            )
        return self._changes[path]

    def believe(self, path: str, change: SubmissionChange | None) -> None:
        """Take a path's newest change from its reservation, if the files are those that the plan saw.

        A clone with the whole history must have no newer change either: somebody else may have restored them.
        """
        if change is None or self._in_clone(path, self.commit) not in ("", change.commit):
            return
        if NO_TREE != change.tree == self._tree(path):
            self._commits[path], self._changes[path] = change.commit, change

    def _tree(self, path: str) -> str:
        """Return git's digest of a folder; NO_TREE if no clone has it. A shallow clone is enough."""
        if self.clone is not None:
            with contextlib.suppress(GitFailure):
                return Git(self.clone).text("rev-parse", f"{self.commit}:{path}")
        return NO_TREE

    def _merge_of(self, commit: str) -> _Bringer | None:
        """Return the first merge of a pull request with a commit; None if GitHub lists none."""
        at = self.repository.path("commits", commit, "pulls")
        merged = [pull for pull in self.repository.rest.pages(Pull, at) if pull.merged_at]
        # A later pull request can contain the same commit; the first merge brought it in.
        first = min(merged, key=lambda pull: (pull.merged_at or "", pull.number), default=None)
        return None if first is None else (first.number, first.user)

    def _push_of(self, commit: str) -> _Bringer | None:
        """Return the direct push that brought a commit; None if GitHub lists none, or a merge did.

        The account that pushed counts, never that of the commit, which anybody can write into one.
        """
        entry = self._entry_of(commit)
        if entry is None:  # what was read for another commit may be older than this one
            at, query = self.repository.path("activity"), {"ref": MAIN}
            self._activity = list(islice(self.repository.rest.pages(_Activity, at, query), _ENTRIES_LIMIT))
            entry = self._entry_of(commit)
        if entry is None or entry.activity_type not in _PUSHES or entry.actor is None:
            return None
        return None, entry.actor

    def _entry_of(self, commit: str) -> _Activity | None:
        """Return the newest entry of the activity that brought a commit, as far as that is known."""
        for number, entry in enumerate(self._activity):
            if entry.after == commit:
                return entry
            if entry not in self._brought:
                self._brought[entry] = self._commits_of(entry, on_github=number < _COMPARED_LIMIT)
            if commit in self._brought[entry]:
                return entry
        return None

    def _commits_of(self, entry: _Activity, *, on_github: bool) -> Collection[str]:
        """Return the commits that an entry of the activity brought, as far as they are known."""
        if self.clone is not None:
            span = entry.after if not entry.before.strip("0") else f"{entry.before}..{entry.after}"
            with contextlib.suppress(GitFailure):  # the clone may be older than the entry
                return frozenset(Git(self.clone).text("rev-list", span).split())
        if not on_github:
            return ()
        at = self.repository.path("compare", f"{entry.before}...{entry.after}")
        found = self.repository.rest.find(_Comparison, at)
        return () if found is None else frozenset(brought.sha for brought in found.commits)

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
    login: str,
    account: int,
    slug: str,
    listed: Iterable[str],
    *,
    policy: Policy,
    known: OwnersRecord | None,
) -> bool:
    """Whether an account, with this login and number, may change a submission.

    The logins that its ``submission.yaml`` lists count until its owners are recorded. Then account numbers
    are compared, because a login may change hands.
    """
    login = login.lower()
    if policy.is_maintainer(login) or login in (policy.owners_of(slug) or ()):
        return True
    if known is not None:
        return account in known.accounts.values()  # an unknown number is 0, which no account has
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


def is_confirmed(change: SubmissionChange | None, policy: Policy) -> bool:
    """Whether a maintainer made the change, so that the owners it lists are recorded."""
    return change is not None and change.login is not None and policy.is_maintainer(change.login)


def why_refused(
    change: SubmissionChange | None,
    slug: str,
    listed: Iterable[str],
    policy: Policy,
    recorded: OwnersRecord | None,
) -> str:
    """Return why the newest change of a submission does not count; empty if it does.

    It is :data:`UNKNOWN` if that is not known yet: then the submission waits.
    """
    if change is None:
        return UNKNOWN
    if change.login is None:
        return (
            f"pull request {change.pull} changed the submission, and the account of its author was deleted:"
            " a maintainer must confirm it with a change of their own"
        )
    if owns(change.login, change.account, slug, listed, policy=policy, known=recorded):
        return ""
    what = "a push" if change.pull is None else f"pull request {change.pull}"
    return (
        f"{what} of {change.login} changed the submission, but that account does not own {slug}: an"
        " owner or a maintainer must confirm it with a change of their own"
    )
