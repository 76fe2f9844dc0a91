"""The option --suite of `sightbench author`."""

import click

suite_option = click.option(
    "--suite", default="humaneval-v", show_default=True, help="Suite of the open data set."
)
