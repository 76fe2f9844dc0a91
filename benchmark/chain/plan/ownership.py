"""Check after the merge whether the author of a change may change the submission.

A pull request is checked before its merge. Two merges at the same time, or a maintainer's mistake, can still
let in a change by somebody else. So the jobs `plan` and `record` check again.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmark.chain.github.merged_changes import ChangesOfPaths, MergedChange
from benchmark.chain.github.repository import Account
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.policy import Policy
from benchmark.results.owners import OwnersRecord, comparable_logins, read_owners
from benchmark.submissions.files import SUBMISSIONS


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
        return author.id in recorded.ids  # an unknown number is 0, which no account has
    return login in {name.lower() for name in listed}


def refused_submissions(
    due: Sequence[SubmittedRun], changes: ChangesOfPaths, policy: Policy, owners: Path
) -> Mapping[str, str]:
    """Return why runs of submissions are refused, by slug: somebody else changed the submission last.

    Raises:
        ApiError: if a request to GitHub fails: then nothing is planned.
        BadInput: if recorded owners cannot be read.
    """
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
    """Return the submissions whose recorded owners a maintainer has changed in ``submission.yaml``.

    Raises:
        ApiError: if a request to GitHub fails: then no owner changes.
        BadInput: if recorded owners cannot be read.
    """
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
