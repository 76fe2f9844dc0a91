"""`sightbench author flowchart list`: list drafted charts with their states."""

from collections import Counter
from pathlib import Path

import click

from benchmark.cli.author.flowchart.options import folder_argument
from benchmark.cli.shared.say import say


@click.command()
@folder_argument
def command(*, folder: Path) -> None:
    """Print a line for each drafted chart in FOLDER: its state, who drafted it, and what its check found.

    A chart whose text was edited since, even after it was accepted, is marked.

    Needs no network and no keys.
    """
    from benchmark.cli.author.flowchart.drafted import draft_line, existing

    drafts = existing(folder)
    found = list(drafts.records())
    for draft in found:
        say(draft_line(draft) + ("; edited since" if drafts.is_edited(draft) else ""))
    counts = Counter(draft.state for draft in found)
    say(
        ", ".join(
            f"{counts[state]} {state}" for state in ("drafted", "corrected", "accepted") if counts[state]
        )
    )
