"""Options that several commands of `sightbench analyse` share."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH
from benchmark.core.errors import BadInput

plot_option = click.option("--plot", type=PATH, help="Write a plot here, as SVG.")
metrics_option = click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="May be repeated; pass@1 and, where there are samples for it, pass@10 by default.",
)


def check_plot(path: Path | None) -> None:
    """Check that a plot has a name that says what it is.

    Raises:
        BadInput: when it has not.
    """
    if path is not None and path.suffix != ".svg":
        raise BadInput("--plot", "", f"must end in .svg, got {path.name}", "such as plot.svg")
