"""`sightbench site`: pages from rows."""

from pathlib import Path

import click

from benchmark.cli.options import FOLDER
from benchmark.cli.statistics import cache_option


@click.command("site")
@click.option(
    "--rows",
    type=FOLDER,
    default=Path("results"),
    show_default=True,
    help="Folder of rows: <suite>/<dataset>/<slug>/<id>.json.",
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
def command(rows: Path, out: Path, web: bool, cache: Path) -> None:
    """Build the leaderboard site from rows.

    Reads every row, and the pages and templates of this checkout; writes to --out, and what it compared
    to --cache. Places need the extra `statistics`; without it the pages show none. Needs no network and no
    keys. Repeating it gives the same pages.
    """
    from benchmark.leaderboard.build import build_site

    page = build_site(rows, out, from_disk=not web, cache=cache)
    click.echo(f"Open {click.format_filename(page)}")
