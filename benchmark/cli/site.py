"""`sightbench site`: pages from rows."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.statistics import cache_option


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
def command(
    *,
    rows: Path,
    statuses: Path | None,
    submissions: Path,
    tasks: tuple[Path, ...],
    out: Path,
    web: bool,
    cache: Path,
) -> None:
    """Build the leaderboard site from rows.

    Reads every row, why runs have none, submissions and tasks, and the pages and templates of this checkout;
    writes to --out, and what it compared to --cache. A folder of statuses or submissions that is not there
    holds none. Places need the extra `statistics`; without it the pages show none. Needs no network and no
    keys. Repeating it gives the same pages.
    """
    from benchmark.core.errors import printable
    from benchmark.leaderboard.build.build import build_site
    from benchmark.leaderboard.shared.site_config import SiteConfig, default_statuses

    where = SiteConfig(
        rows=rows,
        cache=cache,
        statuses=statuses or default_statuses(rows),
        submissions=submissions,
        tasks=tasks,
    )
    built = build_site(where, out, from_disk=not web)
    for note in built.notes:
        click.echo(f"note: {printable(note)}", err=True)
    click.echo(f"Open {click.format_filename(built.index)}")
