"""`sightbench author preview`: contact sheets."""

from pathlib import Path

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option("--seed", help="Of the instances; the public tasks by default; @FILE reads it.")
@click.option(
    "--out", type=FOLDER, default=Path("build/preview"), show_default=True, help="Folder of the sheets."
)
def command(**options: object) -> None:
    """Draw a contact sheet a family, and a page with its pictures, texts, references and tests.

    Writes NAME.png, NAME-N.png and index.html below --out; earlier ones are replaced. Repeating it is safe.
    """
    load_and_run("benchmark.cli.author.preview_run", **options)
