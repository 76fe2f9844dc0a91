"""`sightbench ci score`: one score job of a plan."""

import click

from benchmark.cli.ci.options import job_option, out_option, plan_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
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
def command(**options: object) -> None:
    """Judge one shard of the completions of a run in the sandbox.

    First it checks that no variable of its environment may be a secret, and probes the sandbox, the cut
    network among the rest; it judges nothing where one of them fails. Beside the samples it judges reference
    answers and blank ones, and keeps nothing where one of those gets the wrong verdict.

    Reads the plan, the submission, the run's tasks and its completions: the submission's prediction file, or
    what its generate job left. Writes verdicts.jsonl.gz, job.json and manifest.json to --out. Needs no
    network and no keys. Repeating it is safe.
    """
    load_and_run("benchmark.cli.ci.score_run", **options)
