"""`sightbench analyse`: studies of many verdicts, many rows or whole tables."""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench analyse --help``).
COMMANDS: CommandList = {
    "cost": ("benchmark.cli.analyse.cost", "Print what an evaluation costs, and a year of nights."),
    "power": ("benchmark.cli.analyse.power", "Print which differences a suite can detect."),
    "correlations": ("benchmark.cli.analyse.correlations", "Correlate the columns of a CSV file."),
    "dataset": ("benchmark.cli.analyse.dataset", "Describe the tasks of a data set, next to its paper's."),
    "gains": (
        "benchmark.cli.analyse.gains",
        "Compare models with their decoders, or with themselves given words or fresh tasks.",
    ),
    "graders": ("benchmark.cli.analyse.graders", "Find answers on which graders disagree."),
    "items": ("benchmark.cli.analyse.items", "Estimate how difficult the tasks of tables are."),
    "memory": ("benchmark.cli.analyse.memory", "Find wrong answers that solve another problem."),
    "passk": ("benchmark.cli.analyse.passk", "Print pass@k for several numbers of samples."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Analyse many verdicts, many rows or whole tables."""
