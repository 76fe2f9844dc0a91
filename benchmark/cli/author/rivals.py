"""`sightbench author rivals`: draw many instances, and check their worked examples against other rules."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option


@click.command()
@json_option
@click.argument("names", nargs=-1)
@click.option(
    "--instances",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Number of instances to draw of each family. Only 200 are kept.",
)
@click.option("--all-anew", is_flag=True, help="Draw everything again, whatever is kept.")
def command(**options: object) -> None:
    """Draw instances of HumanEval-V's families NAMES, or of all, and check their worked examples.

    A rival is another rule that a reader could see in the examples: an order or a choice that the family
    names, a guess, or the right program with one change. Where one fits every example of a picture and fails
    the tests, another instance is drawn, as for a fresh set. Prints how often that happened.

    Which instances were good is kept in rivals/NAME.json next to the family. While the family and the code
    of the search are the same, only 10 of the 200 are drawn again, and must be the kept ones. Reads the
    families. Writes only these files. Needs no network and no keys. Safe to repeat. Exit code 1 if a seed has
    no good instance, or another than the kept one.
    """
    load_and_run("benchmark.cli.author.rivals_run", **options)
