"""`sightbench analyse`: questions about many verdicts or whole tables."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench analyse --help``).
COMMANDS: CommandList = {
    "correlations": (
        "benchmark.cli.analyse.correlations",
        "Pearson and Spearman between the columns of a CSV.",
    ),
    "dataset": ("benchmark.cli.analyse.dataset", "Sizes, statements, tests and types of a data set."),
    "decoders": ("benchmark.cli.analyse.decoders", "Vision models beside their language decoders."),
    "descriptions": (
        "benchmark.cli.analyse.descriptions",
        "What models gain when the picture is put in words.",
    ),
    "fresh": ("benchmark.cli.analyse.fresh", "Public minus fresh: does a model know the public tasks?"),
    "memory": (
        "benchmark.cli.analyse.memory",
        "Wrong answers that solve another problem than the one shown.",
    ),
    "models": ("benchmark.cli.analyse.models", "What submissions say about their models."),
    "passk": ("benchmark.cli.analyse.passk", "pass@k against the number of samples."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Answer questions about many verdicts or whole tables."""
