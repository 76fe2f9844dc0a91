"""`sightbench results list`: every row, and what became of it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.results_branch import rows_or_remote

if TYPE_CHECKING:
    from benchmark.analysis.ledger_report import LedgerEntry


@click.command("list")
@rows_or_remote
@click.option("--slug", "slugs", multiple=True, help="Rows of this submission only; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
def list_(rows: Path, remote: str | None, branch: str, slugs: tuple[str, ...], *, as_json: bool) -> None:
    """List all rows, oldest first: those that count, superseded ones, and withdrawn ones.

    Reads the rows below --rows, or the branch of --remote; writes nothing. Needs no keys, and no network
    where the rows are on disk. Repeating it is safe.
    """
    from benchmark.analysis.ledger_report import LedgerReport, ledger_report
    from benchmark.cli.shared.results_branch import rows_folder
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import read_withdrawn

    with rows_folder(rows, remote, branch) as folder:
        report = ledger_report(read_counted(folder, None), read_withdrawn(folder))
    if slugs:
        report = LedgerReport(rows=[one for one in report.rows if one.slug in slugs])
    if as_json:
        sys.stdout.write(report.model_dump_json(by_alias=True, indent=1) + "\n")
    else:
        _print(report.rows)


def _print(entries: "list[LedgerEntry]") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    table = plain_table("row", "submission", "suite", "setting", "protocol", "version", "judged", "trust", "")
    for one in entries:
        date = f" {one.retraction.date[:10]}: {printable(one.retraction.reason)}" if one.retraction else ""
        table.add_row(
            one.row[:12],
            one.slug,
            f"{one.suite} {one.dataset}",
            printable(one.setting),
            printable(one.protocol),
            str(one.version),
            one.started[:10],
            one.trust,
            f"{'' if one.state == 'counts' else one.state}{date}",
        )
    console = output()
    console.print(table if entries else "no row")
