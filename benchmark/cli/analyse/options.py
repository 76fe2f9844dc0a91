"""Options that several `sightbench analyse` commands share, and the check of --plot."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH
from benchmark.core.errors import BadInput

plot_option = click.option("--plot", type=PATH, help="Also write a plot to this SVG file.")
metrics_option = click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Metric, such as pass@1; may be repeated. By default pass@1, and pass@10 where there are enough"
    " samples.",
)


def check_plot(path: Path | None) -> None:
    """Check that the file name of a plot ends in .svg.

    Raises:
        BadInput: if it does not.
    """
    if path is not None and path.suffix != ".svg":
        raise BadInput("--plot", "", f"must end in .svg, got {path.name}", "use a name such as plot.svg")
