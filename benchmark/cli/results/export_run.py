"""The work of `sightbench results export`."""

from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.results_branch import rows_folder
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.downloads.tables import FOLDER
from benchmark.leaderboard.downloads.verdicts import verdict_contents, verdict_tables
from benchmark.leaderboard.rows.sources import sources_of
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.results.counted_row import read_counted


def run(*, rows: Path, remote: str | None, branch: str, suites: tuple[str, ...], out: Path) -> None:
    """Write the verdicts of all tables, and print the files."""
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
                file = out / Path(path).relative_to(FOLDER)
                write_atomic(file, content)
                click.echo(f"{file}: {plural(table.lines, 'line')}")
        if not tables:
            click.echo("no rows")
