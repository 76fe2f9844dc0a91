"""The options --suite and --cache of `sightbench author`."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER

suite_option = click.option(
    "--suite", default="humaneval-v", show_default=True, help="Suite of the open data set."
)

cache_option = click.option(
    "--cache",
    type=FOLDER,
    default=Path("build/gates"),
    show_default=True,
    help="Folder for results of unchanged families; may be deleted at any time.",
)
