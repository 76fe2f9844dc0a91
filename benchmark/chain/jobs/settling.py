"""Settle reservations: with the rows of their evaluation, or later if it ended without recording anything."""

import contextlib
import datetime
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from benchmark.chain.github.repository import TrackedRun
from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import RunArtifact, RunJob, WorkflowRuns, has_begun
from benchmark.chain.jobs.artifact import JOB, MANIFEST, JobManifest, find_artifact
from benchmark.chain.jobs.costs import STAGES, STEPS, begun_before, folder_cost
from benchmark.chain.plan.accepting import GENERATING, GRADING, WORKING, evaluations_of
from benchmark.chain.plan.job import Kind, Plan, job_id
from benchmark.core.errors import BadInput, OurFailure
from benchmark.files import strict_json
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import validate_record
from benchmark.generation.record.manifest import manifest_path
from benchmark.results.layout import MONEY
from benchmark.results.money import (
    Entry,
    Reservation,
    ReservedRun,
    SettledRun,
    Settlement,
    add_settlement,
    cents_of,
    find_reservation,
)
from benchmark.results.status import RunStatus, reason_of

#: Hours after which a reservation without a workflow run is settled.
LOST_HOURS = 24
_FILES: Mapping[Kind, tuple[str, ...]] = {"generate": STAGES, "rubric": STEPS}


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedJobs:
    """How the jobs that ask a model ended, in GitHub's words; ``skipped`` if none of them began."""

    generate: str
    rubric: str


@dataclass(frozen=True, slots=True)
class LostEvaluation:
    """What an evaluation cost that recorded nothing, and a status for each of its runs without a row."""

    reservation: Reservation
    settlement: Settlement
    statuses: tuple[RunStatus, ...]


def settlement_of(
    reservation: Reservation, artifacts: Path | None, ended: EndedJobs, links: Mapping[str, str]
) -> Settlement:
    """Return what the runs of an evaluation did cost, from the manifests of its jobs.

    Where a manifest is missing or may lack calls, everything that was reserved counts.

    Args:
        reservation: the reservation.
        artifacts: the folder of artifacts, of which only manifests are read; None if they are lost.
        ended: how the jobs ended.
        links: links to the workflow run.
    """
    runs = []
    for run in reservation.runs:
        generated = _spent_cents(reservation, run, "generate", artifacts, ended.generate)
        graded = _spent_cents(reservation, run, "rubric", artifacts, ended.rubric)
        known = generated is not None and graded is not None
        asked = ended.generate != "skipped" and run.cents > 0
        runs.append(
            SettledRun(
                request=run.request,
                cents=run.cents if generated is None else generated,
                rubric_cents=run.rubric_cents if graded is None else graded,
                how="unknown" if not known else "counted" if asked else "nothing asked",
            )
        )
    when = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Settlement(reservation=reservation.id, when=when, runs=runs, links=dict(links))


def add_settled(
    plan: Plan, checkout: Path, artifacts: Path, ended: EndedJobs, links: Mapping[str, str]
) -> str | None:
    """Settle the reservation of a plan on a checkout; return a message, or None if nothing was settled.

    A repeated job settles nothing a second time.

    Raises:
        BadInput: if the branch does not have the reservation.
    """
    if plan.reservation is None:  # it was made by hand
        return None
    reservation = find_reservation(checkout, plan.reservation).reservation
    settlement = settlement_of(reservation, artifacts, ended, links)
    if not add_settlement(checkout, reservation, settlement):
        return None
    cents = sum(run.cents + run.rubric_cents for run in settlement.runs)
    return f"settled: {reservation.part}: {cents / 100:.2f} US dollars"


def money_paths(plan: Plan) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_settled` needs."""
    return () if plan.reservation is None else (f"{MONEY}/*/{plan.reservation}*",)


def settle_lost(runs: WorkflowRuns, entry: Entry, now: datetime.datetime) -> LostEvaluation | None:
    """Return the settlement of a reservation whose evaluation ended and settled nothing.

    It is None while the evaluation is under way, and for a day if there is none. After that day everything
    that was reserved counts, because a workflow run that spent it may have been deleted.

    Args:
        runs: the workflow runs of the repository.
        entry: a reservation without settlement.
        now: current time in UTC.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    reservation = entry.reservation
    evaluations = evaluations_of(runs, reservation)
    if not evaluations:
        age = now - datetime.datetime.fromisoformat(reservation.when)
        if age < datetime.timedelta(hours=LOST_HOURS):
            return None
        unknown = EndedJobs(generate="", rubric="")
        settlement = settlement_of(reservation, None, unknown, reservation.links)
        reason = "no workflow run evaluated it within a day, or that run was deleted"
        statuses = _statuses(reservation, settlement, reason, reservation.links)
        return LostEvaluation(reservation, settlement, statuses)
    if any(run.status != "completed" for run in evaluations):
        return None
    asking = (GENERATING, GRADING)
    asked = [run for run in evaluations if has_begun(runs.jobs(run.id), asking)] or evaluations[:1]
    return _settle_ended(runs, reservation, asked[0], alone=len(asked) == 1)


def _settle_ended(
    runs: WorkflowRuns, reservation: Reservation, run: TrackedRun, *, alone: bool
) -> LostEvaluation:
    links, jobs = {"CI run": run.html_url}, runs.jobs(run.id)
    found = EndedJobs(generate=_ended(jobs, GENERATING), rubric=_ended(jobs, GRADING))
    with tempfile.TemporaryDirectory(prefix="sightbench-") as text:
        folder = Path(text)
        kept = _fetch_manifests(runs, reservation, runs.artifacts(run.id), folder) if alone else ()
        settlement = settlement_of(reservation, folder, found, links)
        left = dict(_left(folder, kept, str(run.id)))
    if not has_begun(jobs, WORKING):  # cancelled in the queue, or refused: no attempt
        return LostEvaluation(reservation, settlement, ())
    reason = f"the workflow run ended ({run.conclusion}) without recording a result"
    return LostEvaluation(reservation, settlement, _statuses(reservation, settlement, reason, links, left))


def _left(folder: Path, kept: Sequence[str], run_id: str) -> Iterator[tuple[str, tuple[str, float]]]:
    """Yield the jobs whose completions can be continued, each with the workflow run and their cost."""
    for job in kept:
        with contextlib.suppress(BadInput):  # a damaged checkpoint is not continued
            yield job, (run_id, folder_cost(folder / job))


def _ended(jobs: Sequence[RunJob], kind: str) -> str:
    """Return how the jobs of one kind ended together, as GitHub does for a matrix."""
    begun = [job.conclusion or "" for job in jobs if has_begun([job], (kind,))]
    if not begun:
        return "skipped"
    return "success" if set(begun) == {"success"} else "failure"


def _spent_cents(
    reservation: Reservation, run: ReservedRun, kind: Kind, artifacts: Path | None, ended: str
) -> int | None:
    """Return what a job has cost in US cents; None if unknown.

    Completions that it continued had a cost before, in other reservations. If their checkpoint was lost, the
    job began anew, and its manifest says so.
    """
    reserved = run.cents if kind == "generate" else run.rubric_cents
    if not reserved or ended == "skipped":
        return 0
    night = reservation.night or ""
    identifier = job_id(kind, reservation.slug, run.request, night=night)
    try:
        folder = None if artifacts is None else find_artifact(artifacts, identifier)
        path = None if folder is None else folder / MANIFEST
        if folder is None or path is None or not path.is_file():
            return None
        manifest = validate_record(JobManifest, strict_json.loads(read_bytes(path, JSON_LIMIT), path), path)
        if kind == "rubric" and manifest.state not in ("done", "skipped"):
            return None  # *Re-run failed jobs* may go on, with the same amount
        final = manifest.state != "unfinished" or ended == "success"
        named = {file.name for file in manifest.files}
        there = all((manifest_path(folder / name)).is_file() for name in named & set(_FILES[kind]))
        final = final and not manifest.lost
        known = manifest.job == identifier and manifest.request == run.request and final and there
        if not known:
            return None
        continued = kind == "generate" and begun_before(folder, reservation.when)
        return max(0, cents_of(folder_cost(folder, _FILES[kind])) - (run.before_cents if continued else 0))
    except BadInput:
        return None


def _fetch_manifests(
    runs: WorkflowRuns, reservation: Reservation, kept: Sequence[RunArtifact], folder: Path
) -> tuple[str, ...]:
    """Write the manifests of the asking jobs to one folder per job; return the jobs that left artifacts."""
    night, found = reservation.night or "", []
    for run in reservation.runs:
        for kind, names in _FILES.items():
            identifier = job_id(kind, reservation.slug, run.request, night=night)
            artifact = next((each for each in kept if each.name == identifier and not each.expired), None)
            if artifact is None:
                continue
            wanted = [JOB, MANIFEST, *(manifest_path(Path(name)).name for name in names)]
            try:
                files = runs.files(artifact, wanted, JSON_LIMIT)
            except ApiError:
                raise
            except OurFailure:  # it is damaged
                continue
            make_folder(folder / identifier)
            for name, data in files.items():
                (folder / identifier / name).write_bytes(data)
            found += [identifier] if kind == "generate" else []
    return tuple(found)


def _statuses(
    reservation: Reservation,
    settlement: Settlement,
    reason: str,
    links: Mapping[str, str],
    kept: Mapping[str, tuple[str, float]] = MappingProxyType({}),
) -> tuple[RunStatus, ...]:
    """Return a status per run, which counts as an attempt; none for panels of a night.

    Args:
        reservation: the reservation.
        settlement: says when it was settled.
        reason: why there is no row.
        links: links to the workflow run.
        kept: by job, the workflow run that has its completions, and what these have cost in US dollars.
    """
    if reservation.night is not None:
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
            links=dict(links),
            run_id=run_id,
            cost_usd=cost,
        )
        for name, run in zip(reservation.names, reservation.runs, strict=True)
        for run_id, cost in [
            kept.get(job_id("generate", reservation.slug, run.request), (run.resume, run.before_cents / 100))
        ]
    )
