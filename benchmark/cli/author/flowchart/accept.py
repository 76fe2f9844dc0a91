"""`sightbench author flowchart accept`: accept drafted charts."""

import click

from benchmark.cli.author.flowchart.options import by_option, folder_argument
from benchmark.cli.shared.lazy import load_and_run

_MARK = click.IntRange(1, 5)


@click.command()
@folder_argument
@click.argument("names", metavar="[TASK]...", nargs=-1)
@by_option
@click.option(
    "--compliance", type=_MARK, help="From 1 to 5: shapes, edges and labels are those of a flowchart."
)
@click.option(
    "--logicality", type=_MARK, help="From 1 to 5: the chart says what the program does, and all of it."
)
def command(**options: object) -> None:
    """Accept the drafted charts of each TASK in FOLDER.

    Without TASK and --by, accepts all charts that are proven: the interpreter read the chart, and the program
    that it made passed all tests. A chart that the interpreter cannot run needs a person, that is --by and
    both marks. A chart that fails its tests, or that was edited since its last step, cannot be accepted.

    Reads and writes records in FOLDER only. Needs no network and no keys.
    """
    load_and_run("benchmark.cli.author.flowchart.accept_run", **options)
