"""`sightbench export every-eval-ever`: rows as records of Every Eval Ever."""

import click

from benchmark.cli.export.options import rows_argument
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER

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
def command(**options: object) -> None:
    """Write rows as records of Every Eval Ever (github.com/evaleval/every_eval_ever), schema 0.3.0.

    Reads each ROW, a file or a folder of rows, and the completions and verdicts next to it. Writes to
    OUT/data/sightbench-SUITE/DEVELOPER/MODEL/, the path that their datastore asks for: UUID.json with every
    score and its range, and UUID_samples.jsonl with one record per judged sample, unless --aggregate is set.

    Records of samples contain only what the site shows: texts of tasks if they are ours, failed checks if
    the licence allows it, answers if the row keeps them. For fresh data sets there are only scores.

    Needs no keys, and no network without --assets. Safe to repeat: the same row gives the same bytes.
    """
    load_and_run("benchmark.cli.export.every_eval_ever_run", **options)
