"""The work of `sightbench export hub-eval-results`."""

from pathlib import Path

import click

from benchmark.files.atomic import write_atomic
from benchmark.interchange.hub_results import HubTarget, result_files
from benchmark.interchange.rows import read_exported


def run(
    *, rows: tuple[Path, ...], hub_dataset: str, task_id: str, revision: str, source: str, out: Path
) -> None:
    """Write the scores of all rows, and print the files."""
    target = HubTarget(dataset=hub_dataset, task=task_id, revision=revision, source=source)
    files = result_files(read_exported(rows, samples=False, fetch=None), target)
    for path, content in files.items():
        write_atomic(out / path, content)
        click.echo(out / path)
