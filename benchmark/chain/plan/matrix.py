"""Turn a plan into the job matrices of the workflow."""

import json
from collections.abc import Mapping, Sequence
from typing import get_args

from benchmark.chain.plan.job import Kind, MatrixJob, Plan


def outputs_of(plan: Plan) -> Mapping[str, str]:
    """Return the outputs of the planning step, by name.

    ``generate``, ``gpu``, ``score`` and ``rubric`` are matrices. ``any_NAME`` is true if that matrix has a
    job, ``any_record`` if there is anything to record. GPU jobs have their own matrix, because they need
    other runners and no key.
    """
    matrices: dict[str, Sequence[MatrixJob]] = {kind: plan.of(kind) for kind in get_args(Kind)}
    matrices["gpu"] = [job for job in matrices["generate"] if job.gpu]
    matrices["generate"] = [job for job in matrices["generate"] if not job.gpu]
    found = {
        name: json.dumps({"include": [_entry(job, plan) for job in jobs]}) for name, jobs in matrices.items()
    }
    found |= {f"any_{name}": _flag(bool(jobs)) for name, jobs in matrices.items()}
    found["any_record"] = _flag(bool(plan.runs))
    return found


def _entry(job: MatrixJob, plan: Plan) -> Mapping[str, object]:
    run = next(run for run in plan.runs if (run.slug, run.run) == (job.slug, job.run))
    part = f" ({job.shard + 1} of {job.shards})" if job.shards > 1 else ""
    return {
        "job": job.id,
        "name": f"{run.name}{part}",
        "runs_on": job.runs_on,
        "keys": json.dumps(job.keys),
        "generated": run.generate or "",
        "resume": job.resume,
    }


def _flag(holds: bool) -> str:
    return "true" if holds else "false"
