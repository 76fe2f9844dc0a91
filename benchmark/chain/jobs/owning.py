"""Record the owners of submissions on the branch ``results``, and refuse rows of changes by others."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.merged_changes import ChangesOfPaths, MergedChange, account_id
from benchmark.chain.github.repository import Repository
from benchmark.chain.jobs.adding import add_records
from benchmark.chain.jobs.recording import FailedRun, RecordJob, RecordOutcome, status_of
from benchmark.chain.plan.ownership import SUBMISSIONS, is_confirmed, why_refused
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.layout import OWNERS
from benchmark.results.nights import NewRecord, Panel
from benchmark.results.owners import (
    OwnersRecord,
    add_owners,
    comparable_logins,
    owners_patterns,
    read_owners,
)
from benchmark.submissions.check import read_submission
from benchmark.suites.run_names import known_suites


@dataclass(frozen=True, slots=True)
class OwnersOnGitHub:
    """What GitHub knows about a submission: its newest change, and the accounts of its listed owners."""

    change: MergedChange
    listed: tuple[str, ...]  #: logins in submission.yaml
    accounts: Mapping[str, int]  #: numbers of the accounts that have these logins now


@dataclass(frozen=True, slots=True)
class Ownership:
    """The owners of the submissions of a record job; empty if there is no repository to ask."""

    work: RecordJob
    policy: Policy
    asked: Mapping[str, OwnersOnGitHub]  #: by slug

    @property
    def needed_paths(self) -> tuple[str, ...]:
        """The paths of the branch that :meth:`add_to_branch` needs."""
        return tuple(f"{OWNERS}/{pattern}" for slug in self.asked for pattern in owners_patterns(slug))

    def without_refused_rows(self, results: RecordOutcome, checkout: Path) -> RecordOutcome:
        """Return the results, with a status instead of each row whose submission somebody else changed last.

        Args:
            results: the rows and statuses.
            checkout: a checkout of the branch ``results``.
        """
        refused = {
            slug: why
            for slug, asked in self.asked.items()
            if (
                why := why_refused(
                    asked.change, slug, asked.listed, self.policy, _recorded_owners(checkout, slug)
                )
            )
        }
        planned = {run.name: run for run in self.work.plan.runs}
        statuses = [
            status_of(self.work, planned[new.name], FailedRun("refused", "record", refused[new.name.slug]))
            for new in results.rows
            if new.name.slug in refused
        ]
        rows = tuple(new for new in results.rows if new.name.slug not in refused)
        nightly = tuple(new for new in results.nightly if _slug(new) not in refused)
        errors = [
            OurFailure(f"{slug}: no panel: {refused[slug]}", "nothing was recorded")
            for slug in sorted({_slug(new) for new in results.nightly} & refused.keys())
        ]
        return RecordOutcome(rows, (*results.statuses, *statuses), (*results.errors, *errors), nightly)

    def add_to_branch(self, results: RecordOutcome, checkout: Path) -> str | None:
        """Add rows, statuses and owners to a checkout of the branch; return the message of the commit.

        The first row of a submission records its owners; a later change of them by a maintainer is recorded
        too. The job of an older plan, repeated, does not bring back owners that were changed since.
        """
        owned = self.without_refused_rows(results, checkout)
        message = add_records(owned, checkout)
        with_rows = {new.name.slug for new in owned.rows}
        added = [slug for slug, asked in self.asked.items() if self._add(checkout, slug, asked, with_rows)]
        if not added:
            return message
        return "\n".join([message or "Add owners\n", *(f"owners: {slug}" for slug in added)])

    def _add(self, checkout: Path, slug: str, asked: OwnersOnGitHub, with_rows: set[str]) -> bool:
        known, listed = _recorded_owners(checkout, slug), comparable_logins(list(asked.listed))
        first = known is None and slug in with_rows
        newer = known is not None and known.listed != listed and known.when < self.work.plan.created
        anew = newer and is_confirmed(asked.change, self.policy)
        if first or anew:
            record = OwnersRecord(
                slug=slug,
                listed=listed,
                accounts=dict(sorted(asked.accounts.items())),
                commit=asked.change.commit,
                when=self.work.plan.created,
            )
            add_owners(checkout / OWNERS, record)
        return first or anew


def _slug(new: NewRecord) -> str:
    """Return the submission of a panel; empty for an event, which owners do not matter for."""
    return new.record.result.slug if isinstance(new.record, Panel) else ""


def ask_owners(
    work: RecordJob,
    repository: Repository | None,
    policy: Policy,
    changes: ChangesOfPaths | None = None,
) -> Ownership:
    """Ask GitHub about the owners of all submissions of a plan.

    Args:
        work: the plan.
        repository: the repository; None outside of GitHub, where nobody is asked.
        policy: the policy of the main branch.
        changes: the merged changes that were asked for already.

    Raises:
        ApiError: if a request fails: then nothing is recorded, and no owner changes.
    """
    asked: dict[str, OwnersOnGitHub] = {}
    if repository is None:
        return Ownership(work, policy, asked)
    changes = changes or ChangesOfPaths(repository, work.plan.commit)
    for slug in sorted({run.slug for run in work.plan.runs} | set(work.plan.owners)):
        try:
            owners = read_submission(work.submissions / slug, known_suites(), whole=False).owners
        except BadInput:  # it gets no row, and its status says why
            continue
        found = {login.lower(): account_id(repository, login) for login in owners}
        asked[slug] = OwnersOnGitHub(
            changes.newest(f"{SUBMISSIONS}/{slug}"),
            tuple(owners),
            {login: number for login, number in found.items() if number is not None},
        )
    return Ownership(work, policy, asked)


def _recorded_owners(checkout: Path, slug: str) -> OwnersRecord | None:
    return read_owners(checkout / OWNERS, slug)
