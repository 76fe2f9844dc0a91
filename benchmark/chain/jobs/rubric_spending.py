"""Sum up what models that score answers have cost in a month, from their files and from reservations."""

import tempfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import RunJob, WorkflowRuns
from benchmark.chain.jobs.artifact import MANIFEST, JobManifest
from benchmark.chain.plan.history import GRADING, EvaluateRun, History, has_begun
from benchmark.chain.plan.job import rubric_id
from benchmark.chain.plan.reservation import REQUEST_DIGITS, Reservation
from benchmark.chain.plan.rubric_policy import REPEATS_LIMIT
from benchmark.chain.plan.spending import manifest_cost
from benchmark.core.errors import BadInput, OurFailure
from benchmark.files import strict_json
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import validate_record
from benchmark.generation.record.manifest import manifest_path, read_manifest
from benchmark.pipeline.rubric.reading import ELEMENTS, SCORE, again_step
from benchmark.results.heads import RowHead, ci_run_of
from benchmark.results.layout import ROW_FILE_LIMIT, RUBRIC_MARK
from benchmark.results.rubric import RubricRun, parse_rubric

_MONTH = len("2026-01")
#: The files of completions that a rubric job leaves, one per step.
STEPS = tuple(f"{step}.jsonl" for step in (ELEMENTS, SCORE, *map(again_step, range(1, REPEATS_LIMIT + 1))))
KEEP_STEP = "Keep the grades"  #: the step of the job that uploads its artifact


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRow:
    """What a model's scores of a row have cost, and which workflow run made them."""

    slug: str
    request: str  #: first digits of the request's digest; empty if the row does not record one
    ci_run: str  #: id of the workflow run; empty if they were made elsewhere
    month: str  #: month in UTC, such as ``2026-01``
    cost_usd: float | None  #: with what may be billed although it was not counted; None if it is unknown


def read_scored_rows(rows: Path, heads: Iterable[RowHead]) -> tuple[ScoredRow, ...]:
    """Read all files of scores next to rows.

    Args:
        rows: the folder of rows.
        heads: heads of all rows.

    Raises:
        BadInput: if a file of scores cannot be read, or its row does not exist.
    """
    by_id = {head.id: head for head in heads}
    found = []
    for path in sorted(rows.glob(f"*/*/*/*{RUBRIC_MARK}*.json")):
        scores = parse_rubric(read_bytes(path, ROW_FILE_LIMIT), path)
        head = by_id.get(scores.result.row or "")
        if head is None:
            problem = "does not name a row of this folder"
            raise BadInput(path, "result.row", problem, "check the branch with `sightbench results check`")
        found.append(
            ScoredRow(
                slug=head.run.slug,
                request=(head.request or "")[:REQUEST_DIGITS],
                ci_run=ci_run_of(scores.run.links),
                month=scores.run.started[:_MONTH],
                cost_usd=cost_of(scores.run),
            )
        )
    return tuple(found)


def rubric_spent(
    scored: Collection[ScoredRow],
    month: str,
    history: History | None = None,
    runs: WorkflowRuns | None = None,
) -> float:
    """Return the US dollars that scoring has cost in a month, or may have cost at most.

    A reservation counts in full until the files of its evaluation replace it, or the artifact that its job
    left when it failed. An evaluation that began no such job spent nothing.

    Args:
        scored: the scores of all rows.
        month: month in UTC, such as ``2026-01``.
        history: the plans and evaluations; None without a repository.
        runs: the workflow runs of the repository.

    Raises:
        ApiError: if a request to GitHub fails.
    """
    recorded = sum(row.cost_usd or 0.0 for row in scored if row.month == month)
    if history is None or runs is None:
        return recorded
    settled = {(row.slug, row.request, row.ci_run) for row in scored if row.cost_usd is not None}
    held = 0.0
    for plan, reservations in history.reservations.items():
        made = history.plans.get(plan)
        if made is not None and made.created_at < history.paid_since:
            continue
        for reservation in (found for found in reservations if found.rubric_cents):
            held += _held_usd(plan, reservation, settled, history, runs)
    return recorded + held


def step_costs(folder: Path) -> tuple[float, float]:
    """Return what the steps of a rubric job have cost, and what uncounted calls may have cost, in US dollars.

    Args:
        folder: the folder with the manifests of its steps.

    Raises:
        BadInput: if a manifest cannot be read.
    """
    found = [manifest for step in STEPS if (manifest := read_manifest(folder / step)) is not None]
    total = sum(map(manifest_cost, found))
    unsure = sum(manifest.unsure_usd for manifest in found)
    return total - unsure, unsure


def cost_of(run: RubricRun) -> float | None:
    """Return what a model's scores have cost, and may have cost in addition; None if it is unknown."""
    if run.cost_usd is None and run.file.count and not run.unsure_usd:
        return None
    return (run.cost_usd or 0.0) + run.unsure_usd  # without a reply, nobody was paid


def _held_usd(
    plan: int,
    reservation: Reservation,
    settled: Collection[tuple[str, str, str]],
    history: History,
    runs: WorkflowRuns,
) -> float:
    """Return what counts for a reservation: for each evaluation, what it spent, or may spend at most."""
    usd = reservation.rubric_cents / 100
    evaluations = [
        found for found in history.evaluations if (found.plan, found.artifact) == (plan, reservation.artifact)
    ]
    if not evaluations:
        return usd
    key = (reservation.slug, reservation.request)
    unsettled = [found for found in evaluations if (*key, str(found.id)) not in settled]
    return sum(min(usd, _spent_usd(found, reservation, runs, usd)) for found in unsettled)


def _spent_usd(found: EvaluateRun, reservation: Reservation, runs: WorkflowRuns, most: float) -> float:
    """Return what an evaluation without recorded scores spent; ``most`` if that is unknown."""
    if not found.ended:
        return most
    jobs = [job for job in runs.jobs(found.id) if has_begun([job], GRADING)]
    if not all(map(_kept, jobs)):
        return most
    name = rubric_id(reservation.slug, reservation.request)
    artifacts = [kept for kept in runs.artifacts(found.id) if kept.name == name] if jobs else []
    if not artifacts:
        return most if jobs else 0.0
    names = [MANIFEST, *(manifest_path(Path(step)).name for step in STEPS)]
    try:
        return _left_cost(runs.files(artifacts[0], names, JSON_LIMIT), most)
    except ApiError:
        raise
    except (OurFailure, BadInput):
        return most


def _kept(job: RunJob) -> bool:
    """Whether a job uploaded its artifact, after its last call."""
    return any(step.name == KEEP_STEP and step.conclusion == "success" for step in job.steps)


def _left_cost(files: Mapping[str, bytes], most: float) -> float:
    """Return what a job spent, from files of its artifact."""
    if MANIFEST not in files:
        return most
    job = validate_record(JobManifest, strict_json.loads(files[MANIFEST], MANIFEST), MANIFEST)
    begun = {manifest_path(Path(file.name)).name for file in job.files if file.name in STEPS}
    if not begun <= files.keys():
        return most
    with tempfile.TemporaryDirectory() as folder:
        for name in files.keys() - {MANIFEST}:
            Path(folder, name).write_bytes(files[name])
        return sum(step_costs(Path(folder)))
