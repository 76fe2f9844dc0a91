"""`sightbench schema`: write the JSON schemas of all files and of all --json output."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a schema is out of date.")
@click.option(
    "--into",
    type=FOLDER,
    default=Path("site/pages/schemas"),
    show_default=True,
    help="Folder of the schemas.",
)
def command(**options: object) -> None:
    """Write the JSON schemas of all files and of all --json output, or check that they are up to date.

    Writes one NAME.json per kind of file to --into; with --check, only reads and compares them. Needs no
    network and no keys. Safe to repeat: the same version of Sightbench writes the same bytes.
    """
    load_and_run("benchmark.cli.schema_run", **options)
