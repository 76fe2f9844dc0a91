"""What the commands of `sightbench analyse` share: metrics that are tried, and plots."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH
from benchmark.core.errors import BadInput, shown

if TYPE_CHECKING:
    from benchmark.scoring.metrics import Metric

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


def metrics_of(names: Sequence[str]) -> "list[Metric]":
    """The metrics that were asked for, or the usual ones.

    Raises:
        BadInput: for an unknown one, and one that is no fraction.
    """
    from benchmark.analysis.studies.paired_scores import USUAL_METRICS
    from benchmark.scoring.metrics import KNOWN_METRICS, metric

    found = []
    for name in names or USUAL_METRICS:
        try:
            one = metric(name)
        except KeyError:
            raise BadInput(
                "--metric", "", f"{shown(name)} is not known", f"use one of: {KNOWN_METRICS}"
            ) from None
        if one.scale != "fraction":
            raise BadInput("--metric", "", f"{shown(name)} is no share", "such as pass@1")
        found.append(one)
    return found
