"""`sightbench author build`: write the public tasks, or a fresh set from a seed."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option(
    "--seed", help="Build a fresh set from this secret, at least 128 bits in hex; @FILE reads it from a file."
)
@click.option(
    "--into",
    type=FOLDER,
    help="New folder for the fresh set; by default the folder where other commands find the set by its name.",
)
def command(**options: object) -> None:
    """Write the tasks, pictures and pins of the families NAMES or of all families, or build a fresh set.

    Without --seed, writes the public tasks to the open data set, if they differ from the existing files.

    With --seed, writes tasks.jsonl, pictures/ and set.json of a new data set fresh-DIGEST. No file contains
    the seed. The set goes to SIGHTBENCH_DATASETS, or to sightbench/datasets in the user's cache folder, where
    every command on this machine finds it as --dataset fresh-DIGEST. With --into, it goes to that folder; use
    its task file with --tasks. A fresh set is never overwritten, and the same seed gives the same set.

    MathOPEval has no families: leave NAMES out. Both of its open data sets are written, and --seed makes
    fresh-DIGEST-choice and fresh-DIGEST-free, with --into in folders of these names.

    Needs no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.author.build_run", **options)
