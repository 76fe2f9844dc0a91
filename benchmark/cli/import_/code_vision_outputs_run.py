"""The work of `sightbench import code-vision-outputs`."""

from pathlib import Path

import click

from benchmark.suites.code_vision.import_files import write_imported
from benchmark.suites.code_vision.importer import read_published_outputs


def run(*, paths: tuple[Path, ...], out: Path) -> None:
    """Import published outputs of Code-Vision and print which files were written."""
    written = write_imported(read_published_outputs(paths), out)
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")
