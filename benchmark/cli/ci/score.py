"""`sightbench ci score`: one score job of a plan."""

from pathlib import Path

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, submissions_option
from benchmark.cli.shared.options import FOLDER, workers_option


@click.command()
@job_option
@plan_option
@submissions_option
@click.option(
    "--completions", type=FOLDER, help="Folder of artifacts: that of the run's generate job is read."
)
@out_option
@workers_option
def command(
    *,
    job: str,
    plan_file: Path,
    submissions: Path,
    completions: Path | None,
    out: Path,
    workers: int | None,
) -> None:
    """Judge one shard of the completions of a run in the sandbox.

    First it checks that no variable of its environment may be a secret, and probes the sandbox, the cut
    network among the rest; it judges nothing where one of them fails. Beside the samples it judges reference
    answers and blank ones, and keeps nothing where one of those gets the wrong verdict.

    Reads the plan, the submission, the run's tasks and its completions: the submission's prediction file, or
    what its generate job left. Writes verdicts.jsonl.gz, job.json and manifest.json to --out. Needs no
    network and no keys. Repeating it is safe.
    """
    import os

    from benchmark.chain.jobs.scoring import JudgingPlace, find_completions, score_job
    from benchmark.chain.plan.job import job_of, read_plan
    from benchmark.chain.plan.run_lookup import find_run
    from benchmark.cli.shared.console import progress
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import printable
    from benchmark.pipeline.judge.local_pool import LocalPool

    plan = read_plan(plan_file)
    one, planned = job_of(plan, plan_file, job, "score")
    asked = find_run(submissions, planned, known_suites())
    generate = next((other for other in plan.jobs if other.id == planned.generate), None)
    manifest = score_job(
        asked,
        planned,
        one,
        out,
        given=find_completions(asked, planned, generate, completions),
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
