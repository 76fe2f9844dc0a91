"""`sightbench author report`: prove that tasks need their pictures."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@suite_option
@click.option("--tasks", type=PATH, help="Task file to read instead, such as one of a fresh set.")
@click.option(
    "--without-large",
    is_flag=True,
    help="Leave out the large calls, which were measured when the tasks were built.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/twins.json).")
def command(**options: object) -> None:
    """Prove that every task has a twin, and print the best score that a blind program can reach.

    Twins are tasks with the same text and signature whose right programs give different results. Reads the
    tasks, and judges each reference with the tests of its twins in the sandbox. Writes nothing. Needs no
    network and no keys. Safe to repeat. Exit code 1 if a task has no twin, or a reference passes the tests of
    another task.
    """
    load_and_run("benchmark.cli.author.report_run", **options)
