"""The work of `sightbench ci score`."""

import os
from pathlib import Path

from benchmark.chain.jobs.scoring import JudgingPlace, find_completions, score_job
from benchmark.chain.plan.job import job_of, read_plan
from benchmark.chain.plan.run_lookup import find_run
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.pipeline.judge.local_pool import LocalPool


def run(
    *, job: str, plan_file: Path, submissions: Path, completions: Path | None, out: Path, workers: int | None
) -> None:
    """Judge the samples of a score job, and print how many there were."""
    plan = read_plan(plan_file)
    matrix_job, planned = job_of(plan, plan_file, job, "score")
    submitted = find_run(submissions, planned, known_suites())
    generate = next((other for other in plan.jobs if other.id == planned.generate), None)
    manifest = score_job(
        submitted,
        planned,
        matrix_job,
        out,
        given=find_completions(submitted, planned, generate, completions),
        lint=plan.lint,
        place=JudgingPlace(executor=LocalPool(workers), environment=os.environ, stage=progress),
    )
    record = manifest.judged
    if record is None:
        say(f"{planned.name}: {manifest.state}: {manifest.reason or ''}")
    else:
        say(
            f"{planned.name}: {record.samples} sample(s) judged in {record.seconds:.1f} s,"
            f" and {record.gold} reference and {record.blank} blank answers"
        )
