"""`sightbench results export`: write the verdicts of each table to files."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.results_branch import rows_or_remote


@click.command()
@rows_or_remote
@click.option("--suite", "suites", multiple=True, help="Only tables of this suite; may be repeated.")
@click.option("--out", type=FOLDER, required=True, help="Folder for the files, OUT/<suite>/.")
def command(**options: object) -> None:
    """Write the verdicts of each table by model and task, with the files and lines that the site publishes.

    Writes a gzipped CSV file per table, and a Parquet file if the extra `parquet` is installed. A line has
    the number of samples with each status; a sample without a verdict is counted as missing, never as wrong.
    Failed checks are left out where the tasks may not be shown.

    Reads the rows in --rows, or on the results branch of --remote, with the files next to them. Needs no
    keys, and no network if the rows are on disk. Safe to repeat: the same rows give the same bytes.
    """
    load_and_run("benchmark.cli.results.export_run", **options)
