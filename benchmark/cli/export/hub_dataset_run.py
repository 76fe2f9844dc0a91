"""The work of `sightbench export hub-dataset`."""

from datetime import datetime
from pathlib import Path

import click

from benchmark.files.atomic import write_atomic
from benchmark.interchange.hub_dataset import dataset_files


def run(*, suite: str, dataset: str, hub_dataset: str, date: datetime | None, out: Path) -> None:
    """Write the files of a data set, and print their paths and sizes."""
    day = None if date is None else date.date()
    for path, content in dataset_files(suite, dataset, repository=hub_dataset, day=day).items():
        write_atomic(out / path, content)
        click.echo(f"{out / path}: {len(content):,} bytes")
