"""`sightbench ci generate`: one generate job of a plan."""

from pathlib import Path

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, policy_option, submissions_option

_INTERRUPTED = 130


@click.command()
@job_option
@plan_option
@submissions_option
@policy_option
@out_option
@click.option("--minutes", type=click.FloatRange(min=0), help="Make no further call after so many minutes.")
def command(
    *, job: str, plan_file: Path, submissions: Path, policy: Path, out: Path, minutes: float | None
) -> None:
    """Ask a model for the completions of one run, within the policy's budget.

    Reads the plan and the submission; needs the network, and the key in the environment variable that the
    submission names. Writes to --out: completions.jsonl and its manifest as `sightbench generate` does, and
    job.json and manifest.json, which say what came of it. In a workflow it sets the output `complete`. When
    the minutes are over it exits with 0, and goes on from there when it is run again with the same --out.
    """
    import os

    from benchmark.chain.jobs.generating import generate_job
    from benchmark.chain.jobs.outputs import write_outputs
    from benchmark.chain.plan.job import job_of, read_plan
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.plan.run_lookup import find_run
    from benchmark.chain.plan.runners import price_of
    from benchmark.cli.generate.progress import Display
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import printable
    from benchmark.pipeline.generate.generate import GenerationListener
    from benchmark.pipeline.generate.generation_plan import GenerationPlan

    one, planned = job_of(read_plan(plan_file), plan_file, job, "generate")
    asked = find_run(submissions, planned, known_suites())

    def listener(plan: GenerationPlan) -> GenerationListener:
        display = Display(plan)
        return GenerationListener(display.estimated, display.told, display.asked_to_stop)

    generated = generate_job(
        asked,
        one,
        out,
        seconds=None if minutes is None else 60 * minutes,
        budget=price_of(asked, read_policy(policy)) or None,
        listener=listener,
    )
    manifest = generated.manifest
    write_outputs(os.environ, {"complete": "true" if manifest.state == "done" else "false"})
    click.echo(
        f"{planned.name}: {manifest.state}" + (f": {printable(manifest.reason)}" if manifest.reason else "")
    )
    if generated.interrupted:
        raise click.exceptions.Exit(_INTERRUPTED)
    if generated.error is not None:
        raise generated.error
