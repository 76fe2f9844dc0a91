"""`sightbench author build`: task files, or a fresh set."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.argument("names", nargs=-1)
@suite_option
@click.option("--seed", help="Make a fresh set from this secret, 128 bits or more in hex; @FILE reads it.")
@click.option(
    "--into",
    type=FOLDER,
    help="Folder of the fresh set, not there yet  [where other commands find it by its name]",
)
def command(**options: object) -> None:
    """Write the task files, pictures and pins of families, or make a fresh set.

    Without --seed, writes the public tasks into the open data set, where they differ from what is there. With
    --seed, writes tasks.jsonl, pictures/ and set.json of a data set fresh-DIGEST; nothing written holds the
    seed. It lies below SIGHTBENCH_DATASETS, or sightbench/datasets in the cache, where every command finds it
    as --dataset fresh-DIGEST on this machine; or in --into, for --tasks. Nothing is overwritten, and the same
    seed makes the same set.
    """
    load_and_run("benchmark.cli.author.build_run", **options)
