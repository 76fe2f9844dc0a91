"""The work of `sightbench export inspect`."""

import contextlib
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.export.options import note_unknown_model
from benchmark.cli.shared.assets import asset_fetcher
from benchmark.files.atomic import write_atomic
from benchmark.interchange.inspect_log import log_file
from benchmark.interchange.rows import read_exported


def run(*, rows: tuple[Path, ...], aggregate: bool, model_id: str, assets: str, out: Path) -> None:
    """Write the logs of all rows, and print the files."""
    with contextlib.ExitStack() as stack:
        fetch = asset_fetcher(assets, stack)
        for exported in read_exported(rows, samples=not aggregate, fetch=fetch, model_id=model_id):
            name, content = log_file(exported)
            write_atomic(out / name, content)
            click.echo(f"{out / name}: {plural(len(exported.samples), 'sample')}")
            if exported.withheld:
                click.echo(f"  without texts of tasks: {exported.withheld}")
            if not exported.model.is_known:
                note_unknown_model(exported.row.result.submission.slug)
