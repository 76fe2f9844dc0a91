"""`sightbench analyse descriptions`: what models gain when the picture is put in words."""

import click

from benchmark.cli.analyse.options import metrics_option, plot_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only of this suite.")
@click.option("--dataset", default="", help="Only of this data set.")
@click.option("--protocol", default="", help="Only by this protocol.")
@metrics_option
@plot_option
@json_option
def command(**options: object) -> None:
    """Compare each model's score with a description of the picture to its score with the picture alone.

    As in Table 3 of HumanEval-V: the setting `image` beside `description` and `image+description` (`V2C`
    beside `GT-T2C`), and in Code-Vision `flowchart` beside `text` and `mermaid`. The gain is paired: the same
    tasks, tasks of one stem together, with a 95 % interval. Compared are rows of the same data set, protocol,
    prompt and rule of extraction; the newest row counts.

    Reads the rows of each SLUG, or of all; writes only the plot. Needs the extra `statistics`, no network and
    no keys. Repeating it is safe.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.descriptions_run", **options)
