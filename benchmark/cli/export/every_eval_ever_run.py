"""The work of `sightbench export every-eval-ever`."""

import contextlib
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.export.options import note_unknown_model
from benchmark.cli.shared.assets import asset_fetcher
from benchmark.files.atomic import write_atomic
from benchmark.interchange.every_eval_ever import Relationship, record_files
from benchmark.interchange.rows import read_exported


def run(
    *,
    rows: tuple[Path, ...],
    aggregate: bool,
    model_id: str,
    assets: str,
    relationship: Relationship,
    out: Path,
) -> None:
    """Write the records of all rows, and print the files."""
    with contextlib.ExitStack() as stack:
        fetch = asset_fetcher(assets, stack)
        for exported in read_exported(rows, samples=not aggregate, fetch=fetch, model_id=model_id):
            for path, content in record_files(exported, relationship).items():
                write_atomic(out / path, content)
                click.echo(out / path)
            scores, samples = len(exported.row.result.scores), len(exported.samples)
            click.echo(f"  {plural(scores, 'score')}, {plural(samples, 'sample')}")
            if exported.withheld:
                click.echo(f"  without texts of tasks: {exported.withheld}")
            if not exported.model.is_known:
                note_unknown_model(exported.row.result.submission.slug)
