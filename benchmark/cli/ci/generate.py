"""`sightbench ci generate`: one generate job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, policy_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@job_option
@plan_option
@submissions_option
@policy_option
@out_option
@click.option("--minutes", type=click.FloatRange(min=0), help="Make no further call after so many minutes.")
def command(**options: object) -> None:
    """Ask a model for the completions of one run, within the policy's budget.

    Reads the plan and the submission; needs the network, and the key in the environment variable that the
    submission names. Writes to --out: completions.jsonl and its manifest as `sightbench generate` does, and
    job.json and manifest.json, which say what came of it. In a workflow it sets the output `complete`. When
    the minutes are over it exits with 0, and goes on from there when it is run again with the same --out.
    """
    load_and_run("benchmark.cli.ci.generate_run", **options)
