"""`sightbench export inspect`: rows as logs of Inspect."""

import contextlib
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.export.options import note_unknown_model, rows_argument
from benchmark.cli.shared.options import FOLDER
from benchmark.files.atomic import write_atomic

_EXAMPLES = """\b
Examples:
  sightbench export inspect recorded --out build/logs
  inspect view --log-dir build/logs
"""


@click.command(epilog=_EXAMPLES)
@rows_argument
@click.option("--out", type=FOLDER, required=True, help="Folder for the logs; created if missing.")
def command(*, rows: tuple[Path, ...], aggregate: bool, model_id: str, assets: str, out: Path) -> None:
    """Write rows as logs of Inspect, which `inspect view` and inspect_ai.log.read_eval_log read.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it. Writes one log
    per row to --out, in Inspect's JSON format: every score with its range, and, unless --aggregate is set,
    every judged sample with its verdict.

    Samples contain only what the site shows: texts of tasks if they are ours, failed checks if the licence
    allows it, answers if the row keeps them. For fresh data sets there are only scores.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.interchange.inspect_log import log_file
    from benchmark.interchange.rows import read_exported

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
