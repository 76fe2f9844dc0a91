"""`sightbench author flowchart draft`: ask a model to draw charts of right programs."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, TASK_FIELDS, estimate_option, lend_option


@click.command()
@click.argument("submission", type=PATH)
@click.option("--run", "index", type=int, default=0, show_default=True, help="Index of the run, from 0.")
@click.option(
    "--tasks", type=PATH, help=f"Your own tasks (JSONL), instead of the run's data set. {TASK_FIELDS}"
)
@click.option(
    "--into", type=FOLDER, required=True, help="Folder for the charts, their records and the answers."
)
@click.option("--limit", type=click.IntRange(min=1), help="Number of tasks, the first ones; by default all.")
@click.option("--budget", type=float, help="Maximum cost in US dollars.")
@estimate_option
@lend_option
def command(**options: object) -> None:
    """Show a model each problem with its right program, and take a flowchart back.

    The model is that of a run of SUBMISSION. Its answers go to INTO/answers.jsonl, as those of `generate`.
    Each chart becomes INTO/TASK.mmd, with a record INTO/TASK.json: who drafted it and when, and what its
    check found. The check reads the chart; if it is worded as `compile` words charts, it also judges the
    chart's program on the task's tests, in the sandbox.

    Needs the network and the key that the config names. Safe to repeat: asks only for missing answers, and
    leaves charts that have a record as they are. If some answers do not come, the others become charts.
    """
    load_and_run("benchmark.cli.author.flowchart.draft_run", **options)
