"""`sightbench export dataset`: an open data set as a folder for the Hugging Face hub, with Croissant."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER
from benchmark.core.install import check_modules

_EXAMPLE = """\b
Example:
  sightbench export dataset mmcode open --url https://huggingface.co/datasets/acme/mmcode-open --out build/hub
"""


@click.command(epilog=_EXAMPLE)
@click.argument("suite")
@click.argument("dataset")
@click.option("--url", required=True, help="Address where the data set will be published; Croissant has it.")
@click.option("--out", type=FOLDER, required=True, help="Folder for the files; created if missing.")
def command(*, suite: str, dataset: str, url: str, out: Path) -> None:
    """Write an open data set with its pictures as Parquet, described in Croissant.

    SUITE and DATASET are such as humaneval-v and open; `sightbench suites` lists them. Only data sets that
    this project wrote can be exported.

    Writes to --out: data/test-00000-of-00001.parquet, one line per task, which `datasets.load_dataset(OUT)`
    reads with decoded pictures; croissant.json (Croissant 1.0) with the file's SHA-256; and README.md, the
    card of the Hugging Face hub. Every task has the canary that asks trainers of models to leave it out.

    Needs the extras `parquet` and `pictures`, no network and no keys. Safe to repeat: the same tasks give the
    same files.
    """
    check_modules("this command", {"parquet": ["pyarrow"], "pictures": ["PIL"]})
    from benchmark.files.atomic import write_atomic
    from benchmark.interchange.hub_results import check_address
    from benchmark.interchange.open_dataset import dataset_files
    from benchmark.pipeline.sources import from_suite

    check_address("--url", url)
    for path, content in dataset_files(from_suite(suite, dataset), url).items():
        write_atomic(out / path, content)
        click.echo(f"{out / path}: {len(content):,} bytes")
