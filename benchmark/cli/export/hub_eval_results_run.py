"""The work of `sightbench export hub-eval-results`."""

from pathlib import Path

import click

from benchmark.cli.export.options import note_unknown_model
from benchmark.files.atomic import write_atomic
from benchmark.interchange.hub_results import HubTarget, result_files
from benchmark.interchange.rows import read_exported


def run(
    *,
    rows: tuple[Path, ...],
    hub_dataset: str,
    task_id: str,
    revision: str,
    source: str,
    model_id: str,
    out: Path,
) -> None:
    """Write the scores of all rows, and print the files."""
    target = HubTarget(dataset=hub_dataset, task=task_id, revision=revision, source=source)
    found = tuple(read_exported(rows, samples=False, fetch=None, model_id=model_id))
    files = result_files(found, target)
    for path, content in files.items():
        write_atomic(out / path, content)
        click.echo(out / path)
    for slug in dict.fromkeys(row.row.result.submission.slug for row in found if not row.model.is_known):
        note_unknown_model(slug)
