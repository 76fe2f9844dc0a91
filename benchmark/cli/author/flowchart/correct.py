"""`sightbench author flowchart correct`: record the corrected text of a drafted chart."""

import click

from benchmark.cli.author.flowchart.options import by_option, folder_argument
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import tasks_options


@click.command()
@folder_argument
@click.argument("names", metavar="TASK...", nargs=-1, required=True)
@by_option
@tasks_options
def command(**options: object) -> None:
    """Record that a person corrected charts: edit FOLDER/TASK.mmd, then name each TASK here.

    Checks each chart again, as `draft` does, and adds a step to its record. A chart that was accepted must be
    accepted again. Needs --by, and the tasks that the charts were drafted from. Needs no network and no keys.
    """
    load_and_run("benchmark.cli.author.flowchart.correct_run", **options)
