"""`sightbench ci score`: run one score job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, workers_option


@click.command()
@job_option
@plan_option
@submissions_option
@click.option(
    "--completions", type=FOLDER, help="Folder of artifacts; the one of the run's generate job is read."
)
@out_option
@workers_option
def command(**options: object) -> None:
    """Judge one shard of the completions of a run in the sandbox.

    First checks that no environment variable looks like a secret, and that the sandbox blocks everything that
    it must, including the network; if a check fails, judges nothing. Also judges reference answers and blank
    answers; if one of them gets the wrong verdict, discards everything.

    Reads the plan, the submission, the tasks and the completions: the submission's prediction file, or the
    output of the run's generate job. Writes verdicts.jsonl.gz, job.json and manifest.json to --out. Needs no
    network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.ci.score_run", **options)
