"""`sightbench schema`: the JSON schemas of all files, and of what --json prints."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when a schema is stale.")
@click.option(
    "--into",
    type=FOLDER,
    default=Path("site/pages/schemas"),
    show_default=True,
    help="Folder of the schemas.",
)
def command(**options: object) -> None:
    """Write the JSON schemas of all files, or check that they are fresh.

    Reads no file but, with --check, the schemas themselves. Writes one NAME.json a kind of file. Needs no
    network and no keys. Repeating it is safe: the same version writes the same bytes.
    """
    load_and_run("benchmark.cli.schema_run", **options)
