"""`sightbench leaderboard`: print the tables, of today or of any day."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import cache_option, json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@rows_option
@click.option("--as-of", help="Show the leaderboard at the end of this day (UTC), such as 2026-01-31.")
@cache_option
@json_option
def command(**options: object) -> None:
    """Print the leaderboard; models that cannot be told apart share their places.

    The leaderboard of any earlier day can be printed, because it follows from the rows alone: rows judged
    later are left out, and a row withdrawn later still counts.

    Reads the rows in --rows. Writes cached comparisons to --cache. Needs the extra `statistics`. Needs no
    network and no keys. Safe to repeat: the output is the same.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.leaderboard_run", **options)
