"""`sightbench analyse descriptions`: measure what models gain from a description of the picture."""

import click

from benchmark.cli.analyse.options import metrics_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only rows of this suite.")
@click.option("--dataset", default="", help="Only rows of this data set.")
@click.option("--protocol", default="", help="Only rows of this protocol.")
@metrics_option
@json_option
def command(**options: object) -> None:
    """Compare each model's score with a description of the picture with its score on the picture alone.

    Like Table 3 of HumanEval-V, compares the setting `image` with `description` and `image+description`, and
    `V2C` with `GT-T2C`; in Code-Vision, compares `flowchart` with `text` and `mermaid`. The gain is measured
    on the same tasks, keeps tasks of one stem together, and has a 95 % interval. Only rows with the same data
    set, protocol, prompt and extraction rule are compared; the newest row counts.

    Reads the rows of each SLUG, or all rows; writes nothing. Needs the extra `statistics`. Needs no
    network and no keys. Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.descriptions_run", **options)
