"""The work of `sightbench nightly run`."""

import os
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.recording import RecordJob, raise_all
from benchmark.chain.jobs.scoring import JudgingPlace
from benchmark.chain.plan.job import read_plan
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.generate.progress import Display
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.say import say
from benchmark.cli.shared.suite_names import known_suites
from benchmark.nightly.running import NightRun, artifacts_of, run_night
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.named import record_path

_INTERRUPTED = 130


def run(*, plan_file: Path, submissions: Path, policy: Path, out: Path, workers: int | None) -> None:
    """Draw the panels of a plan, and print one line per panel."""
    work = RecordJob(
        plan=read_plan(plan_file),
        artifacts=artifacts_of(out),
        submissions=submissions,
        known=known_suites(),
        ci=CiRun.from_environment(os.environ),
    )

    def listener(plan: GenerationPlan) -> GenerationListener:
        display = Display(plan)
        return GenerationListener(display.show_estimate, display.update, display.show_stop)

    night = NightRun(
        work=work,
        policy=read_policy(policy),
        out=out,
        environment=os.environ,
        place=JudgingPlace(executor=LocalPool(workers), environment=os.environ, stage=progress),
        listener=listener,
    )
    results = run_night(night, say)
    if results is None:
        raise click.exceptions.Exit(_INTERRUPTED)
    for new in results.nightly:
        say(f"{new.record.noun}: {record_path(Path(NIGHTLY), new.record).as_posix()}")
    say(f"{plural(len(results.nightly), 'file')} of the night in {out / NIGHTLY}")
    raise_all(results.errors)
