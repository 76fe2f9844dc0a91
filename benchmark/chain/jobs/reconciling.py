"""Restart runs that are neither finished nor under way, and open one issue per run that failed too often."""

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.repository import Repository, TrackedRun
from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import MAIN, WorkflowRuns
from benchmark.chain.jobs.adding import add_records
from benchmark.chain.jobs.recording import RecordOutcome
from benchmark.chain.jobs.settling import LostEvaluation, settle_lost, settled_line
from benchmark.chain.plan.due_runs import SubmittedRun, failure_count
from benchmark.chain.plan.job import Plan
from benchmark.chain.plan.reservations import evaluations_of
from benchmark.results.money import add_settlement, read_money
from benchmark.results.status import ATTEMPTS, RunStatus, newest_by_run

LABEL = "evaluation-failed"
_COLOR = "b60205"
_DESCRIPTION = "A run of a submission that failed three times"
_MARK = re.compile(r"<!-- sightbench run ([0-9a-f]{64}) -->")


def reconcile(
    due: Sequence[SubmittedRun],
    statuses: Sequence[RunStatus],
    plan: Plan,
    *,
    github: Repository,
    workflow: str,
) -> list[str]:
    """Start the workflow if runs are due, open issues for stuck runs, and close those that are resolved.

    Args:
        due: runs without a row.
        statuses: all statuses, oldest first.
        plan: the plan that would be made now.
        github: the repository.
        workflow: file name of the workflow.

    Returns:
        What was done, one line each.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    stuck = stuck_runs(due, statuses)
    planned = bool(plan.runs or plan.unplanned or plan.owners)
    found = [(_MARK.search(issue.body or ""), issue) for issue in github.issues(labels=[LABEL], state="all")]
    known = {mark[1]: issue for mark, issue in found if mark is not None}
    new = [(submitted, last) for submitted, last in stuck if submitted.config not in known]
    still = {submitted.config for submitted, _ in stuck}  # the others have a row now, or were edited
    resolved = [issue for config, issue in known.items() if config not in still and issue.state == "open"]
    if new:
        github.ensure_label(LABEL, color=_COLOR, description=_DESCRIPTION)
    for submitted, last in new:
        github.open_issue(_title(submitted), _body(submitted, last), [LABEL])
    for issue in resolved:
        github.edit_issue(issue.number, state="closed")
    if planned:
        github.dispatch(workflow, ref=MAIN)
    started = f"{workflow} started on branch {MAIN}" if planned else "nothing to start"
    return [
        *(f"no row: {run.name}" for run in plan.runs),
        *(f"issue opened: {_title(submitted)}" for submitted, _ in new),
        *(f"issue closed: #{issue.number}" for issue in resolved),
        started,
    ]


@dataclass(slots=True)
class SettleLost:
    """Settles evaluations that ended without a settlement, on a checkout of the branch.

    Args:
        runs: the workflow runs of the repository.
        now: current time in UTC.
    """

    runs: WorkflowRuns
    now: datetime.datetime
    lines: list[str] = field(default_factory=list)  #: what was done, one line each
    remaining: int = 0  #: evaluations that were not checked, because GitHub's rate limit was spent
    _evaluations: dict[str, list[TrackedRun]] | None = None
    _lost: dict[str, LostEvaluation | None] = field(default_factory=dict)

    def __call__(self, checkout: Path) -> str | None:
        """Add settlements and statuses to the checkout; return the message of the commit.

        If GitHub's rate limit is spent, the settlements found so far are added, and the next job continues.

        Raises:
            ApiError: if a request to GitHub fails; of the rate limit, only if nothing could be settled.
            BadInput: if the ledger of money cannot be read.
        """
        self.lines, self.remaining = [], 0
        opened = [entry.reservation for entry in read_money(checkout).open]
        if self._evaluations is None:
            self._evaluations = evaluations_of(self.runs, opened)
        spent: ApiError | None = None
        for reservation in opened:
            if reservation.id not in self._lost and spent is None:
                found = self._evaluations.get(reservation.id, [])
                try:
                    self._lost[reservation.id] = settle_lost(self.runs, reservation, found, self.now)
                except ApiError as error:
                    if not error.limited:
                        raise
                    spent = error
            self.remaining += reservation.id not in self._lost
            lost = self._lost.get(reservation.id)
            if lost is None:
                continue
            settlement, statuses = lost
            add_settlement(checkout, reservation, settlement)
            add_records(RecordOutcome(statuses=statuses), checkout)
            self.lines.append(settled_line(reservation, settlement))
        if spent is not None and not self.lines:
            raise spent
        return "\n".join(["Settle lost evaluations", "", *self.lines]) if self.lines else None


def stuck_runs(
    due: Iterable[SubmittedRun], statuses: Sequence[RunStatus]
) -> list[tuple[SubmittedRun, RunStatus]]:
    """Return the runs that failed too often, each with its last status."""
    last = newest_by_run(statuses)
    return [
        (submitted, last[submitted.name])
        for submitted in due
        if failure_count(submitted, statuses) >= ATTEMPTS
    ]


def _title(submitted: SubmittedRun) -> str:
    return f"No result after {ATTEMPTS} attempts: {submitted.name}"


def _body(submitted: SubmittedRun, last: RunStatus) -> str:
    slug = submitted.name.slug
    owners = ", ".join(f"@{login}" for login in submitted.submission.owners)
    links = "\n".join(f"- [{label}]({address})" for label, address in last.links.items())
    fenced = last.reason.replace("`", "'")
    return f"""\
`{submitted.place}` of `submissions/{slug}/submission.yaml` has failed {ATTEMPTS} times. \
The last failure was in the stage `{last.stage}` ({last.when}):

```text
{fenced}
```

{links}

The run is not tried again automatically. To fix it, edit it in a pull request: an edited run starts afresh. \
To try it again unchanged, a maintainer starts the evaluation workflow by hand with `{slug}` as its input. \
This issue is closed automatically when the run has a row or was edited.

{owners}

<!-- sightbench run {submitted.config} -->
"""
