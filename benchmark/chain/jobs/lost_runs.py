"""Finds lost evaluations: workflow runs whose job `record` never pushed a row or a status.

Returns what they spent and which completions they left. Both are read through GitHub's API, so that the money
counts and the completions are not paid for again.
"""

import datetime
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import RunArtifact, WorkflowRuns
from benchmark.chain.jobs.artifact import MANIFEST, JobManifest, JobState
from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.history import GRADING, SPENDING, WORKING, EvaluateRun, History, has_begun
from benchmark.chain.plan.job import generate_id
from benchmark.chain.plan.reservation import (
    CONFIG_DIGITS,
    REQUEST_DIGITS,
    Reservation,
    are_complete,
    is_night,
    slug_of,
)
from benchmark.chain.plan.spending import manifest_cost
from benchmark.core.errors import BadInput, OurFailure
from benchmark.files import strict_json
from benchmark.files.bounded import JSON_LIMIT
from benchmark.files.edge import validate_record
from benchmark.generation.record.manifest import manifest_path, read_manifest
from benchmark.results.heads import RowHead, ci_run_of
from benchmark.results.nightly.panel import Panel
from benchmark.results.status import RunStatus

_GENERATION = manifest_path(Path(COMPLETIONS)).name  #: the manifest of the completions
#: Beginnings of the names of plans that pay for no answers.
_FREE = ("gpu-", "note-")
NIGHT_DAYS = 2  #: days after which no plan of a night is accepted
#: States of a job that makes no further call.
_FINAL: tuple[JobState, ...] = ("done", "failed")


@dataclass(frozen=True, slots=True)
class LostRuns:
    """The money and the attempts of evaluations that no row and no status records."""

    statuses: tuple[
        RunStatus, ...
    ] = ()  #: one for each attempt without a result, as `record` would have made
    costs: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """US dollars by slug and first digits of the request, from the manifests of lost runs of this month."""
    held_usd: float = 0.0  #: reservations of this month whose cost is not known yet
    unpaid: str = ""  #: why nothing may be paid for; empty if it may
    nights: Mapping[int, float] = field(default_factory=dict)
    """The part of these amounts that belongs to nights, in US dollars by workflow run of the plan."""


def find_lost_runs(
    history: History,
    runs: WorkflowRuns,
    *,
    due: Sequence[SubmittedRun],
    heads: Iterable[RowHead],
    statuses: Sequence[RunStatus],
    panels: Iterable[Panel] = (),
) -> LostRuns:
    """Find the evaluations without a result: what they may have spent, and how often a run failed in them.

    A reservation counts in full until one of these replaces it: the row that its evaluation made, a status
    with the completions of the evaluation, or the manifest that its generate job left when it ended by
    itself. An evaluation that started no job spent nothing and is not an attempt. A killed evaluation still
    counts after a later one made the row, because the row does not record what the killed one spent.

    A reservation of a night is settled by the panel that its evaluation made. It is never an attempt of the
    run.

    Args:
        history: the plans and evaluations.
        runs: the workflow runs of the repository.
        due: the runs without a row.
        heads: heads of all rows.
        statuses: all statuses, oldest first.
        panels: panels of this month and the days before it.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    asked = _LostRunSearch(history, runs, due, heads, statuses)
    asked.add_panels(panels)
    for plan, reservations in history.reservations.items():
        for reservation in reservations:
            asked.settle(plan, reservation)
    return LostRuns(
        statuses=tuple(sorted(asked.lost, key=lambda status: status.when)),
        costs=asked.costs,
        held_usd=asked.held_cents / 100,
        unpaid=asked.why_unpaid(),
        nights=asked.night_usd,
    )


class _LostRunSearch:
    """Compares reservations with rows, statuses and workflow runs; asks GitHub about each run only once."""

    def __init__(
        self,
        history: History,
        runs: WorkflowRuns,
        due: Sequence[SubmittedRun],
        heads: Iterable[RowHead],
        statuses: Sequence[RunStatus],
    ) -> None:
        self.history, self.runs = history, runs
        self.due = {
            (run.name.slug, run.request[:REQUEST_DIGITS], run.config[:CONFIG_DIGITS]): run for run in due
        }
        self.rows: dict[tuple[str, str], set[str]] = {}  #: workflow runs that made the rows of a request
        for head in heads:
            key = (head.run.slug, (head.request or "")[:REQUEST_DIGITS])
            self.rows.setdefault(key, set()).add(head.ci_run)
        keys = [
            (status.slug, status.request[:REQUEST_DIGITS], ci_run_of(status.links)) for status in statuses
        ]
        self.nights: dict[tuple[str, str], set[str]] = {}  #: workflow runs that made the panels of a request
        self.recorded = set(keys)  #: submission, request and evaluation of each status
        #: The keys of statuses that record what the completions cost.
        self.counted = {key for key, status in zip(keys, statuses, strict=True) if status.run_id == key[2]}
        self.lost: list[RunStatus] = []
        self.costs: dict[tuple[str, str], float] = {}
        self.held_cents = 0
        self.night_usd: dict[int, float] = {}  #: US dollars of nights, by plan
        self._worked: dict[tuple[int, tuple[str, ...]], bool] = {}
        self._kept: dict[int, tuple[RunArtifact, ...]] = {}

    def add_panels(self, panels: Iterable[Panel]) -> None:
        """Note which workflow runs made the panels of a request."""
        for panel in panels:
            key = (panel.result.slug, (panel.result.request or "")[:REQUEST_DIGITS])
            self.nights.setdefault(key, set()).add(ci_run_of(panel.run.links))

    def settle(self, plan: int, reservation: Reservation) -> None:
        """Add a reservation's amount or its real cost, and a status if its evaluation left no result."""
        key = (reservation.slug, reservation.request)
        night = reservation.is_night
        makers = (self.nights if night else self.rows).get(key, set()) - ({""} if night else set())
        made = self.history.plans.get(plan)
        evaluations = [
            found
            for found in self.history.evaluations
            if (found.plan, found.artifact) == (plan, reservation.artifact) and str(found.id) not in makers
        ]
        if not night and makers and (not evaluations or "" in makers):
            return
        if night and not evaluations and self._was_recorded(plan, reservation, makers):
            return
        in_month = reservation.cents and (made is None or made.created_at >= self.history.paid_since)
        if in_month:
            before = self._counted_usd()
            self._count_money(plan, reservation, evaluations)
            if night:
                self.night_usd[plan] = self.night_usd.get(plan, 0.0) + self._counted_usd() - before
        submitted = self.due.get((*key, reservation.config))
        if submitted is None or night:
            return
        for found in evaluations:
            if found.ended and (*key, str(found.id)) not in self.recorded and self._did(found, WORKING):
                self.lost.append(self._lost(submitted, found))
        if not evaluations and made is not None and made.status == "completed":
            reason = "it was planned, but its evaluation did not start"
            self.lost.append(_status(submitted, made.created_at, made.html_url, reason))

    def _was_recorded(self, plan: int, reservation: Reservation, makers: Collection[str]) -> bool:
        """Whether the evaluation of a night's plan made its panel."""
        return any(
            (found.plan, found.artifact) == (plan, reservation.artifact) and str(found.id) in makers
            for found in self.history.evaluations
        )

    def why_unpaid(self) -> str:
        """Return why nothing may be paid for: an evaluation spent an unknown amount; empty if none did."""
        for found in self.history.evaluations:
            if found.run.created_at < self.history.paid_since:
                continue
            if are_complete(found.artifact, self.history.reservations.get(found.plan, ())):
                continue
            free = found.artifact.startswith(_FREE)
            kinds = GRADING if free else (*SPENDING, *GRADING)
            if not (found.ended or free) or self._did(found, kinds):
                return (
                    f"the reservations of plan {found.plan} for {slug_of(found.artifact)} were deleted, so"
                    f" nobody knows what workflow run {found.id} spent; nothing is paid for before next"
                    " month, unless a maintainer deletes that run, which then counts as free"
                )
        return ""

    def _counted_usd(self) -> float:
        return self.held_cents / 100 + sum(self.costs.values())

    def _is_over(self, plan: int) -> bool:
        """Whether the night of a plan is over, so that no evaluation of it would be accepted any more."""
        made = self.history.plans.get(plan)
        newest = max((run.created_at for run in self.history.plans.values()), default="")
        return made is not None and made.created_at < _days_before(newest, NIGHT_DAYS)

    def _count_money(self, plan: int, reservation: Reservation, evaluations: Sequence[EvaluateRun]) -> None:
        key = (reservation.slug, reservation.request)
        night = reservation.is_night
        if not evaluations and not (night and self._is_over(plan)):
            self.held_cents += reservation.cents
        for found in evaluations:
            if (*key, str(found.id)) in self.counted:
                continue
            if not found.ended:
                self.held_cents += reservation.cents
            elif self._did(found, SPENDING):
                cost = self._cost(found, reservation)
                if cost is None:
                    self.held_cents += reservation.cents
                else:
                    spent = (key[0], f"{key[1]}.{found.id}") if night else key  # each night asks again
                    self.costs[spent] = max(cost, self.costs.get(spent, 0.0))

    def _did(self, found: EvaluateRun, kinds: tuple[str, ...]) -> bool:
        """Whether an evaluation began a job of some kinds."""
        if (found.id, kinds) not in self._worked:
            self._worked[found.id, kinds] = has_begun(self.runs.jobs(found.id), kinds)
        return self._worked[found.id, kinds]

    def _checkpoint(self, found: EvaluateRun, slug: str, request: str) -> RunArtifact | None:
        if found.id not in self._kept:
            self._kept[found.id] = self.runs.artifacts(found.id)
        name = generate_id(slug, request)
        if is_night(found.artifact):  # the date of the night follows
            fits = [kept for kept in self._kept[found.id] if kept.name.startswith(f"{name}.")]
        else:
            fits = [kept for kept in self._kept[found.id] if kept.name == name]
        return next((kept for kept in fits if not kept.expired), None)

    def _cost(self, found: EvaluateRun, reservation: Reservation) -> float | None:
        """Return what an evaluation's generate job spent; None if its manifest may lack some calls."""
        kept = self._checkpoint(found, reservation.slug, reservation.request)
        if kept is None:
            return None
        try:
            files = self.runs.files(kept, [MANIFEST, _GENERATION], JSON_LIMIT)
            state, cost = _read_cost(files)
        except ApiError:
            raise
        except (OurFailure, BadInput):
            return None
        final = state in _FINAL or (state == "unfinished" and self._generated_without_a_kill(found))
        return cost if final else None

    def _generated_without_a_kill(self, found: EvaluateRun) -> bool:
        """Whether no generate job was killed, so that each uploaded its manifest after its last call."""
        jobs = [job for job in self.runs.jobs(found.id) if job.name.startswith(SPENDING)]
        return bool(jobs) and all(job.conclusion in ("success", "skipped") for job in jobs)

    def _lost(self, submitted: SubmittedRun, found: EvaluateRun) -> RunStatus:
        kept = self._checkpoint(found, submitted.name.slug, submitted.request)
        reason = f"the workflow run ended ({found.run.conclusion}) without recording a result"
        run_id = "" if kept is None else str(found.id)
        return _status(submitted, found.run.created_at, found.run.html_url, reason, run_id)


def _days_before(moment: str, days: int) -> str:
    then = datetime.datetime.fromisoformat(moment) - datetime.timedelta(days=days)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


def _status(submitted: SubmittedRun, when: str, link: str, reason: str, run_id: str = "") -> RunStatus:
    return RunStatus(
        **submitted.name._asdict(),
        request=submitted.request,
        config=submitted.config,
        state="failed",
        stage="record",
        reason=reason,
        when=when,
        links={"CI run": link} if link else {},
        run_id=run_id,
    )


def _read_cost(files: Mapping[str, bytes]) -> tuple[JobState | None, float | None]:
    """Return how a generate job ended and what its completions cost, from two files of its artifact."""
    if not {MANIFEST, _GENERATION} <= files.keys():
        return None, None
    job = validate_record(JobManifest, strict_json.loads(files[MANIFEST], MANIFEST), MANIFEST)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, COMPLETIONS)
        manifest_path(path).write_bytes(files[_GENERATION])
        return job.state, manifest_cost(read_manifest(path))
