"""The work of `sightbench author collect`."""

from collections.abc import Mapping

import click

from benchmark.authoring.candidates import Candidate, read_candidates, write_candidate
from benchmark.cli.author.option_values import check_clone, collection_of
from benchmark.cli.shared.console import output
from benchmark.cli.shared.tables import plain_table


def run(*, name: str | None, suite: str, idea: str | None, **given: str) -> None:
    """Save an idea, or print all ideas."""
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
