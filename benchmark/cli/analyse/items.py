"""`sightbench analyse items`: estimate how difficult the tasks of a table are."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import SETTING, cache_option, json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@rows_option
@click.option("--suite", default="", help="Only rows of this suite.")
@click.option("--dataset", default="", help="Only rows of this data set.")
@click.option("--setting", type=SETTING, default="", help="Only rows of this setting.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Print this many of the hardest tasks.",
)
@cache_option
@json_option
def command(**options: object) -> None:
    """Estimate the difficulty of every task, with a 95 % interval, from the rows of each table.

    A Rasch model: the chance of solving a task depends on the model's ability minus the task's difficulty,
    and tasks of one stem are alike. Both are in logits: 0 is the mean difficulty, and a model whose ability
    equals the difficulty solves the task every second time. Also names the tasks that all or no models
    solve, and says how much of a score's variance comes from drawing answers instead of from the tasks.

    Tables of fewer than two models are left out. A figure is solved if it has no difference.

    Reads the rows in --rows; writes only --cache. Needs the extra `statistics`. Needs no network and no keys.
    Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.analyse.items_run", **options)
