"""The work of `sightbench author collect`."""

from collections.abc import Mapping

import click

from benchmark.authoring.candidates import Candidate, keep, read_candidates
from benchmark.cli.author.named_set import collection_of
from benchmark.cli.shared.console import output
from benchmark.cli.shared.tables import plain_table


def run(*, name: str | None, suite: str, idea: str | None, **given: str) -> None:
    """Keep a candidate, or print all of them."""
    collection = collection_of(suite)
    if name is None:
        _print_candidates(read_candidates(collection))
        return
    changed = {field: value for field, value in given.items() if value not in ("", "open")}
    click.echo(f"wrote {keep(collection, name, idea, changed)}")


def _print_candidates(found: Mapping[str, Candidate]) -> None:
    """Candidates as a table."""
    table = plain_table("candidate", "state", "essential", "explains itself", "entry level", "source")
    for name, one in found.items():
        state = f"rejected: {one.rejected}" if one.rejected else one.state
        standards = (one.picture_essential, one.self_explanatory, one.entry_level)
        table.add_row(name, state, *standards, f"{one.source} ({one.licence})")
    output().print(table)
