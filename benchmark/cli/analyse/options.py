"""An option that several `sightbench analyse` commands share."""

import click

metrics_option = click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Metric, such as pass@1; may be repeated. By default pass@1, and pass@10 where there are enough"
    " samples.",
)
