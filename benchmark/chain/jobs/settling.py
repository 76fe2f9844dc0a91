"""Settle reservations: with the rows of their evaluation, or later if it ended without recording anything.

Then runs that are neither finished nor under way are started again; one that failed too often gets an issue.
"""

import contextlib
import datetime
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import IssueLabel, Repository
from benchmark.chain.github.rest import ApiError, ApiModel, ApiRequest
from benchmark.chain.github.workflow_runs import MAIN, RunArtifact, RunJob, WorkflowRuns, has_begun
from benchmark.chain.jobs.artifact import JOB, MANIFEST, find_artifact, read_job_manifest
from benchmark.chain.jobs.generating import STAGES, STEPS, folder_cost, manifests_of, sent_batches
from benchmark.chain.jobs.recording import RecordOutcome, add_records
from benchmark.chain.plan.due_runs import SubmittedRun, failure_counts
from benchmark.chain.plan.job import Kind, Plan, job_id
from benchmark.chain.plan.plan import KnownRuns
from benchmark.chain.plan.reservations import GENERATING, GRADING, WORKING
from benchmark.core.errors import BadInput, OurFailure
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import JSON_LIMIT
from benchmark.generation.batch.state import is_awaited, state_path
from benchmark.generation.record.manifest import Manifest, manifest_path
from benchmark.generation.wire.price import POLICY_SOURCE
from benchmark.results.branch_record import add_record, moment_of, present_moment
from benchmark.results.layout import MONEY
from benchmark.results.money import (
    MoneyEntry,
    Reservation,
    ReservedRun,
    SettledRun,
    Settlement,
    add_next_to,
    carry,
    cents_of,
    close_months,
    find_reservation,
    read_money,
)
from benchmark.results.status import ATTEMPTS, RunStatus, newest_by_run, reason_of

_MOST_DOLLARS = 1e6  #: that one run may be said to have cost
_START = datetime.timedelta(hours=2)  #: after this time, the job of a plan has ended
_LAG = datetime.timedelta(hours=1)  #: maximum age of what GitHub lists
_MONTH = datetime.timedelta(days=30)
_FILES: Mapping[Kind, tuple[str, ...]] = {"generate": STAGES, "rubric": STEPS}


#: How the jobs that ask a model ended, in GitHub's words; ``skipped`` if none of them began.
EndedJobs = Mapping[Kind, str]
_Uncounted = Literal["unknown", "no cost"]
#: The workflow run that has the completions of a job, what they have cost in US dollars, and whether they are
#: complete.
Checkpoint = tuple[str, float, bool]


@dataclass(frozen=True, slots=True)
class SettledMoney:
    """The settlement of a reservation, and the one that takes over the money of batches, if there are any."""

    settlement: Settlement
    carried: Reservation | None = None

    def add(self, checkout: Path, reservation: Reservation) -> bool:
        """Add both to a checkout, unless the reservation is settled; return whether they were added."""
        if not add_next_to(checkout, reservation, self.settlement):
            return False
        if self.carried is not None:
            add_record(checkout / MONEY, self.carried)
        return True


#: The settlement of an evaluation that recorded nothing, and a status for each of its runs without a row.
LostEvaluation = tuple[SettledMoney, tuple[RunStatus, ...]]


class AwaitedBatches(NamedTuple):
    """Batches of a run that have not ended."""

    resume: str  #: the workflow run whose artifact names them
    since: str  #: when the newest one was sent


def settlement_of(
    reservation: Reservation,
    artifacts: Path | None,
    ended: EndedJobs,
    links: Mapping[str, str],
    *,
    source: str = "",
    lost: bool = False,
) -> SettledMoney:
    """Return the actual cost of an evaluation's runs, from the manifests of its jobs.

    Where a manifest is missing or may lack calls, or tokens were used that cost nothing, everything that was
    reserved counts. Where batches have not ended, nothing counts here: another reservation takes over all
    that was reserved. Only manifests and lists of batches are read of ``artifacts``, a folder; None if they
    are missing. ``source`` is the workflow run that left them; ``lost`` says that it recorded nothing.
    """
    runs, kept, since = [], [], ""
    for run in reservation.runs:
        awaited = _awaited(reservation, run, artifacts, ended, source=source, lost=lost)
        if awaited is not None:
            runs.append(SettledRun(request=run.request, cents=0, how="carried"))
            kept.append(run.model_copy(update={"resume": awaited.resume}))
            since = max(since, awaited.since)
            continue
        generated = _spent_cents(reservation, run, "generate", artifacts, ended)
        graded = _spent_cents(reservation, run, "rubric", artifacts, ended)
        why = next((each for each in (generated, graded) if isinstance(each, str)), None)
        asked = ended.get("generate") != "skipped" and run.cents > 0
        runs.append(
            SettledRun(
                request=run.request,
                cents=run.cents if isinstance(generated, str) else generated,
                rubric_cents=run.rubric_cents if isinstance(graded, str) else graded,
                how=why or ("counted" if asked else "nothing asked"),
            )
        )
    settled = Settlement(reservation=reservation.id, when=present_moment(), runs=runs, links=dict(links))
    return SettledMoney(settled, carry(reservation, kept, since, links) if kept else None)


def unbegun(reservation: Reservation, links: Mapping[str, str]) -> Settlement:
    """Return the settlement of an evaluation that ended before a job worked on a run: it cost nothing."""
    runs = [SettledRun(request=run.request, cents=0, how="not begun") for run in reservation.runs]
    return Settlement(reservation=reservation.id, when=present_moment(), runs=runs, links=dict(links))


def _unbegun(reservation: Reservation, links: Mapping[str, str]) -> SettledMoney:
    """Settle what no job worked on; its batches may cost money all the same, and are collected later."""
    if reservation.carried is None:
        return SettledMoney(unbegun(reservation, links))
    return settlement_of(reservation, None, {"generate": "skipped"}, links)


def add_settled(plan: Plan, checkout: Path, artifacts: Path, ended: EndedJobs, ci: CiRun) -> str | None:
    """Settle the reservation of a plan on a checkout; return a message, or None if nothing was settled.

    A repeated job settles nothing a second time. ``ci`` is the workflow run that left ``artifacts``.
    """
    if plan.reservation is None:  # a plan made by hand has no reservation
        return None
    reservation = find_reservation(checkout, plan.reservation).reservation
    money = settlement_of(reservation, artifacts, ended, ci.links, source=ci.id)
    return settled_line(reservation, money) if money.add(checkout, reservation) else None


def settled_line(reservation: Reservation, money: SettledMoney) -> str:
    """Return the line that tells people what a settlement cost."""
    cents = sum(run.cents + run.rubric_cents for run in money.settlement.runs)
    waits = "" if money.carried is None else f"; {len(money.carried.runs)} run(s) wait for batches"
    return f"settled: {reservation.part}: {cents / 100:.2f} US dollars{waits}"


def settle_lost(runs: WorkflowRuns, entry: MoneyEntry, now: datetime.datetime) -> LostEvaluation | None:
    """Return the settlement of a reservation whose evaluation ended and settled nothing.

    None means that it is too early to settle: the evaluation is under way or has just ended, or the plan may
    still name its workflow run. What nobody began cost nothing, and is not an attempt; a run that was deleted
    may have spent all that was reserved. ``now`` is in UTC.
    """
    reservation, started = entry.reservation, entry.started
    if started is None:
        late = moment_of(now - _START) > reservation.when
        if reservation.carried is not None:  # the next plan lets an evaluation collect its batches
            late = not is_awaited(reservation.carried.since)
        return (_unbegun(reservation, reservation.links), ()) if late else None
    run = runs.find(started.run)
    if run is None:
        if reservation.when >= moment_of(now - _LAG):
            return None
        money = settlement_of(reservation, None, {}, reservation.links)
        reason = f"workflow run {started.run} was deleted, and may have spent what was reserved"
        return money, _statuses(reservation, money.settlement, reason, {})
    is_over = run.status == "completed" and run.updated_at <= moment_of(now - _LAG)
    listed = runs.jobs(run.id) if is_over else None
    if listed is None:  # or GitHub's answer is wrong: each run has a list, perhaps an empty one
        return None
    # Only the first attempt may ask a model. In a later one, the jobs begin, and refuse to.
    jobs = [job for job in listed if job.run_attempt == 1]
    links = {"CI run": run.html_url}
    if not has_begun(jobs, WORKING):
        return _unbegun(reservation, links), ()
    ended: EndedJobs = {"generate": _ended(jobs, GENERATING), "rubric": _ended(jobs, GRADING)}
    reason = f"the workflow run ended ({run.conclusion}) without recording a result"
    with tempfile.TemporaryDirectory(prefix="sightbench-") as text:
        folder = Path(text)
        kept = _fetch_manifests(runs, reservation, runs.artifacts(run.id), folder)
        money = settlement_of(reservation, folder, ended, links, source=str(run.id), lost=True)
    left = {job: (str(run.id), *found) for job, found in kept.items()}
    return money, _statuses(reservation, money.settlement, reason, left)


def _ended(jobs: Sequence[RunJob], kind: str) -> str:
    """Return one result for all jobs of a kind, as GitHub combines the jobs of a matrix."""
    begun = [job.conclusion or "" for job in jobs if has_begun([job], (kind,))]
    if not begun:
        return "skipped"
    return "success" if set(begun) == {"success"} else "failure"


def _awaited(
    reservation: Reservation,
    run: ReservedRun,
    artifacts: Path | None,
    ended: EndedJobs,
    *,
    source: str,
    lost: bool,
) -> AwaitedBatches | None:
    """Return the batches of a run that have not ended; None without any, or if they were given up.

    A job that was killed left no manifest; its batches are collected all the same. A night whose answers were
    collected and then lost is recorded by the next evaluation, since no plan asks for it again.
    """
    found, carried = None, reservation.carried
    with contextlib.suppress(BadInput):  # damaged: all that was reserved counts
        identifier = job_id("generate", reservation.slug, run.request, night=reservation.night or "")
        folder = find_artifact(artifacts, identifier)
        if folder is None:
            waits, batches, begun = ended.get("generate") == "skipped", [], False
        else:
            killed = not (folder / MANIFEST).is_file()
            state = "" if killed else read_job_manifest(folder / MANIFEST).state
            waits = state in ("", "pending")
            batches = sent_batches(folder) if waits else []
            waits = waits or (state == "done" and lost and reservation.night is not None)
            begun = bool(manifests_of(folder))
        resume = source if batches or begun else run.resume
        if batches:
            found = AwaitedBatches(resume, max(batch.began for batch in batches))
        elif carried is not None and waits:
            found = AwaitedBatches(resume, carried.since)
    return found if found is not None and is_awaited(found.since) else None


def _spent_cents(
    reservation: Reservation, run: ReservedRun, kind: Kind, artifacts: Path | None, ended: EndedJobs
) -> int | _Uncounted:
    """Return what a job has cost in US cents, or why nobody can say it.

    Completions that the job continued were paid for in other reservations, and do not count again. If their
    checkpoint was lost, the job began anew, and its manifest says so.
    """
    reserved = run.cents if kind == "generate" else run.rubric_cents
    if not reserved or ended.get(kind) == "skipped":
        # Batches that were sent cost money, also if nobody collects them.
        lost = reserved and kind == "generate" and reservation.carried is not None
        return "unknown" if lost else 0
    identifier = job_id(kind, reservation.slug, run.request, night=reservation.night or "")
    try:
        folder = find_artifact(artifacts, identifier)
        if folder is None or not (folder / MANIFEST).is_file():
            return "unknown"
        manifest = read_job_manifest(folder / MANIFEST)
        # A generate job writes its manifest each hour, so its machine may have been lost after that.
        final = kind == "rubric" or manifest.state != "unfinished" or ended.get(kind) == "success"
        named = {file.name for file in manifest.files} & set(_FILES[kind])
        there = all(manifest_path(folder / name).is_file() for name in named)
        belongs = manifest.job == identifier and manifest.request == run.request
        costless = any(map(_lacks_cost, manifests_of(folder, _FILES[kind])))
        # Batches that were given up, and replies that nobody took, cost money as well.
        left = kind == "generate" and any(not batch.ended for batch in sent_batches(folder))
        left = left or manifest.state == "pending"
        if not (belongs and final and there) or left or costless:
            return "no cost" if costless else "unknown"
        begun = [each.started for each in manifests_of(folder)] if kind == "generate" else []
        before = run.before_cents if any(started < reservation.when for started in begun) else 0
        # A server that lies about its tokens must not write an amount that no settlement can hold.
        return max(0, cents_of(min(folder_cost(folder, _FILES[kind]), _MOST_DOLLARS)) - before)
    except BadInput:
        return "unknown"


def _lacks_cost(manifest: Manifest) -> bool:
    """Whether completions used tokens and cost nothing, although policy.yml does not say that they are free.

    Otherwise a wrong price of 0 would let a run spend any amount, and the budget of the month would not see
    it.
    """
    price, totals = manifest.price, manifest.totals
    free = price is not None and price.source == POLICY_SOURCE and not price.input_usd + price.output_usd
    return totals.tokens_out > 0 and not totals.cost_usd and not manifest.unsure_usd and not free


def _fetch_manifests(
    runs: WorkflowRuns, reservation: Reservation, kept: Sequence[RunArtifact], folder: Path
) -> dict[str, tuple[float, bool]]:
    """Write the manifests of jobs that ask a model.

    Return what the completions to continue have cost, and whether they are complete, by job.
    """
    left = {}
    for run in reservation.runs:
        for kind, names in _FILES.items():
            identifier = job_id(kind, reservation.slug, run.request, night=reservation.night or "")
            artifact = next((each for each in kept if each.name == identifier and not each.expired), None)
            if artifact is None:
                continue
            next_to = (path(Path(name)).name for name in names for path in (manifest_path, state_path))
            wanted = [JOB, MANIFEST, *next_to]
            try:
                files = runs.files(artifact, wanted, JSON_LIMIT)
            except ApiError:
                raise
            except OurFailure:  # the artifact is damaged
                continue
            make_folder(folder / identifier)
            for name, data in files.items():
                (folder / identifier / name).write_bytes(data)
            if kind == "generate":
                with contextlib.suppress(BadInput):  # a damaged checkpoint is not continued
                    state = read_job_manifest(folder / identifier / MANIFEST).state
                    left[identifier] = folder_cost(folder / identifier), state == "done"
    return left


def _statuses(
    reservation: Reservation,
    settlement: Settlement,
    reason: str,
    left: Mapping[str, Checkpoint],
) -> tuple[RunStatus, ...]:
    """Return a status per run, which counts as an attempt.

    A panel of a night has none, nor has a run that has its row or whose batches have not ended.

    ``left`` has the checkpoints of this evaluation by job; a job without one has left the earlier checkpoint.
    """
    if reservation.night is not None or reservation.part.startswith("rubric-"):
        return ()
    return tuple(
        RunStatus(
            **name._asdict(),
            request=run.request,
            config=run.config,
            state="failed",
            stage="record",
            reason=reason_of(reason),
            when=settlement.when,
            links=settlement.links,
            run_id=run_id,
            cost_usd=cost,
            complete=complete,
        )
        for name, run, settled in zip(reservation.names, reservation.runs, settlement.runs, strict=True)
        if settled.how != "carried"
        for run_id, cost, complete in [
            left.get(
                job_id("generate", reservation.slug, run.request), (run.resume, run.before_cents / 100, False)
            )
        ]
    )


LABEL = IssueLabel(
    "evaluation-failed", "b60205", "A run of a submission that failed three times, or whose cost is unknown"
)
_MARK = re.compile(r"<!-- sightbench ((?:run|cost|part) [0-9a-f]{64}) -->")


def reconcile(known: KnownRuns, plan: Plan, *, github: Repository, workflow: str) -> list[str]:
    """Start the workflow if runs are due, open issues for stuck runs, and close those that are resolved.

    ``plan`` is the plan that would be made now. A part whose evaluations never begin gets an issue, too, and
    so does a run that used tokens and cost nothing, which a maintainer closes. Return what was done, one
    line each.
    """
    wanted = {
        f"run {submitted.config}": _stuck(submitted, last)
        for submitted, last in stuck_runs(known.due, known.statuses)
    }
    wanted |= {
        f"cost {entry.reservation.id}": _costless(entry) for entry in known.money.entries if entry.lacks_cost
    }
    wanted |= {f"part {each[0].reservation.id}": _unbegun_part(each) for each in unbegun_parts(known)}
    planned = bool(plan.runs or plan.unplanned or plan.owners or known.money.uncollected)
    found = [(_MARK.search(issue.body or ""), issue) for issue in github.issues(LABEL.name)]
    opened = {mark[1]: issue for mark, issue in found if mark is not None}
    new = [text for mark, text in wanted.items() if mark not in opened]
    # Those that are not stuck any more have a row now, or were edited; or their evaluation began.
    resolved = [issue for mark, issue in opened.items() if mark not in wanted and mark[:5] != "cost "]
    resolved = [issue for issue in resolved if issue.state == "open"]
    if new:
        github.ensure_label(LABEL)
    for title, body in new:
        github.open_issue(title, body, LABEL.name)
    for issue in resolved:
        github.edit_issue(issue.number, state="closed")
    if planned:
        github.dispatch(workflow, ref=MAIN)
    started = f"{workflow} started on branch {MAIN}" if planned else "nothing to start"
    return [
        *(f"no row: {run.name}" for run in plan.runs),
        *(f"issue opened: {title}" for title, _ in new),
        *(f"issue closed: #{issue.number}" for issue in resolved),
        started,
    ]


class _Workflow(ApiModel):
    """A workflow; enabling it is an update for GitHub."""

    id: int
    path: str
    state: str
    updated_at: datetime.datetime


def enable_again(github: Repository, now: datetime.datetime) -> list[str]:
    """Enable the workflows that were not updated for a month, and return a line for each.

    GitHub disables those with a schedule after 60 days without activity, and counts anew when they are
    enabled, also if they were not disabled. One that a person disabled stays so.
    """
    path, lines = github.path("actions", "workflows"), []
    for found in github.rest.pages(_Workflow, path, within="workflows"):
        ours = found.path.startswith(".github/") and found.state != "disabled_manually"
        if ours and now - found.updated_at > _MONTH:
            github.rest.send(ApiRequest(method="PUT", address=f"{path}/{found.id}/enable"))
            lines.append(f"enabled for two more months: {found.path}")
    return lines


@dataclass(slots=True)
class SettleLost:
    """Settles evaluations that ended without a settlement, on a checkout of the branch; ``now`` is in UTC."""

    runs: WorkflowRuns
    now: datetime.datetime
    lines: list[str] = field(default_factory=list)  #: what was done, one line each
    remaining: int = 0  #: evaluations that were not checked, because GitHub's rate limit was spent
    #: By reservation, and whether a run was named for it: that may be pushed between two attempts.
    _lost: dict[tuple[str, bool], LostEvaluation | None] = field(default_factory=dict)

    def __call__(self, checkout: Path) -> str | None:
        """Add settlements and statuses to the checkout; return the message of the commit.

        If GitHub's rate limit is spent, the settlements found so far are added, and the next job continues.

        Raises:
            ApiError: if a request to GitHub fails; of the rate limit, only if nothing could be settled.
        """
        self.lines, self.remaining = [], 0
        money = read_money(checkout)
        spent: ApiError | None = None
        for entry in money.open:
            reservation = entry.reservation
            key = reservation.id, entry.started is not None
            if key not in self._lost and spent is None:
                try:
                    self._lost[key] = settle_lost(self.runs, entry, self.now)
                except ApiError as error:
                    if not error.limited:
                        raise
                    spent = error
            self.remaining += key not in self._lost
            lost = self._lost.get(key)
            if lost is None:
                continue
            settled, statuses = lost
            settled.add(checkout, reservation)
            add_records(RecordOutcome(statuses=statuses), checkout)
            self.lines.append(settled_line(reservation, settled))
        # Only this writer closes months. What was settled above is closed by its next run.
        self.lines += close_months(checkout, money, self.now)
        if spent is not None and not self.lines:
            raise spent
        return "\n".join(["Settle lost evaluations", "", *self.lines]) if self.lines else None


def stuck_runs(
    due: Iterable[SubmittedRun], statuses: Sequence[RunStatus]
) -> list[tuple[SubmittedRun, RunStatus]]:
    """Return the runs that failed too often, each with its last status."""
    last, failures = newest_by_run(statuses), failure_counts(statuses)
    return [(submitted, last[submitted.name]) for submitted in due if failures[submitted.form] >= ATTEMPTS]


def unbegun_parts(known: KnownRuns) -> list[list[MoneyEntry]]:
    """Return the newest evaluations of each part that never begins, oldest first.

    No attempt is counted, so the next plan repeats them. An edited run starts afresh.
    """
    runs = {(submitted.name, submitted.config) for submitted in known.runs}
    parts: dict[str, list[MoneyEntry]] = {}
    for entry in known.money.entries:
        reservation = entry.reservation
        own = {(name, run.config) for name, run in zip(reservation.names, reservation.runs, strict=True)}
        if entry.never_begun and own & runs:
            parts.setdefault(reservation.part, []).append(entry)
        elif entry.settlement is not None:
            parts.pop(reservation.part, None)
    return [several for several in parts.values() if len(several) >= ATTEMPTS]


def _link_lines(links: Mapping[str, str]) -> str:
    """Return links as a list in Markdown."""
    return "\n".join(f"- [{label}]({address})" for label, address in links.items())


def _stuck(submitted: SubmittedRun, last: RunStatus) -> tuple[str, str]:
    """Return the title and text of the issue on a run that failed too often."""
    title, slug = f"No result after {ATTEMPTS} attempts: {submitted.name}", submitted.name.slug
    owners = ", ".join(f"@{login}" for login in submitted.submission.owners)
    fenced = last.reason.replace("`", "'")
    body = f"""\
`runs[{submitted.index}]` of `submissions/{slug}/submission.yaml` has failed {ATTEMPTS} times. \
The last failure was in the stage `{last.stage}` ({last.when}):

```text
{fenced}
```

{_link_lines(last.links)}

The run is not tried again automatically. To fix it, edit it in a pull request: an edited run starts afresh. \
To try it again unchanged, a maintainer starts the evaluation workflow by hand with `{slug}` as its input. \
This issue is closed automatically when the run has a row or was edited.

{owners}

<!-- sightbench run {submitted.config} -->
"""
    return title, body


def _unbegun_part(several: Sequence[MoneyEntry]) -> tuple[str, str]:
    """Return the title and text of the issue on a part whose evaluations never begin."""
    reservation, settlement = several[0].reservation, several[ATTEMPTS - 1].settlement
    links = {} if settlement is None else settlement.links
    return (
        f"No evaluation begins: {reservation.part}",
        f"""\
{ATTEMPTS} evaluations of `submissions/{reservation.slug}` in a row ended before they worked on a run. The \
job `Check the plan` of their workflow run says why:

{_link_lines(links)}

They cost nothing, and count as no attempt: each plan tries again. This issue is closed automatically when \
an evaluation has begun and ended, or the submission was edited.

<!-- sightbench part {reservation.id} -->
""",
    )


def _costless(entry: MoneyEntry) -> tuple[str, str]:
    """Return the title and text of the issue on an evaluation that used tokens and cost nothing."""
    reservation = entry.reservation
    return (
        f"Tokens without a cost: {reservation.part}",
        f"""\
An evaluation of `submissions/{reservation.slug}` used tokens, and its price was 0.00 US dollars. All that \
was reserved for it counts as spent, {entry.cents / 100:.2f} US dollars, and its answers are kept.

{_link_lines(reservation.links)}

To fix it, write the price of its model into `policy.yml` (0 if the model is free), and close this issue.

<!-- sightbench cost {reservation.id} -->
""",
    )
