"""`sightbench author collect`: ideas for families."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.argument("name", required=False)
@suite_option
@click.option("--idea", help="What is seen, what is computed, and what the picture alone says.")
@click.option("--source", default="", help="Where it comes from; our own when left out.")
@click.option("--licence", default="", help="Of the source.")
@click.option("--picture-essential", type=click.Choice(["yes", "no", "open"]), default="open")
@click.option("--self-explanatory", type=click.Choice(["yes", "no", "open"]), default="open")
@click.option("--entry-level", type=click.Choice(["yes", "no", "open"]), default="open")
@click.option("--rejected", default="", help="Why it was given up.")
@click.option("--family", default="", help="The family that was made of it.")
def command(**options: object) -> None:
    """Keep a candidate with its three standards, or list all candidates.

    Without NAME, reads and lists candidates. With it, writes candidates/NAME.yaml of the open data set: a new
    one needs --idea; of one that is there, the given fields are changed and the others kept. Repeating it is
    safe.
    """
    load_and_run("benchmark.cli.author.collect_run", **options)
