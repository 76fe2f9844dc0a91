"""`sightbench author check`: run all quality checks on families."""

import click

from benchmark.cli.author.options import cache_option, suite_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option


@click.command()
@json_option
@click.argument("names", nargs=-1)
@suite_option
@click.option(
    "--seed",
    help="Check the tasks of this seed instead of the public ones; @FILE reads the seed from a file.",
)
@cache_option
@click.option("--all-anew", is_flag=True, help="Check everything again, without the cache.")
@click.option(
    "--measure",
    type=click.IntRange(min=0),
    default=0,
    help="Measure the large calls of this many families again, drawn at random; 30 s of CPU for each. For"
    " HumanEval-V: count their programs again. For MathOPEval: check the pictures and judge the programs of"
    " this many samples of each type.",
)
def command(**options: object) -> None:
    """Run all quality checks on the families NAMES, or on all families.

    Checks references, tests, twins, pictures, texts and files. Reads the families and their built tasks,
    and judges references in the sandbox. Writes only to --cache. Needs no network and no keys. Safe to
    repeat, and fast if nothing changed. Exit code 1 if a check fails.
    """
    load_and_run("benchmark.cli.author.check_run", **options)
