"""`sightbench analyse fresh`: public minus fresh."""

import click

from benchmark.cli.analyse.options import plot_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, metric_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only of this suite.")
@click.option("--setting", default="", help="Only of this setting.")
@click.option("--protocol", default="", help="Only by this protocol.")
@metric_option
@plot_option
@json_option
def command(**options: object) -> None:
    """Compare each model's score on the public tasks to that on new tasks of the same families.

    A fresh set (`author build --seed`) has other tasks of the families that the public set is made of, so a
    task of one is compared with none of the other: each family gives the difference of its two means, and
    these are compared as stems, with a 95 % interval. A gap above 0 that is real says that the public tasks
    are easier for this model, as they are when it has seen them. Compared are rows of the same setting,
    protocol, prompt and rule of extraction; the newest counts. Each gap is looked at by itself: of twenty
    models without one, one looks real by luck.

    Reads the rows of each SLUG, or of all; writes only the plot. Needs the extra `statistics`, no network and
    no keys, and no seed. Repeating it is safe.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.fresh_run", **options)
