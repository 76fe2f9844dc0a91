"""Record the owners of submissions on the branch ``results``, and refuse rows of changes by others."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from benchmark.chain.github.repository import Account, Repository
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import (
    New,
    NewRow,
    RecordOutcome,
    add_records,
    keep_each,
    signed_part,
    status_of,
)
from benchmark.chain.plan.ownership import UNKNOWN, ChangesOfPaths, is_confirmed, why_refused
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.layout import OWNERS, ROWS
from benchmark.results.ledger import check_references
from benchmark.results.owners import (
    OwnersRecord,
    SubmissionChange,
    add_owners,
    comparable_logins,
    owners_patterns,
    read_owners,
)
from benchmark.submissions.check import read_submission
from benchmark.submissions.files import SUBMISSIONS
from benchmark.suites.run_names import known_suites


@dataclass(frozen=True, slots=True)
class Ownership:
    """The owners of the submissions of a record job; empty if there is no repository to ask."""

    work: RecordJob
    policy: Policy
    asked: Mapping[str, tuple[SubmissionChange, OwnersRecord]]  #: newest change and listed owners, by slug

    @property
    def needed_paths(self) -> tuple[str, ...]:
        """The paths of the branch that :meth:`add_to_branch` needs."""
        return tuple(f"{OWNERS}/{pattern}" for slug in self.asked for pattern in owners_patterns(slug))

    def without_refused_rows(self, results: RecordOutcome, checkout: Path) -> RecordOutcome:
        """Return the results, with a status instead of each refused row.

        Refused are rows of a submission that a stranger changed, and rows from published files that have
        other bytes than an earlier row recorded.
        """
        refused: dict[str, str] = {}
        for slug, (change, owners) in self.asked.items():
            recorded = read_owners(checkout / OWNERS, slug)
            if why := why_refused(change, slug, owners.listed, self.policy, recorded):
                refused[slug] = why
        planned = {run.name: run for run in self.work.plan.runs}
        statuses = [
            status_of(self.work, planned[new.name], "refused", "record", refused[new.name.slug])
            for new in results.rows
            if new.name.slug in refused
        ]
        rows = tuple(new for new in results.rows if new.name.slug not in refused)
        nightly = tuple(new for new in results.nightly if _slug(new) not in refused)
        errors = [
            OurFailure(f"{slug}: no nightly run was recorded: {refused[slug]}", "let an owner submit it")
            for slug in sorted({_slug(new) for new in results.nightly} & refused.keys())
        ]
        found = RecordOutcome(rows, (*results.statuses, *statuses), (*results.errors, *errors), nightly)
        return keep_each(self.work, found, lambda new: self._with_known_files(new, checkout))

    def _with_known_files(self, new: New, checkout: Path) -> New:
        """Return a new row or record; refuse a row whose published files changed since an earlier row."""
        if isinstance(new, NewRow):
            planned = next(run for run in self.work.plan.runs if run.name == new.name)
            if (reference := self.work.submitted(planned).run.reference) is not None:
                check_references(checkout / ROWS, new.row, reference)
        return new

    def add_to_branch(self, results: RecordOutcome, checkout: Path) -> str | None:
        """Add rows, statuses and owners to a checkout of the branch; return the message of the commit.

        The first row of a submission records its owners; a later change of them by a maintainer is recorded
        too. A repeated job of an older plan does not bring back owners that were changed since.
        """
        owned = self.without_refused_rows(results, checkout)
        message = add_records(owned, checkout)
        with_rows = {new.name.slug for new in owned.rows}
        added = []
        for slug, (change, owners) in self.asked.items():
            known = read_owners(checkout / OWNERS, slug)
            if known is None or self.work.plan.is_night:
                adds = slug in with_rows
            else:
                newer = known.listed != owners.listed and known.when < owners.when
                adds = newer and is_confirmed(change, self.policy)
            if adds:
                add_owners(checkout / OWNERS, owners)
                added.append(slug)
        if not added:
            return message
        return "\n".join([message or "Add owners\n", *(f"owners: {slug}" for slug in added)])


def _slug(new: New) -> str:
    """Return the submission of a row or panel; empty for an event, for which owners do not matter."""
    part = signed_part(new)
    return "" if part is None else part[0].slug


def _account_number(repository: Repository, login: str, change: SubmissionChange) -> int:
    """Return the number of an account; 0 if there is none. Mostly, the author of the change owns it."""
    if change.account and change.login is not None and change.login.lower() == login:
        return change.account
    found = repository.rest.find(Account, f"/users/{quote(login, safe='')}")
    return 0 if found is None else found.id


def ask_owners(
    work: RecordJob,
    repository: Repository | None,
    policy: Policy,
    changes: ChangesOfPaths | None = None,
) -> Ownership:
    """Ask GitHub who owns the submissions of a plan. Without a repository, nobody is asked.

    ``changes`` are the merged changes that were looked up already.

    Raises:
        ApiError: if a request fails: then nothing is recorded, and no owner changes.
        OurFailure: if GitHub does not say yet who changed a submission; then neither.
    """
    asked: dict[str, tuple[SubmissionChange, OwnersRecord]] = {}
    if repository is None:
        return Ownership(work, policy, asked)
    clone = work.submissions.resolve().parent
    changes = changes or ChangesOfPaths(repository, work.plan.commit, clone)
    for slug in sorted({run.slug for run in work.plan.runs} | set(work.plan.owners)):
        try:
            owners = read_submission(work.submissions / slug, known_suites(), whole=False).owners
        except BadInput:  # such a submission gets no row, and its status says why
            continue
        path = f"{SUBMISSIONS}/{slug}"
        changes.believe(path, work.plan.change)
        change = changes.newest(path)
        if change is None:
            raise OurFailure(f"{slug}: {UNKNOWN}", "run the job again: it asks no model")
        # No panel records owners.
        logins = comparable_logins([] if work.plan.is_night else owners)
        numbers = {login: _account_number(repository, login, change) for login in logins}
        record = OwnersRecord(
            slug=slug,
            listed=comparable_logins(owners),
            accounts={login: number for login, number in numbers.items() if number},
            commit=change.commit,
            when=work.plan.created,
        )
        asked[slug] = change, record
    return Ownership(work, policy, asked)
