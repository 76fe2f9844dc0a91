"""Sum up what models that score answers have cost in a month, from their files and from reservations."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.plan.history import GRADING, EvaluateRun, History, has_begun
from benchmark.chain.plan.reservation import REQUEST_DIGITS, Reservation
from benchmark.core.errors import BadInput
from benchmark.files.bounded import read_bytes
from benchmark.results.heads import RowHead, ci_run_of
from benchmark.results.layout import ROW_FILE_LIMIT, RUBRIC_MARK
from benchmark.results.rubric import parse_rubric

_MONTH = len("2026-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRow:
    """What a model's scores of a row have cost, and which workflow run made them."""

    slug: str
    request: str  #: first digits of the request's digest; empty if the row does not record one
    ci_run: str  #: id of the workflow run; empty if they were made elsewhere
    month: str  #: month in UTC, such as ``2026-01``
    cost_usd: float | None  #: None if it is unknown


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
                cost_usd=scores.run.cost_usd,
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

    A reservation counts in full until the files of its evaluation replace it. An evaluation that began no
    such job spent nothing.

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
    held = 0
    for plan, reservations in history.reservations.items():
        made = history.plans.get(plan)
        if made is not None and made.created_at < history.paid_since:
            continue
        for reservation in (found for found in reservations if found.rubric_cents):
            held += reservation.rubric_cents * _unsettled(plan, reservation, settled, history, runs)
    return recorded + held / 100


def _unsettled(
    plan: int,
    reservation: Reservation,
    settled: Collection[tuple[str, str, str]],
    history: History,
    runs: WorkflowRuns,
) -> int:
    """Return how often a reservation counts: once per evaluation that may have spent it, or may still."""
    evaluations = [
        found for found in history.evaluations if (found.plan, found.artifact) == (plan, reservation.artifact)
    ]
    if not evaluations:
        return 1
    key = (reservation.slug, reservation.request)
    return sum((*key, str(found.id)) not in settled and _may_have_spent(found, runs) for found in evaluations)


def _may_have_spent(found: EvaluateRun, runs: WorkflowRuns) -> bool:
    return not found.ended or has_begun(runs.jobs(found.id), GRADING)
