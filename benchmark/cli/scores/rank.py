"""`sightbench rank`: rank models by statistical comparison."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import (
    PATH,
    cache_option,
    json_option,
    ranking_metric_option,
    rows_option,
    tasks_options,
)
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("verdicts", nargs=-1, type=PATH)
@rows_option
@ranking_metric_option
@click.option(
    "--category",
    "categories",
    multiple=True,
    help="Rank only on tasks of this category, such as subset:math; may be repeated. By default all tasks.",
)
@tasks_options
@cache_option
@click.option("--pairs", is_flag=True, help="With --json: print every pair, not only neighbours.")
@json_option
def command(**options: object) -> None:
    """Rank the models of every table, with a range of places where the difference may be luck.

    Compares all pairs of models on the tasks that both have, keeps tasks of one stem together, and adjusts
    for the number of pairs (Holm): with 95 % confidence, all places of a table are right at once. Names the
    groups of models that cannot be told apart, and the smallest gap that would be detected. Gives the highest
    score a range that allows for having been chosen. With --category, p-values also count all categories of
    that kind; categories with under six families are only named.

    Reads the rows in --rows, or only those of --suite and --dataset; or VERDICTS..., one verdict file per
    model, with --tasks or --suite for their stems. Writes comparisons of rows to --cache, so that only
    pairs with a new row are compared, and difficulties of tasks, which pages show. Needs the extra
    `statistics`. Needs no network and no keys. Safe to repeat: the output is the same.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.rank_run", **options)
