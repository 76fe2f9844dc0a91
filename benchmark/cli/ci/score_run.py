"""The work of `sightbench ci score`."""

import os
from pathlib import Path

import click

from benchmark.chain.jobs.scoring import JudgingPlace, given_to, score_job
from benchmark.chain.plan.job import job_of, read_plan
from benchmark.chain.plan.run_lookup import asked_by
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import printable
from benchmark.pipeline.judge.local_pool import LocalPool


def run(
    *, job: str, plan_file: Path, submissions: Path, completions: Path | None, out: Path, workers: int | None
) -> None:
    """Judge the samples of a score job, and print how many there were."""
    plan = read_plan(plan_file)
    one, planned = job_of(plan, plan_file, job, "score")
    asked = asked_by(submissions, planned, known_suites())
    generate = next((other for other in plan.jobs if other.id == planned.generate), None)
    manifest = score_job(
        asked,
        planned,
        one,
        out,
        given=given_to(asked, planned, generate, completions),
        lint=plan.lint,
        place=JudgingPlace(executor=LocalPool(workers), environment=os.environ, stage=progress),
    )
    said = manifest.judged
    if said is None:
        click.echo(f"{planned.name}: {manifest.state}: {printable(manifest.reason or '')}")
    else:
        click.echo(
            f"{planned.name}: {said.samples} sample(s) judged in {said.seconds:.1f} s,"
            f" {said.gold} reference and {said.blank} blank answers beside them"
        )
