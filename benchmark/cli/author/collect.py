"""`sightbench author collect`: save an idea for a family, or list all ideas."""

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.lazy import load_and_run

_STANDARD = click.Choice(["yes", "no", "open"])


@click.command()
@click.argument("name", required=False)
@suite_option
@click.option(
    "--idea", help="What the picture shows, what the program computes, and what only the picture says."
)
@click.option("--source", default="", help="Where the idea comes from; by default it is our own.")
@click.option("--licence", default="", help="Licence of the source.")
@click.option(
    "--picture-essential",
    type=_STANDARD,
    default="open",
    help="Whether the task cannot be solved without the picture.",
)
@click.option(
    "--self-explanatory", type=_STANDARD, default="open", help="Whether the picture alone explains the rule."
)
@click.option(
    "--entry-level", type=_STANDARD, default="open", help="Whether a beginner could write the program."
)
@click.option("--rejected", default="", help="Why the idea was rejected.")
@click.option("--family", default="", help="Family that was made from the idea.")
def command(**options: object) -> None:
    """Save an idea for a family with its assessment, or list all ideas.

    Without NAME, reads and lists all ideas. With NAME, writes candidates/NAME.yaml in the open data set. A
    new idea needs --idea; for an existing one, only the given fields change. Needs no network and no keys.
    Safe to repeat.
    """
    load_and_run("benchmark.cli.author.collect_run", **options)
