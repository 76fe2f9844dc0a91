"""`sightbench results export`: write the verdicts of each table to files."""

from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.results_branch import rows_folder, rows_or_remote
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.shared.site_config import SiteConfig


@click.command()
@rows_or_remote
@click.option("--suite", "suites", multiple=True, help="Only tables of this suite; may be repeated.")
@click.option("--out", type=FOLDER, required=True, help="Folder for the files, OUT/<suite>/.")
def command(*, rows: Path, remote: str | None, branch: str, suites: tuple[str, ...], out: Path) -> None:
    """Write the verdicts of each table by model and task, with the files and lines that the site publishes.

    Writes a gzipped CSV file per table, and a Parquet file if the extra `parquet` is installed. A line has
    the number of samples with each status; a sample without a verdict is counted as missing, never as wrong.
    Failed checks are left out where the tasks may not be shown.

    Reads the rows in --rows, or on the results branch of --remote, with the files next to them. Needs no
    keys, and no network if the rows are on disk. Safe to repeat: the same rows give the same bytes.
    """
    from benchmark.leaderboard.downloads.tables import FOLDER as DOWNLOADS
    from benchmark.leaderboard.downloads.verdicts import verdict_contents, verdict_tables
    from benchmark.leaderboard.rows.sources import sources_of
    from benchmark.results.counted_row import read_counted

    with rows_folder(rows, remote, branch) as folder:
        sources = sources_of(read_counted(folder, None), SiteConfig(rows=folder), ranked=False)
        for suite in suites:
            if suite not in sources.groups:
                known = ", ".join(sources.groups) or "none"
                problem = f"no table is of the suite {quote_value(suite)}"
                raise BadInput("--suite", "", problem, f"use a suite of these rows: {known}")
        tables = [table for table in verdict_tables(sources) if not suites or table.suite in suites]
        for table in tables:
            for path, content in verdict_contents(table, sources).items():
                file = out / Path(path).relative_to(DOWNLOADS)
                write_atomic(file, content)
                click.echo(f"{file}: {plural(table.lines, 'line')}")
        if not tables:
            click.echo("no rows")
