"""`sightbench author collect`: save an idea for a family, or list all ideas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from benchmark.cli.author.options import suite_option
from benchmark.cli.shared.console import output, plain_table

if TYPE_CHECKING:
    from benchmark.authoring.scaffold import Candidate

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
def command(*, name: str | None, suite: str, idea: str | None, **given: str) -> None:
    """Save an idea for a family with its assessment, or list all ideas.

    Without NAME, reads and lists all ideas. With NAME, writes candidates/NAME.yaml in the open data set. A
    new idea needs --idea; for an existing one, only the given fields change. Needs no network and no keys.
    Safe to repeat.
    """
    from benchmark.authoring.scaffold import read_candidates, write_candidate
    from benchmark.cli.author.option_values import check_clone, collection_of

    collection = collection_of(suite)
    if name is None:
        _print_candidates(read_candidates(collection))
        return
    check_clone()
    changed = {field: value for field, value in given.items() if value not in ("", "open")}
    click.echo(f"wrote {write_candidate(collection, name, idea, changed)}")


def _print_candidates(found: Mapping[str, Candidate]) -> None:
    table = plain_table(
        "candidate", "state", "picture essential", "self-explanatory", "entry level", "source"
    )
    for name, idea in found.items():
        state = f"rejected: {idea.rejected}" if idea.rejected else idea.state
        standards = (idea.picture_essential, idea.self_explanatory, idea.entry_level)
        table.add_row(name, state, *standards, f"{idea.source} ({idea.licence})")
    output().print(table)
