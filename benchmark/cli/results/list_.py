"""`sightbench results list`: list all rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table
from benchmark.cli.shared.results_branch import rows_folder, rows_or_remote
from benchmark.core.errors import printable_text

if TYPE_CHECKING:
    from benchmark.analysis.ledger_report import LedgerEntry


@click.command("list")
@rows_or_remote
@click.option("--slug", "slugs", multiple=True, help="Only rows of this submission; may be repeated.")
def command(*, rows: Path, remote: str | None, branch: str, slugs: tuple[str, ...]) -> None:
    """List all rows, oldest first, and show which are superseded or withdrawn.

    Reads the rows in --rows, or on the results branch of --remote; writes nothing. Needs no keys, and no
    network if the rows are on disk. Safe to repeat.
    """
    from benchmark.analysis.ledger_report import LedgerReport, ledger_report
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import read_withdrawn

    with rows_folder(rows, remote, branch) as folder:
        report = ledger_report(read_counted(folder, None), read_withdrawn(folder))
    if slugs:
        report = LedgerReport(rows=[row for row in report.rows if row.slug in slugs])
    _print(report.rows)


def _print(entries: list[LedgerEntry]) -> None:
    table = plain_table("row", "submission", "suite", "setting", "protocol", "version", "judged", "trust", "")
    for row in entries:
        retraction = row.retraction
        reason = f" {retraction.date[:10]}: {printable_text(retraction.reason)}" if retraction else ""
        table.add_row(
            row.row[:12],
            row.slug,
            f"{row.suite} {row.dataset}",
            printable_text(row.setting),
            printable_text(row.protocol),
            str(row.version),
            row.started[:10],
            row.trust,
            f"{'' if row.state == 'counts' else row.state}{reason}",
        )
    console = output()
    console.print(table if entries else "no rows")
