"""`sightbench leaderboard`: the tables, as of now or of any day."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import cache_option, json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@rows_option
@click.option("--as-of", help="Leave out what was judged later: 2026-01-31 (that day included, UTC).")
@cache_option
@json_option
def command(**options: object) -> None:
    """Print the leaderboard that the rows make, with the places that the verdicts allow.

    It follows from the rows alone, so the leaderboard of any earlier day can be had; a row that was withdrawn
    counts until that day. Reads the rows below --rows; writes what it computed to --cache, by their ids.
    Needs the extra `statistics`, no network and no keys. Repeating it is safe and gives the same bytes.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.leaderboard_run", **options)
