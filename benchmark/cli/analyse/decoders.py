"""`sightbench analyse decoders`: vision models beside their language decoders on tasks of text."""

from pathlib import Path

import click

from benchmark.cli.analyse.options import plot_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, json_option, metric_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@rows_option
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions: <slug>/submission.yaml.",
)
@click.option("--suite", default="evalplus", show_default=True, help="Of tasks that need no picture.")
@click.option("--dataset", default="", help="Only of this data set.")
@click.option("--setting", default="", help="Only of this setting.")
@metric_option
@plot_option
@json_option
def command(**options: object) -> None:
    """Compare each vision model with the language model inside it, on tasks that need no picture.

    As in Table 4 of HumanEval-V: HumanEval+ and MBPP+ (suite evalplus). `decoder:` in a model's submission
    names the slug or the name of the decoder's submission. The difference, model minus decoder, is paired:
    the same tasks, with a 95 % interval. The newest row of each counts.

    Reads the submissions and the rows; writes only the plot. Needs the extra `statistics`, no network and no
    keys. Repeating it is safe.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.decoders_run", **options)
