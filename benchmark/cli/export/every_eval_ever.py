"""`sightbench export every-eval-ever`: rows as records of Every Eval Ever."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.export.options import note_unknown_model, rows_argument
from benchmark.cli.shared.options import FOLDER
from benchmark.files.atomic import write_atomic

if TYPE_CHECKING:
    from benchmark.interchange.every_eval_ever import Relationship

_EXAMPLES = """\b
Examples:
  sightbench export every-eval-ever recorded --out build/eee
  sightbench export every-eval-ever results/SUITE/DATASET/SLUG/ID.json --aggregate --out build/eee
"""


@click.command(epilog=_EXAMPLES)
@rows_argument
@click.option(
    "--relationship",
    type=click.Choice(["first_party", "third_party", "collaborative", "other"]),
    default="third_party",
    show_default=True,
    help="Who evaluated, seen from the model's developer.",
)
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def command(
    *,
    rows: tuple[Path, ...],
    aggregate: bool,
    model_id: str,
    assets: str,
    relationship: Relationship,
    out: Path,
) -> None:
    """Write rows as records of Every Eval Ever (github.com/evaleval/every_eval_ever), schema 0.3.0.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it. Writes to
    OUT/data/sightbench-SUITE/DEVELOPER/MODEL/, the path that their datastore asks for: UUID.json with every
    score and its range, and UUID_samples.jsonl with one record per judged sample, unless --aggregate is set.

    Records of samples contain only what the site shows: texts of tasks if they are ours, failed checks if
    the licence allows it, answers if the row keeps them. For fresh data sets there are only scores.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.interchange.every_eval_ever import record_files
    from benchmark.interchange.rows import read_exported

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
