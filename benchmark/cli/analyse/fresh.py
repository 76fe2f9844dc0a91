"""`sightbench analyse fresh`: test whether models know the public tasks."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import SETTING, json_option, ranking_metric_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only rows of this suite.")
@click.option("--setting", type=SETTING, default="", help="Only rows of this setting.")
@click.option("--protocol", default="", help="Only rows of this protocol.")
@ranking_metric_option
@json_option
def command(**options: object) -> None:
    """Compare each model's score on the public tasks with its score on new tasks of the same families.

    A fresh set (`author build --seed`) has other tasks than the public set, but the same families. So the two
    means of each family are compared, and the differences of all families give a gap with a 95 % interval. A
    real gap above 0 says that the public tasks are easier for this model, as they are if it has seen them.
    Only rows with the same setting, protocol, prompt and extraction rule are compared; the newest row counts.
    Each model is tested alone: of twenty models without a gap, one appears to have one by chance.

    Reads the rows of each SLUG, or all rows; writes nothing. Needs the extra `statistics`. Needs no
    network, no keys and no seed. Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.fresh_run", **options)
