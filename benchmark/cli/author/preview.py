"""`sightbench author preview`: draw the pictures of families, to look at."""

from pathlib import Path

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option(
    "--seed", help="Draw the tasks of this seed instead of the public ones; @FILE reads the seed from a file."
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/preview"),
    show_default=True,
    help="Folder for the pictures and the page.",
)
def command(**options: object) -> None:
    """Draw all pictures of each family on one sheet, and make a page to look at.

    The page shows pictures, texts, references and tests. Reads the families NAMES, or all families. Writes
    NAME.png (the sheet), NAME-N.png (each picture) and index.html to --out, and replaces earlier ones. Needs
    no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.author.preview_run", **options)
