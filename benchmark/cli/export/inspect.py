"""`sightbench export inspect`: rows as logs of Inspect."""

import click

from benchmark.cli.export.options import rows_argument
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER

_EXAMPLES = """\b
Examples:
  sightbench export inspect recorded --out build/logs
  inspect view --log-dir build/logs
"""


@click.command(epilog=_EXAMPLES)
@rows_argument
@click.option("--out", type=FOLDER, required=True, help="Folder for the logs; created if missing.")
def command(**options: object) -> None:
    """Write rows as logs of Inspect, which `inspect view` and inspect_ai.log.read_eval_log read.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it. Writes one log
    per row to --out, in Inspect's JSON format: every score with its range, and, unless --aggregate is set,
    every judged sample with its verdict.

    Samples contain only what the site shows: texts of tasks if they are ours, failed checks if the licence
    allows it, answers if the row keeps them. For fresh data sets there are only scores.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    load_and_run("benchmark.cli.export.inspect_run", **options)
