"""`sightbench results list`: every row, and what became of it."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.results_branch import rows_or_remote


@click.command("list")
@rows_or_remote
@click.option("--slug", "slugs", multiple=True, help="Rows of this submission only; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
def command(**options: object) -> None:
    """List all rows, oldest first: those that count, superseded ones, and withdrawn ones.

    Reads the rows below --rows, or the branch of --remote; writes nothing. Needs no keys, and no network
    where the rows are on disk. Repeating it is safe.
    """
    load_and_run("benchmark.cli.results.list_run", **options)
