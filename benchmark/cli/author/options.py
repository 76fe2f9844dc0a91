"""Options that several commands of `sightbench author` share."""

import click

suite_option = click.option(
    "--suite", default="humaneval-v", show_default=True, help="Whose open data set it is."
)
