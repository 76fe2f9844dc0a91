"""The work of `sightbench author flowchart list`."""

from collections import Counter
from pathlib import Path

from benchmark.cli.author.flowchart.drafted import draft_line, existing
from benchmark.cli.shared.say import say


def run(*, folder: Path) -> None:
    """Print the charts and how many are in each state."""
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
