"""Options that several `sightbench author flowchart` commands share."""

import click

from benchmark.cli.shared.options import FOLDER

folder_argument = click.argument("folder", type=FOLDER)
text_only_option = click.option("--text-only", is_flag=True, help="Write the text, and draw no picture.")
by_option = click.option(
    "--by", metavar="LOGIN", default="", help="The person who does this, for the record of the chart."
)
