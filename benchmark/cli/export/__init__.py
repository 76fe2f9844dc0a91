"""`sightbench export`: rows and data sets in the formats of other tools."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (its place, its line in ``sightbench export --help``).
COMMANDS: CommandList = {
    "every-eval-ever": (
        "benchmark.cli.export.rows:every_eval_ever",
        "Write rows as records of Every Eval Ever.",
    ),
    "hub-dataset": (
        "benchmark.cli.export.hub_dataset",
        "Write an open data set, ready to upload to Hugging Face.",
    ),
    "hub-eval-results": (
        "benchmark.cli.export.rows:hub_eval_results",
        "Write scores for Hugging Face model repositories.",
    ),
    "inspect": ("benchmark.cli.export.rows:inspect", "Write rows as logs of Inspect."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Write rows and open data sets in the formats of other tools."""
