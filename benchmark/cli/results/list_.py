"""`sightbench results list`: list all rows."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option
from benchmark.cli.shared.results_branch import rows_or_remote


@click.command("list")
@rows_or_remote
@click.option("--slug", "slugs", multiple=True, help="Only rows of this submission; may be repeated.")
@json_option
def command(**options: object) -> None:
    """List all rows, oldest first, and show which are superseded or withdrawn.

    Reads the rows in --rows, or on the results branch of --remote; writes nothing. Needs no keys, and no
    network if the rows are on disk. Safe to repeat.
    """
    load_and_run("benchmark.cli.results.list_run", **options)
