"""`sightbench site`: pages from rows."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, cache_option


@click.command("site")
@click.option(
    "--rows",
    type=FOLDER,
    default=Path("results"),
    show_default=True,
    help="Folder of rows: <suite>/<dataset>/<slug>/<id>.json.",
)
@click.option(
    "--statuses",
    type=FOLDER,
    help="Folder of statuses: <slug>/*.json, why a run has no row; status/ beside --rows by default.",
)
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions, for sizes, dates and runs without a row.",
)
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help="Task file to show tasks of, beside those here; repeatable.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/site"),
    show_default=True,
    help="Folder of the pages; an earlier build in it is replaced.",
)
@click.option(
    "--web",
    is_flag=True,
    help="Links name folders, for a web server; by default they name files, and pages open from disk.",
)
@cache_option
def command(**options: object) -> None:
    """Build the leaderboard site from rows.

    Reads every row, why runs have none, submissions and tasks, and the pages and templates of this checkout;
    writes to --out, and what it compared to --cache. A folder of statuses or submissions that is not there
    holds none. Places need the extra `statistics`; without it the pages show none. Needs no network and no
    keys. Repeating it gives the same pages.
    """
    load_and_run("benchmark.cli.site_run", **options)
