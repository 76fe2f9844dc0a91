"""Options that several `sightbench nightly` commands share."""

import click

from benchmark.cli.shared.options import FOLDER

nightly_option = click.option(
    "--nightly",
    type=FOLDER,
    required=True,
    help="Folder `nightly` in a checkout of the results branch; before the first night there is none.",
)
out_option = click.option(
    "--out", type=FOLDER, required=True, help="Folder for the new files, below OUT/nightly."
)
date_option = click.option(
    "--date", metavar="DATE", default="", help="The day, such as 2026-01-31; by default today, in UTC."
)
