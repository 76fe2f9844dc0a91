"""`sightbench rank`: tables with places that the verdicts allow."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import (
    PATH,
    cache_option,
    json_option,
    metric_option,
    rows_option,
    tasks_options,
)
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("verdicts", nargs=-1, type=PATH)
@rows_option
@metric_option
@click.option(
    "--category",
    "categories",
    multiple=True,
    help="A table of these tasks only, such as subset:math; may be repeated. All tasks by default.",
)
@tasks_options
@cache_option
@click.option("--pairs", is_flag=True, help="With --json: every pair, not only neighbours.")
@json_option
def command(**options: object) -> None:
    """Rank the models of every table: the places that the verdicts allow, never a bare one.

    Compares all pairs of models on the tasks that both have, stems kept whole, and adjusts for the number of
    pairs (Holm), so that all places of a table hold at once, 95 times in 100. Names the groups that cannot be
    told apart and the smallest difference that could have been seen.

    Reads the rows below --rows, those of --suite and --dataset if given; or VERDICTS..., each file a model,
    with --tasks or --suite to know their stems. Writes what it computed for rows to --cache, by their ids:
    with a new row only its pairs are compared. Needs the extra `statistics`, no network and no keys.
    Repeating it is safe and gives the same bytes.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.rank_run", **options)
