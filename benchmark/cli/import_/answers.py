"""Writing answers of other tools as a prediction file, for several commands of `sightbench import`."""

from collections.abc import Iterable
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.core.sample import Completion
from benchmark.interchange.imported import collected, write_imported


def write_answers(out: Path, found: Iterable[tuple[Path, str, Completion]]) -> None:
    """Write completions, each given with its file and place, and print how many there are."""
    completions = collected(found)
    new = write_imported(out, completions)
    tasks = len({completion.task_id for completion in completions})
    answers = f"{plural(len(completions), 'answer')} to {plural(tasks, 'task')}"
    click.echo(f"{out}: {answers}" + ("" if new else ", unchanged"))
