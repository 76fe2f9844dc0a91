"""`sightbench export hub-eval-results`: scores for Hugging Face model repositories."""

import click

from benchmark.cli.export.options import model_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH

_EXAMPLES = """\b
Example:
  sightbench export hub-eval-results results/mmcode/open --hub-dataset OWNER/sightbench-mmcode --out build/hub
"""


@click.command(epilog=_EXAMPLES)
@click.argument("rows", metavar="ROW...", nargs=-1, required=True, type=PATH)
@click.option(
    "--hub-dataset",
    metavar="OWNER/NAME",
    required=True,
    help="Data set on the Hub whose leaderboard the scores are for.",
)
@click.option(
    "--task-id",
    default="",
    help="Id of the leaderboard in its eval.yaml; by default the one that `export hub-dataset` writes.",
)
@click.option("--revision", default="", help="Commit of the data set on the Hub.")
@click.option("--source", default="", help="https address of a page about the results.")
@model_option
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def command(**options: object) -> None:
    """Write scores as Hugging Face model repositories take them, in .eval_results/*.yaml.

    Reads each ROW, a file or a folder of rows, all on one data set. Writes
    OUT/DEVELOPER/MODEL/.eval_results/NAME.yaml, one file per model and leaderboard: the metric that ranks the
    data set (percent, or points from 1 to 10), the date, and notes with its range and conditions. Of several
    rows for one file, the newest counts. Upload the folder .eval_results to the model's repository on the
    Hub, or open a pull request there.

    Needs no network and no keys. Safe to repeat: the same rows give the same bytes.
    """
    load_and_run("benchmark.cli.export.hub_eval_results_run", **options)
