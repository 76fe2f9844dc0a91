"""The work of `sightbench ci generate`."""

import os
from pathlib import Path

import click

from benchmark.chain.jobs.generating import generate_job
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.plan.job import job_of, read_plan
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.run_lookup import find_run
from benchmark.chain.plan.runners import budget_of
from benchmark.cli.generate.progress import Display
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.generate.generation_plan import GenerationPlan

_INTERRUPTED = 130


def run(
    *, job: str, plan_file: Path, submissions: Path, policy: Path, out: Path, minutes: float | None
) -> None:
    """Ask the model for the completions of a generate job; set the output ``complete``."""
    matrix_job, planned = job_of(read_plan(plan_file), plan_file, job, "generate")
    submitted = find_run(submissions, planned, known_suites())

    def listener(plan: GenerationPlan) -> GenerationListener:
        display = Display(plan)
        return GenerationListener(display.show_estimate, display.update, display.show_stop)

    generated = generate_job(
        submitted,
        matrix_job,
        out,
        seconds=None if minutes is None else 60 * minutes,
        budget=budget_of(submitted, planned, read_policy(policy)),
        listener=listener,
        panel=planned.panel,
    )
    manifest = generated.manifest
    write_outputs(os.environ, {"complete": "true" if manifest.state == "done" else "false"})
    say(f"{planned.name}: {manifest.state}" + (f": {manifest.reason}" if manifest.reason else ""))
    if generated.interrupted:
        raise click.exceptions.Exit(_INTERRUPTED)
    if generated.error is not None:
        raise generated.error
