"""`sightbench export dataset`: an open data set, ready to upload to Hugging Face."""

from datetime import datetime
from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER
from benchmark.files.atomic import write_atomic

_EXAMPLES = """\b
Example:
  sightbench export dataset humaneval-v open --hub-dataset OWNER/sightbench-humaneval-v --out build/hub
"""


@click.command(epilog=_EXAMPLES)
@click.argument("suite")
@click.argument("dataset")
@click.option(
    "--hub-dataset",
    metavar="OWNER/NAME",
    default="",
    help="Repository on the Hub, for the address in the files; may be decided later.",
)
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Day of publication in the files; by default today.",
)
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def command(*, suite: str, dataset: str, hub_dataset: str, date: datetime | None, out: Path) -> None:
    """Write the open data set DATASET of SUITE as a data set of the Hugging Face Hub, ready to upload.

    Writes to --out: data/test-00000-of-00001.parquet with all tasks and their pictures, README.md (the card)
    and eval.yaml with the leaderboards; the Hub makes metadata in the format Croissant itself. Only data sets
    that this project wrote can be exported: nothing of upstream data, and no fresh tasks.

    Needs the extra `parquet`, no network and no keys; uploads nothing. Safe to repeat: the same tasks and
    day give the same bytes.
    """
    from benchmark.interchange.hub_dataset import dataset_files

    day = None if date is None else date.date()
    for path, content in dataset_files(suite, dataset, repository=hub_dataset, day=day).items():
        write_atomic(out / path, content)
        click.echo(f"{out / path}: {len(content):,} bytes")
