"""The matrices of a plan, as workflows take them."""

import json
from collections.abc import Mapping, Sequence
from typing import get_args

from benchmark.chain.plan.job import Kind, MatrixJob, Plan


def outputs_of(plan: Plan) -> Mapping[str, str]:
    """The outputs of the step that plans, by name.

    ``generate``, ``gpu``, ``score`` and ``rubric`` are matrices; ``any_…`` is true where one has a job, and
    ``any_record`` where there is anything to record. GPU jobs stand in a matrix of their own: they need other
    runners, and no key.
    """
    matrices: dict[str, Sequence[MatrixJob]] = {kind: plan.of(kind) for kind in get_args(Kind)}
    matrices["gpu"] = [job for job in matrices["generate"] if job.gpu]
    matrices["generate"] = [job for job in matrices["generate"] if not job.gpu]
    found = {
        name: json.dumps({"include": [_entry(job, plan) for job in jobs]}) for name, jobs in matrices.items()
    }
    found |= {f"any_{name}": _word(bool(jobs)) for name, jobs in matrices.items()}
    found["any_record"] = _word(bool(plan.runs or plan.unplanned))
    found["any_left"] = _word(plan.left > 0)
    return found


def _entry(job: MatrixJob, plan: Plan) -> Mapping[str, object]:
    run = next(run for run in plan.runs if (run.slug, run.run) == (job.slug, job.run))
    part = f" ({job.shard + 1} of {job.shards})" if job.shards > 1 else ""
    return {
        "job": job.id,
        "name": f"{run.name}{part}",
        "runs_on": job.runs_on,
        "minutes": job.minutes,
        "key": " ".join(job.keys),
        "generated": run.generate or "",
        "resume": job.resume,
    }


def _word(holds: bool) -> str:
    return "true" if holds else "false"
