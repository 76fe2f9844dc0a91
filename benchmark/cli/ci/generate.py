"""`sightbench ci generate`: run one generate job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, policy_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@job_option
@plan_option
@submissions_option
@policy_option
@out_option
@click.option("--minutes", type=click.FloatRange(min=0), help="Start no more calls after this many minutes.")
def command(**options: object) -> None:
    """Ask a model for the completions of one run, within the policy's budget.

    Reads the plan, the policy and the submission. Writes to --out: completions.jsonl and its manifest, as
    `sightbench generate` does, and job.json and manifest.json with the result of the job. In a workflow, sets
    the output `complete`.

    Needs the network, and the key in the environment variable that the submission names. When --minutes are
    over, exits with 0. Safe to repeat: with the same --out, it continues where it stopped.
    """
    load_and_run("benchmark.cli.ci.generate_run", **options)
