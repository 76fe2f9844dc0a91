"""`sightbench analyse problems`: statistics of contest problems next to the MMCode paper's."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, json_option, tasks_options


@click.command()
@click.argument("folder", type=FOLDER, required=False)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Print statistics of contest problems next to those of the MMCode paper.

    Reads FOLDER, that of `sightbench import problems` with its report, or the tasks that --tasks or --suite
    names. Prints the numbers of problems and pictures, pictures per problem, lengths of statements in
    characters (with the marks of pictures), the shares of the twelve categories, the sites, the positions of
    pictures in the text, and for an import the share of raw problems with pictures and the number of
    duplicates.

    Reads tasks only, no pictures; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.problems_run", **options)
