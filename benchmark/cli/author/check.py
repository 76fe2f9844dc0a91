"""`sightbench author check`: all gates."""

from pathlib import Path

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option("--seed", help="Check the instances of this seed instead of the public tasks; @FILE reads it.")
@click.option(
    "--cache",
    type=FOLDER,
    default=Path("build/gates"),
    show_default=True,
    help="Where results for unchanged files are kept.",
)
@click.option("--all-anew", is_flag=True, help="Keep and take nothing from the cache.")
def command(**options: object) -> None:
    """Run all gates over families, or over all: references, tests, twins, pictures, words, files.

    Reads the families and what was built of them; judges references in the sandbox. Writes only to --cache.
    Exit code 1 when something does not pass. Repeating it is safe, and fast where nothing changed.
    """
    load_and_run("benchmark.cli.author.check_run", **options)
