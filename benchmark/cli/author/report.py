"""`sightbench author report`: a proof of the twins."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@suite_option
@click.option("--tasks", type=PATH, help="A task file instead, such as one of a fresh set.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/twins.json).")
def command(**options: object) -> None:
    """Prove that every task has a twin, and state the blind ceiling.

    Reads the tasks as they are shipped, and judges each reference on its twins' tests in the sandbox. Writes
    nothing. Exit code 1 when a task has no twin, or a reference passes the tests of another.
    """
    load_and_run("benchmark.cli.author.report_run", **options)
