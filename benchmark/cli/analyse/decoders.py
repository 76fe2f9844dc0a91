"""`sightbench analyse decoders`: compare vision models with their language decoders."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, SETTING, json_option, metric_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@rows_option
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions, <slug>/submission.yaml.",
)
@click.option("--suite", default="evalplus", show_default=True, help="Suite whose tasks need no picture.")
@click.option("--dataset", default="", help="Only rows of this data set.")
@click.option("--setting", type=SETTING, default="", help="Only rows of this setting.")
@metric_option
@json_option
def command(**options: object) -> None:
    """Compare each vision model with the language model inside it, on tasks that need no picture.

    Like Table 4 of HumanEval-V, uses HumanEval+ and MBPP+ (suite evalplus). The field `decoder` of a model's
    submission names the slug or the name of the decoder's submission. Prints the difference, model minus
    decoder, on the same tasks, with a 95 % interval. Uses the newest row of each.

    Reads the submissions and the rows; writes nothing. Needs the extra `statistics`. Needs no network
    and no keys. Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.decoders_run", **options)
