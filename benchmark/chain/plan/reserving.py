"""Reserve the money of a plan on the branch of results, before a key is lent, and start its evaluations.

The push of the reservations is the lock: when it is rejected, the whole ledger is read anew, and the plan is
made again. Statuses and owners are pushed with them.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmark.chain.github.repository import GitHub
from benchmark.chain.github.rest import ApiError
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.chain.plan.job import Plan, PlannedRun, UnplannedRun
from benchmark.chain.plan.plan import is_known
from benchmark.chain.plan.runners import GPU_ABSENT, unplanned_run
from benchmark.core.errors import OurFailure
from benchmark.results.branch_record import add_record
from benchmark.results.heads import RunName
from benchmark.results.layout import MONEY
from benchmark.results.money import Reservation, ReservedRun, cents_of, new_reservation
from benchmark.results.status import RunStatus

_REFUSALS = range(400, 500)  #: HTTP statuses after which nothing was started


def reservations_of(
    plan: Plan, last: Mapping[RunName, RunStatus], *, policy: str, links: Mapping[str, str]
) -> tuple[Reservation, ...]:
    """Return a reservation for each part of a plan: the runs of one submission that are evaluated together.

    ``plan-SLUG`` has the runs on hosted runners, ``gpu-SLUG`` those on a GPU, so that a machine that is off
    does not hold up the others, and ``night-SLUG`` the panels of a night. ``last`` has the newest status of
    each run, which says what continued completions did cost. ``policy`` is the SHA-256 of policy.yml.
    """
    parts: dict[str, list[PlannedRun]] = {}
    for run in plan.runs:
        parts.setdefault(plan.part_of(run), []).append(run)
    return tuple(
        new_reservation(
            part=part,
            when=plan.created,
            night=runs[0].panel.date if runs[0].panel else None,
            commit=plan.commit,
            policy=policy,
            lint=plan.lint,
            runs=[_reserved_run(plan, run, last) for run in runs],
            links=dict(links),
        )
        for part, runs in sorted(parts.items())
    )


def waiting_for_gpu(plan: Plan, last: Mapping[RunName, RunStatus]) -> list[UnplannedRun]:
    """Return the runs of a plan that wait for a GPU now, unless their status says so already."""
    waiting = [
        unplanned_run(run, "waiting", GPU_ABSENT) for run in plan.runs if plan.part_of(run).startswith("gpu-")
    ]
    return [run for run in waiting if not is_known(run, last)]


def add_reservations(checkout: Path, reservations: Iterable[Reservation]) -> str | None:
    """Add reservations to a checkout of the branch; return the message of the commit, or None without any."""
    lines = []
    for reservation in reservations:
        add_record(checkout / MONEY, reservation)
        cents = sum(run.cents + run.rubric_cents for run in reservation.runs)
        lines.append(f"reserved: {reservation.part}: {cents / 100:.2f} US dollars")
    return "\n".join(["Reserve money", "", *lines]) if lines else None


def start_evaluations(
    reservations: Sequence[Reservation], github: GitHub, workflow: str
) -> tuple[list[str], list[OurFailure], list[Reservation]]:
    """Start the evaluation of each reservation; a failure does not stop the others.

    Returns the parts whose evaluation was started, why others were not, and the reservations that GitHub
    refused to start. If GitHub's answer is unclear, the evaluation may or may not have been started.
    """
    started: list[str] = []
    failures: list[OurFailure] = []
    refused: list[Reservation] = []
    for reservation in reservations:
        try:
            inputs = {"part": reservation.part, "reservation": reservation.id}
            github.dispatch(workflow, ref=MAIN, inputs=inputs)
        except OurFailure as error:
            failures.append(error)
            if isinstance(error, ApiError) and error.status in _REFUSALS:
                refused.append(reservation)
        else:
            started.append(reservation.part)
    return started, failures, refused


def _reserved_run(plan: Plan, run: PlannedRun, last: Mapping[RunName, RunStatus]) -> dict[str, object]:
    resume = next((job.resume for job in plan.jobs if job.id == run.generate), "")
    status = last.get(run.name)
    return {
        **run.model_dump(include=set(ReservedRun.model_fields)),
        "cents": run.reserved_cents,
        "resume": resume,
        "before_cents": cents_of(status.cost_usd) if resume and status is not None else 0,
        "watched": run.watched,
    }
