"""Split a whole plan into plans for one submission each, which are started apart: none waits for another."""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from benchmark.chain.github.repository import GitHub
from benchmark.chain.github.workflow_runs import MAIN
from benchmark.chain.plan.job import (
    JOBS_LIMIT,
    PLAN_FILE,
    Plan,
    PlannedRun,
    UnplannedRun,
    plan_bytes,
    write_plan,
)
from benchmark.chain.plan.plan import is_known
from benchmark.chain.plan.reservation import check_reserved, reservations_of
from benchmark.chain.plan.runners import GPU_ABSENT
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.files.atomic import make_folder
from benchmark.results.heads import RunName
from benchmark.results.status import RunStatus, newest_by_run


def split_plan(
    plan: Plan,
    last: Mapping[RunName, RunStatus],
    *,
    policy: str,
    after: Mapping[str, int],
    under_way: Collection[str] = (),
) -> list[Plan]:
    """Return the plans of single submissions, sorted by the names of their artifacts.

    ``plan-SLUG`` has the runs on hosted runners, ``gpu-SLUG`` those on a GPU, ``night-SLUG`` the panels of a
    night, and ``note-SLUG`` only statuses and owners. So statuses are recorded at once, including the status
    of a run that waits for a GPU.

    Args:
        plan: the whole plan.
        last: the newest status of each run.
        policy: SHA-256 of policy.yml.
        after: id of the newest known evaluation, by artifact.
        under_way: artifacts of the plans that are being evaluated now.
    """
    jobs = {job.id: job for job in plan.jobs}
    runs: dict[str, list[PlannedRun]] = {}
    notes: dict[str, list[UnplannedRun]] = {}
    for run in plan.runs:
        generate = jobs.get(run.generate or "")
        gpu = generate is not None and generate.gpu
        kind = "night" if run.panel is not None else "gpu" if gpu else "plan"
        runs.setdefault(f"{kind}-{run.slug}", []).append(run)
        if gpu and not is_known(waits := _waiting_run(run), last):
            notes.setdefault(f"note-{run.slug}", []).append(waits)
    for unplanned in plan.unplanned:
        notes.setdefault(f"note-{unplanned.slug}", []).append(unplanned)
    owners = {f"note-{slug}": [slug] for slug in plan.owners}
    parts = []
    room = JOBS_LIMIT
    for artifact in sorted({*runs, *notes, *owners}, key=lambda name: (name.startswith("note-"), name)):
        chosen = runs.get(artifact, [])
        room -= max(1, len(chosen))
        if room < 0 or artifact in under_way:  # the next plan has what is left out here
            continue
        parts.append(
            plan.model_copy(
                update={
                    "runs": chosen,
                    "jobs": [job for job in plan.jobs if (job.slug, job.run) in _indices(chosen)],
                    "unplanned": notes.get(artifact, []),
                    "owners": owners.get(artifact, []),
                    "artifact": artifact,
                    "policy": policy,
                    "after": after.get(artifact, 0),
                    "left": 0,
                    "under_way": 0,
                }
            )
        )
    return parts


def write_parts(
    plan: Plan,
    folder: Path,
    statuses: Sequence[RunStatus],
    *,
    policy: str,
    after: Mapping[str, int],
    under_way: Collection[str],
) -> Mapping[str, str]:
    """Write the plans of single submissions as ``NAME/plan.json``, and return the outputs of the step.

    Args:
        plan: the whole plan.
        folder: the folder, with one folder per artifact.
        statuses: all statuses, oldest first.
        policy: SHA-256 of policy.yml.
        after: id of the newest known evaluation, by artifact.
        under_way: artifacts of the plans that are being evaluated now.
    """
    parts = split_plan(plan, newest_by_run(statuses), policy=policy, after=after, under_way=under_way)
    for part in parts:
        make_folder(folder / part.artifact)
        write_plan(folder / part.artifact / PLAN_FILE, part)
    return kept_outputs(parts)


def kept_outputs(parts: Sequence[Plan]) -> Mapping[str, str]:
    """Return the outputs of the planning step: the matrix of the job that keeps plans and reservations."""
    entries = []
    for plan in parts:
        names = [reservation.name for reservation in reservations_of(plan)] or [""]
        entries += [
            {"plan": plan.artifact, "reservation": name, "first": "true" if number == 0 else "false"}
            for number, name in enumerate(names)
        ]
    return {"kept": json.dumps({"include": entries}), "any_kept": "true" if entries else "false"}


def start_evaluations(
    plans: Sequence[Plan], kept: Sequence[str], github: GitHub, *, run: str, workflow: str
) -> tuple[list[str], list[OurFailure]]:
    """Start the evaluation of each plan whose reservations were kept; a failure does not stop the others.

    Args:
        plans: plans for one submission each.
        kept: names of the artifacts of this workflow run.
        github: the repository.
        run: id of this workflow run, which has the artifacts.
        workflow: file name of the workflow to start.

    Returns:
        The artifacts of the plans whose evaluation was started, and why others were not.
    """
    started, failures = [], []
    for plan in plans:
        try:
            check_reserved(plan, kept)
            inputs = {"plan": plan.artifact, "run": run, "digest": sha256_hex(plan_bytes(plan))}
            github.dispatch(workflow, ref=MAIN, inputs=inputs)
        except OurFailure as error:
            failures.append(error)
        else:
            started.append(plan.artifact)
    return started, failures


def _indices(runs: Sequence[PlannedRun]) -> set[tuple[str, int]]:
    return {(run.slug, run.run) for run in runs}


def _waiting_run(run: PlannedRun) -> UnplannedRun:
    fields = {
        name: getattr(run, name) for name in UnplannedRun.model_fields if name in PlannedRun.model_fields
    }
    return UnplannedRun(**fields, state="waiting", reason=GPU_ABSENT)
