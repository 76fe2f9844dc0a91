"""`sightbench export hub-eval-results`: scores for Hugging Face model repositories."""

from pathlib import Path

import click

from benchmark.cli.export.options import model_option, note_unknown_model
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.files.atomic import write_atomic

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
def command(
    *,
    rows: tuple[Path, ...],
    hub_dataset: str,
    task_id: str,
    revision: str,
    source: str,
    model_id: str,
    out: Path,
) -> None:
    """Write scores as Hugging Face model repositories take them, in .eval_results/*.yaml.

    Reads each ROW, a file or a folder of rows, all on one data set. Writes
    OUT/DEVELOPER/MODEL/.eval_results/NAME.yaml, one file per model and leaderboard: the metric that ranks the
    data set (percent, or points from 1 to 10), the date, and notes with its range and conditions. Of several
    rows for one file, the newest counts. Upload the folder .eval_results to the model's repository on the
    Hub, or open a pull request there.

    Needs no network and no keys. Safe to repeat: the same rows give the same bytes.
    """
    from benchmark.interchange.hub_results import HubTarget, result_files
    from benchmark.interchange.rows import read_exported

    target = HubTarget(dataset=hub_dataset, task=task_id, revision=revision, source=source)
    found = tuple(read_exported(rows, samples=False, fetch=None, model_id=model_id))
    files = result_files(found, target)
    for path, content in files.items():
        write_atomic(out / path, content)
        click.echo(out / path)
    for slug in dict.fromkeys(row.row.result.submission.slug for row in found if not row.model.is_known):
        note_unknown_model(slug)
